/** Prints the result of each platform, as in the table of docs/compatibility.md. */
module.exports = class TableReporter {
	onRunComplete(_contexts, { testResults }) {
		const platforms = new Map();
		for (const { ancestorTitles, status } of testResults.flatMap((file) => file.testResults)) {
			if (status === 'pending') continue;
			const counts = platforms.get(ancestorTitles[0]) ?? { passed: 0, failed: 0 };
			platforms.set(ancestorTitles[0], counts);
			counts[status]++;
		}
		const rows = [...platforms].map(([title, { passed, failed }]) => {
			const [, n8n, node] = /^n8n (\S+) on Node (\S+)$/.exec(title);
			return `| ${n8n} | ${node} | ${passed} passed, ${failed} failed |`;
		});
		console.log(['', '| n8n | Node | Checks |', '| --- | --- | --- |', ...rows].join('\n'));
	}
};
