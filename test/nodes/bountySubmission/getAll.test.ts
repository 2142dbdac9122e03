import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SubmissionRow } from '../../../sandbox/bountySubmission/columns';
import { useService } from '../../support/node/nodeService';
import { bounty, submissions } from '../../support/sandbox/submissions';

const OPERATION = { resource: 'bountySubmission', operation: 'getAll' };

const service = useService();
let bountyId: string;

beforeAll(() => {
	bountyId = bounty(service, 'reward_amount = 5000');
});
beforeEach(() => service.proxy.resetWhenQuiet());

/** IDs, those longest complete first. */
function stored(filter: (submission: SubmissionRow) => boolean): string[] {
	return submissions(service, bountyId)
		.filter(filter)
		.map(({ id }) => id);
}

const ids = (listed: { id?: unknown }[]) => listed.map(({ id }) => id);

describe('Bounty Submission · Get Many', () => {
	it('lists all submissions except rejected ones, with ten flat fields', async () => {
		const listed = await service.output({ ...OPERATION, bountyId });
		expect(ids(listed)).toEqual(stored(({ status }) => status !== 'rejected'));
		const [first] = submissions(service, bountyId).filter(({ status }) => status !== 'rejected');
		expect(listed[0]).toEqual({
			id: first.id,
			bountyId,
			partnerId: first.partner_id,
			status: first.status,
			description: 'An article with a comparison.',
			urls: expect.stringMatching(/^https:/),
			performanceCount: null,
			socialMetricCount: first.social_metric_count,
			completedAt: new Date(Number(first.completed_at)).toISOString(),
			rejectionReason: null,
		});
	});

	it('reports an unknown bounty and names the required plan', async () => {
		const unknown = await service.failure({ ...OPERATION, bountyId: 'bnty_none' });
		expect(unknown.message).toBe('Bounty bnty_none not found.');
		const forbidden = await service.failure({ ...OPERATION, bountyId }, { workspace: 'pro' });
		expect(forbidden.description).toContain('the Business plan or higher');
	});
});
