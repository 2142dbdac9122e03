import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { ApplicationRow } from '../../../sandbox/program/columns';
import { useService } from '../../support/node/nodeService';
import { programId, row } from '../../support/sandbox/rows';

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

function statusOf(partner: string): string {
	const sql = 'SELECT status FROM enrollments WHERE program_id = ? AND partner_id = ?';
	return row<{ status: string }>(
		service.sandbox,
		sql,
		programId(service.sandbox, 'business'),
		partner,
	).status;
}

function application(partner: string): ApplicationRow {
	const sql = 'SELECT * FROM applications WHERE partner_id = ?';
	return row<ApplicationRow>(service.sandbox, sql, partner);
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
		expect(statusOf(partner)).toBe('rejected');
	});

	it('sends and stores all fields and notifies the partner', async () => {
		const [partner] = applicants(1);
		const fields = {
			rejectionReason: 'notTheRightFit',
			rejectionNote: 'We look for shops with their own newsletter.',
			reapplicationTimeframe: 'never',
			flagForFraud: true,
			flagForFraudReason: 'Three accounts with one bank account',
		};
		await service.run({ ...OPERATION, partnerId: locator(partner), additionalFields: fields });
		expect(service.proxy.requests[0].body).toEqual({ partnerId: partner, ...fields });
		expect(application(partner)).toMatchObject({
			rejection_reason: fields.rejectionReason,
			rejection_note: fields.rejectionNote,
			reapplication_timeframe: 'never',
		});
		const alert = row(
			service.sandbox,
			"SELECT * FROM fraud_alerts WHERE partner_id = ? AND status = 'pending'",
			partner,
		);
		expect(alert.reason).toBe(fields.flagForFraudReason);
		const mail = row(
			service.sandbox,
			'SELECT * FROM outbox WHERE recipient = (SELECT email FROM partners WHERE id = ?)',
			partner,
		);
		expect(mail.body).toContain(fields.rejectionNote);
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

	it.each(['instant', 'standard', 'never'])('stores the timeframe %s', async (timeframe) => {
		const [partner] = applicants(1);
		const additionalFields = { reapplicationTimeframe: timeframe };
		await service.run({ ...OPERATION, partnerId: locator(partner), additionalFields });
		expect(application(partner).reapplication_timeframe).toBe(timeframe);
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
		['Fraud Reason', { flagForFraudReason: 'x'.repeat(2001) }, 'can have at most 2000 characters'],
		['Rejection Note', { rejectionNote: 'x'.repeat(501) }, 'can have at most 500 characters'],
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
