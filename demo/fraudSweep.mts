import { answerForm, buttonUrl } from '../n8n/approval.ts';
import type { Workflow } from '../n8n/client.ts';
import { items } from '../n8n/execution.ts';
import type { N8nInstance } from '../n8n/instance.ts';
import type { Sandbox } from '../sandbox/app/server.ts';
import type { FakeTraffic } from './fakeTraffic.mts';
import { banEffect } from './moderationEffects.mts';
import { verify, type Progress } from './progress.mts';
import { mailToTeam } from './team.mts';
import { executionUrl, finish, untilWaiting } from './workflows.mts';

/** An item that the workflow gives out for each suspicious partner. */
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
 * Runs the sweep, bans the dishonest partner but not the framed one, as the team would, and checks in the sandbox's
 * data that nobody was banned before and that the decisions took effect.
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
		'Partners or commissions have changed before anybody decided.',
	);
	const { subject, html } = mailToTeam(sandbox);
	progress.say(`The team is asked by email: ${subject}`);
	await answerForm(buttonUrl(html, 'Decide'), (label) =>
		label.includes(dishonest.partnerId) ? 'Ban' : 'Leave alone',
	);
	const execution = await finish(n8n, workflow, id);
	const evidence = items(execution, 'Evidence') as unknown as Evidence[];
	for (const { partnerId, clicks, address, share, seconds, sales } of evidence) {
		const { name } = banEffect(sandbox, partnerId);
		progress.say(
			`  ${name}: ${clicks} clicks from ${address} within ${seconds} s, ${share} % of all, ${sales} sales`,
		);
	}
	const results = items(execution, 'Results') as unknown as Result[];
	const banned = results.filter(({ result }) => result === 'banned');
	verify(banned.length === 1, `${banned.length} partners were banned instead of one.`);
	reportBan(progress, sandbox, banned[0]);
	const { status, canceledCommissions } = banEffect(sandbox, framed.partnerId);
	verify(
		status === 'approved' && canceledCommissions === before[1].canceledCommissions,
		`${framed.partner}, who was framed, is ${status} in the sandbox.`,
	);
	progress.say(`1 partner left alone: ${framed.partner}, framed from ${framed.address}`);
	progress.say(`The team is told by email: ${mailToTeam(sandbox).subject}`);
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
