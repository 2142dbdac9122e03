import { answerForm, buttonUrl } from '../n8n/approval.ts';
import type { Workflow } from '../n8n/client.ts';
import { items } from '../n8n/execution.ts';
import type { N8nInstance } from '../n8n/instance.ts';
import type { Sandbox } from '../../sandbox/app/server.ts';
import type { FakeTraffic } from './fakeTraffic.ts';
import { banEffect } from './moderationEffects.ts';
import { verify, type Progress } from './progress.ts';
import { mailToTeam } from './team.ts';
import { executionUrl, finish, untilWaiting } from './workflows.ts';

/** An output item of the workflow, for each suspicious partner. */
interface Result {
	result: string;
	partnerId: string;
	clicks: number;
	address: string;
}

interface Evidence extends Omit<Result, 'result'> {
	share: number;
	seconds: number;
	sales: number;
}

/**
 * Runs the sweep and, as the team, bans the dishonest partner but not the framed one. Checks in the sandbox's data that
 * nobody was banned before, and that the decisions took effect.
 */
export async function sweep(
	progress: Progress,
	n8n: N8nInstance,
	sandbox: Sandbox,
	workflow: Workflow,
	dishonest: FakeTraffic,
	framed: FakeTraffic,
): Promise<void> {
	const effects = () => [dishonest, framed].map(({ partnerId }) => banEffect(sandbox, partnerId));
	const before = effects();
	const id = await n8n.client.run(workflow.id, { trigger: 'Every Monday' });
	await untilWaiting(n8n, workflow, id);
	verify(
		effects().every(({ status, canceledCommissions }, index) => {
			const { status: earlier, canceledCommissions: canceled } = before[index];
			return status === earlier && canceledCommissions === canceled;
		}),
		'Partners or commissions changed before the decision.',
	);
	const { subject, html } = mailToTeam(sandbox);
	progress.log(`Email to the team: ${subject}`);
	await answerForm(buttonUrl(html, 'Decide'), (label) =>
		label.includes(dishonest.partnerId) ? 'Ban' : 'Leave alone',
	);
	const execution = await finish(n8n, workflow, id);
	const evidence = items(execution, 'Evidence') as unknown as Evidence[];
	for (const { partnerId, clicks, address, share, seconds, sales } of evidence) {
		const { name } = banEffect(sandbox, partnerId);
		progress.log(
			`  ${name}: ${clicks} clicks from ${address} within ${seconds} s, ${share}% of their clicks, ${sales} sales`,
		);
	}
	const results = items(execution, 'Results') as unknown as Result[];
	const banned = results.filter(({ result }) => result === 'banned');
	verify(banned.length === 1, `${banned.length} partners were banned instead of one.`);
	reportBan(progress, sandbox, banned[0]);
	const { status, canceledCommissions } = banEffect(sandbox, framed.partnerId);
	verify(
		status === 'approved' && canceledCommissions === before[1].canceledCommissions,
		`${framed.partner} was framed, but is ${status} in the sandbox.`,
	);
	progress.log(`1 partner left alone: ${framed.partner}, framed from ${framed.address}`);
	progress.log(`Email to the team: ${mailToTeam(sandbox).subject}`);
	progress.log(`Execution: ${executionUrl(n8n, workflow, execution)}`);
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
		`${links - disabledLinks} links of ${effect.name} are not disabled.`,
	);
	verify(
		canceledCommissions === commissions,
		`${commissions - canceledCommissions} commissions of ${effect.name} are not canceled.`,
	);
	verify(effect.email === null || effect.mails > 0, `No email to ${effect.name} is in the outbox.`);
	progress.log(`1 partner banned: ${effect.name}, ${clicks} clicks from ${address}`);
	progress.log(
		`  ${disabledLinks} of ${links} links disabled, ${canceledCommissions} of ${commissions} commissions canceled, email to ${effect.email ?? 'nobody'}`,
	);
}
