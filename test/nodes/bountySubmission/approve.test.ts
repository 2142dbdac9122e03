import { describe, expect, it } from '@jest/globals';
import { useServiceForEach } from '../../support/node/nodeService';
import { row } from '../../support/sandbox/rows';
import { bounty, inState, submission } from '../../support/sandbox/submissions';

const OPERATION = { resource: 'bountySubmission', operation: 'approve' };

const service = useServiceForEach();

const rewarded = () => bounty(service, 'reward_amount = 5000');
const unrewarded = () => bounty(service, 'reward_amount IS NULL');

/** Cents that the approval of a submission earned its partner. */
function reward(submissionId: string): number {
	const sql = 'SELECT earnings FROM commissions WHERE id = ?';
	const { commission_id } = submission(service, submissionId);
	return row<{ earnings: number }>(service.sandbox, sql, String(commission_id)).earnings;
}

describe('Bounty Submission · Approve', () => {
	it.each(['submitted', 'rejected'])(
		'approves a %s submission and pays the reward of the bounty',
		async (state) => {
			const chosen = inState(service, rewarded(), state);
			const [approved] = await service.output({ ...OPERATION, ...chosen });
			expect(approved).toMatchObject({
				id: chosen.submissionId,
				status: 'approved',
				rejectionReason: null,
			});
			expect(Object.keys(approved)).toHaveLength(10);
			expect(reward(chosen.submissionId)).toBe(5000);
		},
	);

	it('requires a reward amount if the bounty has no reward', async () => {
		const chosen = inState(service, unrewarded(), 'submitted');
		const error = await service.failure({ ...OPERATION, ...chosen });
		expect(error.message).toMatch(/has no reward/);
		const [approved] = await service.output({
			...OPERATION,
			...chosen,
			simple: false,
			additionalFields: { rewardAmount: '={{ "1234" }}' },
		});
		expect(approved).toMatchObject({ status: 'approved', reviewedAt: expect.any(String) });
		expect(reward(chosen.submissionId)).toBe(1234);
	});
});
