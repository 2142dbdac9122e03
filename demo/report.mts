import type { Workflow } from '../n8n/client.ts';
import { items } from '../n8n/execution.ts';
import type { N8nInstance } from '../n8n/instance.ts';
import { verify, type Progress } from './progress.mts';
import { executionUrl, run } from './workflows.mts';
import type { Sandbox } from '../sandbox/server.ts';
import { WORKSPACE } from './sandbox.mts';

/** The item that the workflow gives out. */
interface Report {
	period: string;
	clicks: number;
	leads: number;
	sales: number;
	revenue: number;
	topCountries: Array<{ country: string; clicks: number }>;
	topLinks: Array<{ shortLink: string; clicks: number }>;
}

const PERIOD = 30 * 24 * 60 * 60 * 1000;

/** Runs the report and checks its numbers against the sandbox's data. */
export async function report(
	progress: Progress,
	n8n: N8nInstance,
	sandbox: Sandbox,
	workflow: Workflow,
): Promise<void> {
	const begun = sandbox.clock.now();
	const execution = await run(n8n, workflow, 'Run Now');
	const [item] = items(execution, 'Report');
	const { period, topCountries, topLinks, ...numbers } = item as unknown as Report;
	const { clicks, leads, sales, revenue } = numbers;
	const most = storedNumbers(sandbox, begun);
	const least = storedNumbers(sandbox, sandbox.clock.now());
	for (const name of ['clicks', 'leads', 'sales', 'revenue'] as const) {
		verify(
			least[name] <= numbers[name] && numbers[name] <= most[name],
			`The report counts ${numbers[name]} ${name}, the sandbox holds ${most[name]}.`,
		);
	}
	verify(clicks > 0 && topCountries.length > 0 && topLinks.length > 0, 'The report is empty.');
	progress.say(`${period}: ${clicks} clicks, ${leads} leads, ${sales} sales`);
	progress.say(`Revenue:       ${revenue.toFixed(2)} USD`);
	progress.say(
		`Top countries: ${topCountries.map((top) => `${top.country} ${top.clicks}`).join(', ')}`,
	);
	progress.say(
		`Top links:     ${topLinks.map((top) => `${top.shortLink} ${top.clicks}`).join('\n                 ')}`,
	);
	progress.say(`Execution: ${executionUrl(n8n, workflow, execution)}`);
}

/** The period ends at `now`. Events of deleted links do not count: the service does not list them. */
function storedNumbers({ db }: Sandbox, now: number) {
	const count = (kind: string) =>
		db.get<{ count: number; amount: number | null }>(
			`SELECT count(*) AS count, sum(amount) AS amount FROM events
			 WHERE workspace_id = (SELECT id FROM workspaces WHERE slug = ?) AND kind = ? AND timestamp >= ?
			 AND link_id IN (SELECT id FROM links)`,
			WORKSPACE,
			kind,
			now - PERIOD,
		) ?? { count: 0, amount: 0 };
	const sales = count('sale');
	return {
		clicks: count('click').count,
		leads: count('lead').count,
		sales: sales.count,
		revenue: (sales.amount ?? 0) / 100,
	};
}
