import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { bounty, inState, submission } from '../../support/sandbox/submissions';

const RESOURCE = { resource: 'bountySubmission' };

const service = useService();

const rewarded = () => bounty(service, 'reward_amount = 5000');

describe.each([
	['approve', 'approved'],
	['reject', 'rejected'],
])('Bounty Submission · %s', (operation, status) => {
	it('returns what was decided the same way before, and changes nothing', async () => {
		const chosen = inState(service, rewarded(), status);
		const before = submission(service, chosen.submissionId);
		const decided = await service.output({ ...RESOURCE, operation, ...chosen });
		expect(decided).toMatchObject([{ id: chosen.submissionId, status }]);
		expect(submission(service, chosen.submissionId)).toEqual(before);
	});

	it('shows any other refusal of the service', async () => {
		const parameters = { ...RESOURCE, operation, bountyId: 'bnty_none', submissionId: 'x' };
		const { message } = await service.failure(parameters);
		expect(message).toBe('Bounty bnty_none not found.');
		expect(service.proxy.requests).toHaveLength(1);
	});
});

it('Bounty Submission · Approve requires a reward if the bounty has none', async () => {
	const chosen = inState(service, bounty(service, 'reward_amount IS NULL'), 'submitted');
	const { message } = await service.failure({ ...RESOURCE, operation: 'approve', ...chosen });
	expect(message).toMatch(/has no reward/);
});
