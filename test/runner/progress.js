const { relative } = require('node:path');
const { GROUPS, groupOf, left } = require('./groups');

const SLOWEST = 10;

/** Says which files are left, and at the end which took longest. */
module.exports = class ProgressReporter {
	#ended = [];

	onTestFileResult({ path, context }, { perfStats: { start, end } }) {
		left.delete(path);
		this.#ended.push({
			path: relative(context.config.rootDir, path),
			seconds: (end - start) / 1000,
		});
		const counts = GROUPS.map(({ name }, index) => ({
			name,
			count: [...left].filter((each) => groupOf(each) === index).length,
		}));
		const groups = counts.filter(({ count }) => count > 0);
		if (groups.length === 0) return;
		const texts = groups.map(({ name, count }) => `${name} ${count}`);
		console.log(`${left.size} files left: ${texts.join(', ')}`);
	}

	onRunComplete() {
		if (this.#ended.length < 2) return;
		console.log('\nThe slowest files, in seconds:');
		const sorted = this.#ended.sort((a, b) => b.seconds - a.seconds);
		for (const { path, seconds } of sorted.slice(0, SLOWEST)) {
			console.log(`${seconds.toFixed(1).padStart(7)}  ${path}`);
		}
	}
};
