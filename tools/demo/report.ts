import { DateTime } from 'luxon';
import type { Workflow } from '../n8n/client.ts';
import { items } from '../n8n/execution.ts';
import type { N8nInstance } from '../n8n/instance.ts';
import { verify, type Progress } from './progress.ts';
import { executionUrl, run } from './workflows.ts';
import type { Sandbox } from '../../sandbox/app/server.ts';
import { apiKey } from './sandbox.ts';
import { mailToTeam } from './team.ts';

/** n8n's default time zone. */
const ZONE = 'America/New_York';

/** The data of the email. */
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

/** Runs the report. Checks that its numbers match those of the service, and are in the email. */
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
		`The report has ${JSON.stringify(numbers)}, but the sandbox ${expected}.`,
	);
	const { clicks, leads, sales, revenue } = numbers;
	verify(clicks > 0 && days.length > 0 && topLinks.length > 0, 'The report is empty.');
	const { subject, html } = mailToTeam(sandbox);
	verify(html.includes(`<b>${clicks}</b> clicks`), 'The numbers are not in the email.');
	progress.log(`${period}: ${clicks} clicks, ${leads} leads, ${sales} sales`);
	progress.log(`Revenue:       ${revenue.toFixed(2)} USD`);
	progress.log(
		`Top links:     ${topLinks
			.slice(0, 5)
			.map((top) => `${top.shortLink} ${top.clicks}`)
			.join('\n                 ')}`,
	);
	progress.log(`Email to the team: ${subject}`);
	progress.log(`Execution: ${executionUrl(n8n, workflow, execution)}`);
}

/** The service's numbers for the last seven whole days. */
async function totals(sandbox: Sandbox): Promise<Totals> {
	const day = (before: number) =>
		DateTime.now().setZone(ZONE).minus({ days: before }).toISODate() ?? '';
	const query = new URLSearchParams({
		event: 'composite',
		groupBy: 'count',
		start: day(7),
		end: day(1),
		timezone: ZONE,
	}).toString();
	const response = await fetch(`${sandbox.url}/analytics?${query}`, {
		headers: { authorization: `Bearer ${apiKey(sandbox)}` },
	});
	return (await response.json()) as Totals;
}
