import type { SubmissionRow } from '../bountySubmission/columns.ts';
import type { SamplePartner } from './partners.ts';
import type { Program } from './program.ts';
import type { Sample } from './sample.ts';
import type { SampleWorkspace } from './workspaces.ts';

const BOUNTIES = [
	{ name: 'Write about us', type: 'submission', reward_amount: 5000 },
	{ name: 'Surprise us', type: 'submission', reward_amount: null },
	{ name: 'Bring ten customers', type: 'performance', reward_amount: 10_000 },
] as const;

const STATUSES = [
	'submitted',
	'draft',
	'approved',
	'submitted',
	'rejected',
	'submitted',
] as const satisfies SubmissionRow['status'][];

/** Creates bounties with and without a fixed reward, each with submissions in every status. */
export function createBounties(
	sample: Sample,
	workspace: SampleWorkspace,
	program: Program,
	partners: SamplePartner[],
): void {
	const approved = partners.filter(({ status }) => status === 'approved');
	for (const bounty of BOUNTIES) {
		const createdAt = sample.daysAgo(40);
		const id = sample.id('bnty_', createdAt);
		sample.insert('bounties', { id, program_id: program.id, ...bounty, created_at: createdAt });
		STATUSES.forEach((status, i) => {
			const partner = approved[i % approved.length];
			createSubmission(sample, workspace, { id, type: bounty.type }, partner, status, i);
		});
	}
}

function createSubmission(
	sample: Sample,
	workspace: SampleWorkspace,
	bounty: { id: string; type: (typeof BOUNTIES)[number]['type'] },
	partner: SamplePartner,
	status: SubmissionRow['status'],
	i: number,
): void {
	const createdAt = sample.daysAgo(30 - i);
	const completedAt = status === 'draft' ? null : sample.daysAgo(20 - i - sample.random.fraction());
	const reviewed = status === 'approved' || status === 'rejected';
	const written = bounty.type === 'submission';
	sample.insert('bounty_submissions', {
		id: sample.id('bnty_sub_', createdAt),
		bounty_id: bounty.id,
		partner_id: partner.id,
		description: written ? 'An article with a comparison.' : null,
		urls: written ? JSON.stringify([`https://articles.example.net/${i + 1}`]) : null,
		files: written
			? JSON.stringify([
					{ url: `https://assets.example.com/${i}.png`, fileName: 'proof.png', size: 48_213 },
				])
			: null,
		status,
		performance_count: written ? null : sample.random.int(1, 10),
		social_metric_count: written ? sample.random.int(100, 9000) : null,
		completed_at: completedAt,
		reviewed_at: reviewed ? sample.daysAgo(5) : null,
		rejection_reason: status === 'rejected' ? 'didNotMeetCriteria' : null,
		rejection_note: status === 'rejected' ? 'The article does not name us.' : null,
		user_id: reviewed ? workspace.ownerId : null,
		created_at: createdAt,
	});
}
