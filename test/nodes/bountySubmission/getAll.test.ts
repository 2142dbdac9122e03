import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SubmissionRow } from '../../../sandbox/bountySubmission/columns';
import { useService } from '../../support/node/nodeService';
import { row } from '../../support/sandbox/rows';
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

	it('returns the full response when Simplify is off', async () => {
		const [first] = await service.output({ ...OPERATION, bountyId, simple: false, limit: 1 });
		expect(first).toMatchObject({
			partner: { id: expect.stringMatching(/^pn_/) },
			urls: [expect.stringMatching(/^https:/)],
			files: [expect.objectContaining({ fileName: 'proof.png' })],
		});
	});

	it('filters by status, partner, and group', async () => {
		const rejected = await service.output({
			...OPERATION,
			bountyId,
			filters: { status: 'rejected' },
		});
		expect(ids(rejected)).toEqual(stored(({ status }) => status === 'rejected'));
		const { partner_id: partnerId, group_id: groupId } = row<{
			partner_id: string;
			group_id: string;
		}>(
			service.sandbox,
			`SELECT s.partner_id, e.group_id FROM bounty_submissions s JOIN enrollments e USING (partner_id)
			 WHERE s.id = ? AND e.group_id IS NOT NULL`,
			stored(({ status }) => status === 'submitted')[0],
		);
		const ofPartner = await service.output({
			...OPERATION,
			bountyId,
			filters: { partnerId, groupId, status: 'submitted' },
		});
		expect(ids(ofPartner)).toEqual(
			stored((s) => s.partner_id === partnerId && s.status === 'submitted'),
		);
	});

	it('sorts by performance count', async () => {
		const performance = bounty(service, "type = 'performance'");
		const listed = await service.output<{ performanceCount: number }>({
			...OPERATION,
			bountyId: performance,
			options: { sortBy: 'performanceCount', sortOrder: 'desc' },
		});
		const counts = listed.map(({ performanceCount }) => performanceCount);
		expect(new Set(counts).size).toBeGreaterThan(1);
		expect(counts).toEqual(counts.toSorted((a, b) => b - a));
	});

	it('reports an unknown bounty and names the required plan', async () => {
		const unknown = await service.failure({ ...OPERATION, bountyId: 'bnty_none' });
		expect(unknown.message).toBe('Bounty bnty_none not found.');
		const forbidden = await service.failure({ ...OPERATION, bountyId }, { workspace: 'pro' });
		expect(forbidden.description).toContain('the Business plan or higher');
	});

	it('fetches every page with Return All and only the pages that Limit requires', async () => {
		const submitted = (s: SubmissionRow) => s.status === 'submitted';
		const [copied] = submissions(service, bountyId).filter(submitted);
		for (let n = 0; stored(submitted).length < 130; n++) {
			service.sandbox.db.insert('bounty_submissions', { ...copied, id: `${copied.id}${n}` });
		}
		const parameters = { ...OPERATION, bountyId, filters: { status: 'submitted' } };
		const all = await service.output({ ...parameters, returnAll: true });
		expect(ids(all)).toEqual(stored(submitted));
		service.proxy.reset();
		expect(await service.output({ ...parameters, limit: 101 })).toEqual(all.slice(0, 101));
		expect(service.proxy.requests.map(({ query }) => query.pageSize)).toEqual(['100', '100']);
	});
});
