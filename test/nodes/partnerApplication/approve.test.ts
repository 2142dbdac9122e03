import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { locator } from '../../support/node/locator';
import { enrollmentOf, groupId, linksOf } from '../../support/sandbox/partners';
import { programId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'partnerApplication', operation: 'approve' };

const service = useService();

/** Partners whose application is in a state. */
function applicants(count: number, status = 'pending'): string[] {
	return service.sandbox.db
		.all<{ id: string }>(
			`SELECT partner_id AS id FROM enrollments
			 WHERE program_id = ? AND status = ? AND application_id IS NOT NULL ORDER BY id LIMIT ?`,
			programId(service.sandbox, 'business'),
			status,
			count,
		)
		.map(({ id }) => id);
}

describe('Partner Application · Approve', () => {
	it('requires only the applicant, enrolls them, and creates a link', async () => {
		const [partner] = applicants(1);
		const { group_id: appliedTo } = enrollmentOf(service.sandbox, partner);
		expect(
			await service.output({ ...OPERATION, partnerId: locator('list', partner) }),
		).toMatchObject([
			{
				partnerId: partner,
				name: expect.stringMatching(/./),
				status: 'approved',
				changed: true,
				effect: 'The partner is enrolled and gets a link shortly.',
			},
		]);
		expect(service.proxy.requests[0].body).toEqual({ partnerId: partner });
		expect(enrollmentOf(service.sandbox, partner)).toMatchObject({
			status: 'approved',
			group_id: appliedTo ?? groupId(service.sandbox, 'default'),
		});
		expect(linksOf(service.sandbox, partner)).toHaveLength(1);
	});
});
