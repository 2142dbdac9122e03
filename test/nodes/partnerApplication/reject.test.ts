import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';
import { programId } from '../../support/sandbox/rows';

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

function locator(value: string, mode = 'id') {
	return { __rl: true, mode, value };
}

describe('Partner Application · Reject', () => {
	it('requires only the applicant', async () => {
		const [partner] = applicants(1);
		expect(
			await service.output({ ...OPERATION, partnerId: locator(partner, 'list') }),
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

	it.each(['needsMoreDetail', 'doesNotMeetRequirements', 'notTheRightFit', 'other'])(
		'sends the reason %s',
		async (rejectionReason) => {
			service.proxy.respondNext({ status: 200, body: { partnerId: 'pn_1' } });
			const additionalFields = { rejectionReason };
			await service.run({ ...OPERATION, partnerId: locator('pn_1'), additionalFields });
			expect(service.proxy.requests[0].body).toEqual({ partnerId: 'pn_1', rejectionReason });
		},
	);

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

	it.each<[string, INodeParameters, string]>([
		['Fraud Reason', { flagForFraud: true }, "is required when 'Flag for Fraud' is on"],
		[
			'Fraud Reason',
			{ flagForFraud: true, flagForFraudReason: '  ' },
			"is required when 'Flag for Fraud' is on",
		],
		[
			'Reapplication Timeframe',
			{ flagForFraud: true, flagForFraudReason: 'x', reapplicationTimeframe: 'instant' },
			"cannot be Instant when 'Flag for Fraud' is on. Choose Standard or Never.",
		],
	])(
		"rejects an invalid '%s' before sending a request: %j",
		async (label, additionalFields, text) => {
			expect(
				await service.refusal({
					...OPERATION,
					partnerId: locator('pn_1'),
					additionalFields,
				}),
			).toBe(`'${label}' ${text}`);
		},
	);

	it.each([
		['', "'Applicant' is empty. Choose one from the list or enter its ID."],
		['pga_1', "'Applicant' takes the partner ID (pn_...), not the application ID (pga_...)"],
	])('rejects the applicant %p before sending a request', async (partner, message) => {
		expect(await service.refusal({ ...OPERATION, partnerId: locator(partner) })).toBe(message);
	});
});
