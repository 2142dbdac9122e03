import { expect, it } from '@jest/globals';
import type { BountyRow, SubmissionRow } from '../../../sandbox/bountySubmission/columns.ts';
import { Api, outcome } from '../../support/sandbox/api.ts';
import { listen } from '../../support/sandbox/received.ts';
import { useReceiver } from '../../support/sandbox/receiver.ts';
import { programId, row } from '../../support/sandbox/rows.ts';
import { useSandboxForEach } from '../../support/sandbox/useSandbox.ts';

interface Submission {
	id: string;
	status: string;
	partnerId: string;
	completedAt: string | null;
	reviewedAt: string | null;
	rejectionReason: string | null;
	rejectionNote: string | null;
	performanceCount: number | null;
	socialMetricCount: number | null;
	partner?: { id: string; groupId: string };
	commission?: { id: string; earnings: number } | null;
	user?: { id: string } | null;
}

const sandbox = useSandboxForEach();
const receiver = useReceiver();
const api = new Api(sandbox, 'business');

function bounty(where: string, plan = 'business'): BountyRow {
	return row(
		sandbox,
		`SELECT * FROM bounties WHERE program_id = ? AND ${where} ORDER BY id`,
		programId(sandbox, plan),
	);
}

const rewarded = () => bounty('reward_amount = 5000');

function submission({ id }: BountyRow, status: string): SubmissionRow {
	return row(
		sandbox,
		'SELECT * FROM bounty_submissions WHERE bounty_id = ? AND status = ? ORDER BY id',
		id,
		status,
	);
}

async function list({ id }: BountyRow, query = ''): Promise<Submission[]> {
	const response = await api.get<Submission[]>(`/bounties/${id}/submissions?${query}`);
	expect([query, outcome(response)]).toEqual([query, '200']);
	return response.body;
}

const decide = (
	{ bounty_id, id }: Pick<SubmissionRow, 'bounty_id' | 'id'>,
	decision: 'approve' | 'reject',
	body?: unknown,
) =>
	api.send<Submission>(
		'POST',
		`/bounties/${bounty_id}/submissions/${id}/${decision}`,
		body === undefined || body === '' ? body : JSON.stringify(body),
	);

it('lists submissions by completion time, oldest first, without rejected ones', async () => {
	const all = await list(rewarded());
	expect(all.map(({ status }) => status)).not.toContain('rejected');
	const times = all.map(({ completedAt }) => completedAt);
	const given = times.filter((time) => time !== null);
	expect(times.slice(0, given.length)).toEqual(given.toSorted());
	expect((await list(rewarded(), 'status=rejected')).map(({ status }) => status)).toEqual([
		'rejected',
	]);
	const [{ partnerId, partner }] = all;
	for (const item of await list(rewarded(), `partnerId=${partnerId}`)) {
		expect(item.partner?.id).toBe(partnerId);
	}
	for (const item of await list(rewarded(), `groupId=${partner?.groupId}`)) {
		expect(item.partner?.groupId).toBe(partner?.groupId);
	}
	expect(await list(rewarded(), 'pageSize=1&page=2')).toEqual([all[1]]);
	const counts = (
		await list(bounty("type = 'performance'"), 'sortBy=performanceCount&sortOrder=desc')
	).map(({ performanceCount }) => performanceCount);
	expect(counts).toEqual(counts.toSorted((a, b) => Number(b) - Number(a)));
});

it('pays the bounty reward for an approved submission', async () => {
	const received = await listen(sandbox, receiver, ['commission.created']);
	const submitted = submission(rewarded(), 'submitted');
	const response = await decide(submitted, 'approve');
	expect([response.status, response.body]).toEqual([
		200,
		expect.objectContaining({
			id: submitted.id,
			status: 'approved',
			reviewedAt: expect.any(String),
		}),
	]);
	expect(response.body).not.toHaveProperty('partner');
	const [listed] = (await list(rewarded(), 'status=approved')).filter(
		({ id }) => id === submitted.id,
	);
	expect(listed).toMatchObject({
		commission: { id: expect.stringMatching(/^cm_/), earnings: 5000 },
		user: { id: expect.stringMatching(/^user_/) },
	});
	const { body: commissions } = await api.get<{ id: string }[]>(
		`/commissions?type=custom&partnerId=${submitted.partner_id}`,
	);
	expect(commissions[0]).toMatchObject({ id: listed.commission?.id, earnings: 5000, amount: 0 });
	const [{ data }] = await received();
	expect(data).toMatchObject({
		id: listed.commission?.id,
		type: 'custom',
		customer: null,
		link: null,
		partner: { id: submitted.partner_id },
	});
	expect(outcome(await decide(submitted, 'approve'))).toBe('400 bad_request');
	expect(outcome(await decide(submitted, 'reject'))).toBe('400 bad_request');
});

it.each([
	[1233.6, 1234],
	[-500, -500],
])('rounds a reward amount of %d, also to claw back, to %d', async (rewardAmount, earnings) => {
	const submitted = submission(bounty('reward_amount IS NULL'), 'submitted');
	expect(outcome(await decide(submitted, 'approve', { rewardAmount }))).toBe('200');
	const earned = `SELECT earnings FROM commissions WHERE id =
		(SELECT commission_id FROM bounty_submissions WHERE id = ?)`;
	expect(row(sandbox, earned, submitted.id)).toMatchObject({ earnings });
});

it('keeps the rejection reason and note until the submission is approved', async () => {
	const submitted = submission(rewarded(), 'submitted');
	const rejected = await decide(submitted, 'reject', {
		rejectionReason: 'invalidProof',
		rejectionNote: ' Blurred ',
	});
	expect(rejected.body).toMatchObject({
		status: 'rejected',
		rejectionReason: 'invalidProof',
		rejectionNote: 'Blurred',
	});
	expect(outcome(await decide(submitted, 'reject'))).toBe('400 bad_request');
	expect((await decide(submitted, 'approve')).body).toMatchObject({
		status: 'approved',
		rejectionReason: null,
		rejectionNote: null,
	});
	// Clients announce JSON even where they send nothing.
	const plain = await decide(submission(rewarded(), 'submitted'), 'reject', '');
	expect(plain.body).toMatchObject({ rejectionReason: 'other', rejectionNote: null });
});

it('rejects drafts, and bounties of other programs', async () => {
	const draft = submission(rewarded(), 'draft');
	expect(outcome(await decide(draft, 'approve'))).toBe('400 bad_request');
	expect(outcome(await decide(draft, 'reject'))).toBe('400 bad_request');
	const submitted = submission(rewarded(), 'submitted');
	const unrelated = bounty('TRUE', 'advanced');
	expect(outcome(await api.get(`/bounties/${unrelated.id}/submissions`))).toBe('404 not_found');
	expect(outcome(await decide(submission(unrelated, 'submitted'), 'approve'))).toBe(
		'404 not_found',
	);
	const { id: elsewhere } = bounty('reward_amount IS NULL');
	expect(outcome(await decide({ ...submitted, bounty_id: elsewhere }, 'approve'))).toBe(
		'404 not_found',
	);
});
