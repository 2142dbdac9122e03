import type { Workflow } from '../n8n/client.ts';
import { items } from '../n8n/execution.ts';
import type { N8nInstance } from '../n8n/instance.ts';
import { verify, type Progress } from './progress.mts';
import { executionUrl, run } from './workflows.mts';
import type { Sandbox } from '../sandbox/app/server.ts';
import { apiKey } from './sandbox.mts';
import { mailToTeam } from './team.mts';

/** The item that the workflow makes the e-mail of. */
interface Report {
	period: string;
	clicks: number;
	leads: number;
	sales: number;
	revenue: number;
	days: Array<{ start: string; clicks: number }>;
	topLinks: Array<{ shortLink: string; clicks: number }>;
}

interface Totals {
	clicks: number;
	leads: number;
	sales: number;
	saleAmount: number;
}

/** Runs the report and checks that its numbers are the service's, and in the e-mail. */
export async function report(
	progress: Progress,
	n8n: N8nInstance,
	sandbox: Sandbox,
	workflow: Workflow,
): Promise<void> {
	const execution = await run(n8n, workflow, 'Run Now');
	const [item] = items(execution, 'Report');
	const { period, days, topLinks, ...numbers } = item as unknown as Report;
	const { saleAmount, ...counts } = await totals(sandbox);
	const expected = JSON.stringify({ ...counts, revenue: saleAmount / 100 });
	verify(
		JSON.stringify(numbers) === expected,
		`The report has ${JSON.stringify(numbers)}, the sandbox ${expected}.`,
	);
	const { clicks, leads, sales, revenue } = numbers;
	verify(clicks > 0 && days.length > 0 && topLinks.length > 0, 'The report is empty.');
	const { subject, html } = mailToTeam(sandbox);
	verify(html.includes(`<b>${clicks}</b> clicks`), 'The numbers are not in the e-mail.');
	progress.say(`${period}: ${clicks} clicks, ${leads} leads, ${sales} sales`);
	progress.say(`Revenue:       ${revenue.toFixed(2)} USD`);
	progress.say(
		`Top links:     ${topLinks
			.slice(0, 5)
			.map((top) => `${top.shortLink} ${top.clicks}`)
			.join('\n                 ')}`,
	);
	progress.say(`The team is told by e-mail: ${subject}`);
	progress.say(`Execution: ${executionUrl(n8n, workflow, execution)}`);
}

/** What the service itself counts in the same period, in the time zone that n8n has unless it is told another. */
async function totals(sandbox: Sandbox): Promise<Totals> {
	const query = 'event=composite&groupBy=count&interval=7d&timezone=America/New_York';
	const response = await fetch(`${sandbox.url}/analytics?${query}`, {
		headers: { authorization: `Bearer ${apiKey(sandbox)}` },
	});
	return (await response.json()) as Totals;
}
