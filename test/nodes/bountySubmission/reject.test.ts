import { describe, expect, it } from '@jest/globals';
import { useServiceForEach } from '../../support/node/nodeService';
import { bounty, inState, submission } from '../../support/sandbox/submissions';

const OPERATION = { resource: 'bountySubmission', operation: 'reject' };

const service = useServiceForEach();

const rewarded = () => bounty(service, 'reward_amount = 5000');

describe('Bounty Submission · Reject', () => {
	it('rejects a pending submission with the reason "other" by default', async () => {
		const chosen = inState(service, rewarded(), 'submitted');
		const [rejected] = await service.output({ ...OPERATION, ...chosen });
		expect(rejected).toMatchObject({
			id: chosen.submissionId,
			status: 'rejected',
			rejectionReason: 'other',
		});
		expect(Object.keys(rejected)).toHaveLength(10);
	});

	it('sends the reason and the note', async () => {
		const chosen = inState(service, rewarded(), 'submitted');
		const [rejected] = await service.output({
			...OPERATION,
			...chosen,
			simple: false,
			additionalFields: { rejectionReason: 'invalidProof', rejectionNote: ' Blurred ' },
		});
		expect(rejected).toMatchObject({ rejectionNote: 'Blurred', reviewedAt: expect.any(String) });
		expect(submission(service, chosen.submissionId)).toMatchObject({
			status: 'rejected',
			rejection_reason: 'invalidProof',
			rejection_note: 'Blurred',
		});
	});

	it.each([
		'didNotMeetCriteria',
		'duplicateSubmission',
		'invalidProof',
		'other',
		'outOfTimeWindow',
	])('accepts the reason %s', async (rejectionReason) => {
		const chosen = inState(service, rewarded(), 'submitted');
		await service.run({ ...OPERATION, ...chosen, additionalFields: { rejectionReason } });
		expect(submission(service, chosen.submissionId).rejection_reason).toBe(rejectionReason);
	});
});
