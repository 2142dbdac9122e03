import type { Workflow } from '../n8n/client.ts';
import { items } from '../n8n/execution.ts';
import type { N8nInstance } from '../n8n/instance.ts';
import type { Sandbox } from '../sandbox/server.ts';
import { banEffect } from './moderationEffects.mts';
import { verify, type Progress } from './progress.mts';
import { mailToTeam } from './team.mts';
import { executionUrl, run } from './workflows.mts';

/** An item that the workflow gives out for each suspicious partner. */
interface Result {
	result: string;
	partnerId: string;
	clicks: number;
	address: string;
}

/** Runs the sweep and checks in the sandbox's data that the ban took effect. */
export async function sweep(
	progress: Progress,
	n8n: N8nInstance,
	sandbox: Sandbox,
	workflow: Workflow,
): Promise<void> {
	const execution = await run(n8n, workflow, 'Every Monday');
	const results = items(execution, 'Results') as unknown as Result[];
	const banned = results.filter(({ result }) => result === 'banned');
	verify(banned.length === 1, `${banned.length} partners were banned instead of one.`);
	reportBan(progress, sandbox, banned[0]);
	progress.say(`The team is told by e-mail: ${mailToTeam(sandbox).subject}`);
	progress.say(`Execution: ${executionUrl(n8n, workflow, execution)}`);
}

function reportBan(
	progress: Progress,
	sandbox: Sandbox,
	{ partnerId, clicks, address }: Result,
): void {
	const effect = banEffect(sandbox, partnerId);
	verify(
		effect.status === 'banned' && effect.reason === 'fake_traffic',
		`${effect.name} is ${effect.status} in the sandbox.`,
	);
	const { links, disabledLinks, commissions, canceledCommissions } = effect;
	verify(
		links > 0 && disabledLinks === links,
		`${links - disabledLinks} links of ${effect.name} still work.`,
	);
	verify(
		canceledCommissions === commissions,
		`${commissions - canceledCommissions} commissions of ${effect.name} are not canceled.`,
	);
	verify(
		effect.email === null || effect.mails > 0,
		`No e-mail to ${effect.name} is in the outbox.`,
	);
	progress.say(`1 partner banned: ${effect.name}, ${clicks} clicks from ${address}`);
	progress.say(
		`  ${disabledLinks} of ${links} links disabled, ${canceledCommissions} of ${commissions} commissions canceled, e-mail to ${effect.email ?? 'nobody'}`,
	);
}
