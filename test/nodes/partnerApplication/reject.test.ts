import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { programId } from '../../support/sandbox/rows';
import { locator } from '../../support/node/locator';

const OPERATION = { resource: 'partnerApplication', operation: 'reject' };

const service = useService();

/** Partners whose application is pending. */
function applicants(count: number): string[] {
	return service.sandbox.db
		.all<{ id: string }>(
			`SELECT partner_id AS id FROM enrollments
			 WHERE program_id = ? AND status = 'pending' AND application_id IS NOT NULL LIMIT ?`,
			programId(service.sandbox, 'business'),
			count,
		)
		.map(({ id }) => id);
}

describe('Partner Application · Reject', () => {
	it('requires only the applicant', async () => {
		const [partner] = applicants(1);
		expect(
			await service.output({ ...OPERATION, partnerId: locator('list', partner) }),
		).toMatchObject([
			{
				partnerId: partner,
				name: expect.stringMatching(/./),
				status: 'rejected',
				changed: true,
				effect: 'The partner is notified by email and can apply again after 30 days.',
			},
		]);
		expect(service.proxy.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
		expect(service.proxy.requests[0]).toMatchObject({
			method: 'POST',
			path: '/partners/applications/reject',
			query: {},
			body: { partnerId: partner },
		});
	});

	it('accepts text and booleans from expressions and omits blank fields', async () => {
		service.proxy.respondNext({ status: 200, body: { partnerId: 'pn_1' } });
		await service.run(
			{
				...OPERATION,
				partnerId: '={{ $json.partner }}',
				additionalFields: {
					flagForFraud: '={{ $json.flag }}',
					flagForFraudReason: '={{ $json.number }}',
					rejectionNote: '   ',
				},
			},
			{ items: [{ partner: { mode: 'id', value: 'pn_1' }, flag: 'true', number: 3 }] },
		);
		expect(service.proxy.requests[0].body).toEqual({
			partnerId: 'pn_1',
			flagForFraud: true,
			flagForFraudReason: '3',
		});
	});
});
