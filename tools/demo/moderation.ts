import { answerForm, buttonUrl } from '../n8n/approval.ts';
import type { Workflow } from '../n8n/client.ts';
import { items } from '../n8n/execution.ts';
import type { N8nInstance } from '../n8n/instance.ts';
import type { Sandbox } from '../../sandbox/app/server.ts';
import { pendingApplicants, rejectionOf, statusOf } from './moderationEffects.ts';
import { verify, type Progress } from './progress.ts';
import { mailToTeam } from './team.ts';
import { executionUrl, finish, untilWaiting } from './workflows.ts';

/** An output item of the workflow, for each applicant. */
interface Decision {
	decision: 'kept' | 'rejected' | 'approved';
	partnerId: string;
	name: string;
	detail: string;
	note?: string;
}

/**
 * Runs the moderation and, as the team, approves the first application. Checks in the sandbox's data that every decision
 * took effect.
 */
export async function moderate(
	progress: Progress,
	n8n: N8nInstance,
	sandbox: Sandbox,
	workflow: Workflow,
): Promise<void> {
	const before = pendingApplicants(sandbox);
	const id = await n8n.client.run(workflow.id, { trigger: 'Every Morning' });
	await untilWaiting(n8n, workflow, id);
	const { subject, html } = mailToTeam(sandbox);
	progress.log(`Email to the team: ${subject}`);
	const choices = ['Approve'];
	await answerForm(buttonUrl(html, 'Decide'), () => choices.shift() ?? 'Leave open');
	const execution = await finish(n8n, workflow, id);
	const [summary] = items(execution, 'Summary');
	verify(summary !== undefined, 'The workflow made no decisions.');
	const decisions = summary.decisions as unknown as Decision[];
	const of = (kind: Decision['decision']) => decisions.filter(({ decision }) => decision === kind);

	const [kept, rejected, approved] = [of('kept'), of('rejected'), of('approved')];
	const decided = [...kept, ...rejected, ...approved].map(({ partnerId }) => partnerId);
	verify(
		decided.length === before.length && before.every(({ id }) => decided.includes(id)),
		`${before.length} applications were pending, but there are ${decided.length} decisions.`,
	);
	verify(rejected.length > 0, 'No application was rejected.');
	progress.log(
		`${before.length} applications: ${rejected.length} rejected, ${approved.length} approved, ${kept.length} kept.`,
	);

	const stillPending = pendingApplicants(sandbox).map(({ id }) => id);
	for (const { partnerId, name, detail } of kept) {
		verify(stillPending.includes(partnerId), `The application of ${name} is no longer pending.`);
		progress.log(`  kept      ${name}: ${detail}`);
	}
	for (const decision of rejected) reportRejection(progress, sandbox, decision);
	verify(approved.length === 1, `${approved.length} applicants were approved instead of one.`);
	for (const { partnerId, name, detail } of approved) {
		verify(statusOf(sandbox, partnerId) === 'approved', `${name} is not approved in the sandbox.`);
		progress.log(`  approved  ${name}: ${detail}`);
	}
	progress.log(`Execution: ${executionUrl(n8n, workflow, execution)}`);
}

function reportRejection(
	progress: Progress,
	sandbox: Sandbox,
	{ partnerId, name, detail, note }: Decision,
): void {
	const { status, sentNote, mail, flagged } = rejectionOf(sandbox, partnerId);
	verify(status === 'rejected', `The application of ${name} is ${status} in the sandbox.`);
	verify(sentNote === note, `The note to ${name} in the sandbox is different: ${sentNote}`);
	verify(mail !== undefined, `No email to ${name} is in the outbox.`);
	verify(
		flagged === detail.includes('flagged for fraud review'),
		`The fraud flag of ${name} differs from the workflow.`,
	);
	progress.log(`  rejected  ${name}: ${detail}`);
	progress.log(`            email to ${mail.recipient}: ${note}`);
}
