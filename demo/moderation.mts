import type { Workflow } from '../n8n/client.ts';
import { items } from '../n8n/execution.ts';
import type { N8nInstance } from '../n8n/instance.ts';
import type { Sandbox } from '../sandbox/server.ts';
import { banEffect, pendingApplicants, rejectionOf } from './moderationEffects.mts';
import { verify, type Progress } from './progress.mts';
import { executionUrl, run } from './workflows.mts';

/** An item that the workflow gives out for each partner. */
interface Decision {
	decision: 'kept' | 'rejected' | 'banned';
	partnerId: string;
	name: string;
	detail: string;
	note?: string;
}

/** Runs the moderation and checks in the sandbox's data that every decision took effect. */
export async function moderate(
	progress: Progress,
	n8n: N8nInstance,
	sandbox: Sandbox,
	workflow: Workflow,
): Promise<void> {
	const before = pendingApplicants(sandbox);
	const execution = await run(n8n, workflow, 'Every Morning');
	const [summary] = items(execution, 'Summary');
	verify(summary !== undefined, 'The workflow has decided nothing.');
	const decisions = summary.decisions as unknown as Decision[];
	const of = (kind: Decision['decision']) => decisions.filter(({ decision }) => decision === kind);

	const [kept, rejected, banned] = [of('kept'), of('rejected'), of('banned')];
	const decided = [...kept, ...rejected].map(({ partnerId }) => partnerId);
	verify(
		decided.length === before.length && before.every(({ id }) => decided.includes(id)),
		`${before.length} applications were pending, but ${decided.length} were decided on.`,
	);
	verify(rejected.length > 0, 'No application was rejected.');
	progress.say(`${before.length} applications: ${rejected.length} rejected, ${kept.length} kept.`);

	const stillPending = pendingApplicants(sandbox).map(({ id }) => id);
	for (const { partnerId, name, detail } of kept) {
		verify(stillPending.includes(partnerId), `The application of ${name} is not pending anymore.`);
		progress.say(`  kept      ${name}: ${detail}`);
	}
	for (const decision of rejected) reportRejection(progress, sandbox, decision);

	verify(banned.length === 1, `${banned.length} partners were banned instead of one.`);
	reportBan(progress, sandbox, banned[0]);
	progress.say(`Execution: ${executionUrl(n8n, workflow, execution)}`);
}

function reportRejection(
	progress: Progress,
	sandbox: Sandbox,
	{ partnerId, name, detail, note }: Decision,
): void {
	const { status, sentNote, mail, flagged } = rejectionOf(sandbox, partnerId);
	verify(status === 'rejected', `The application of ${name} is ${status} in the sandbox.`);
	verify(sentNote === note, `The sandbox has another note to ${name}: ${sentNote}`);
	verify(mail !== undefined, `No e-mail to ${name} is in the outbox.`);
	verify(
		flagged === detail.includes('flagged for fraud review'),
		`The fraud flag of ${name} is not the one of the workflow.`,
	);
	progress.say(`  rejected  ${name}: ${detail}`);
	progress.say(`            e-mail to ${mail.recipient}: ${note}`);
}

function reportBan(progress: Progress, sandbox: Sandbox, { partnerId, detail }: Decision): void {
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
	progress.say(`1 partner banned: ${effect.name}, ${detail}`);
	progress.say(
		`  ${disabledLinks} of ${links} links disabled, ${canceledCommissions} of ${commissions} commissions canceled, e-mail to ${effect.email ?? 'nobody'}`,
	);
}
