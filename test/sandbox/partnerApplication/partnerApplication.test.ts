import { expect, it } from '@jest/globals';
import type { ApplicationRow, EnrollmentRow } from '../../../sandbox/program/columns.ts';
import { Api, messageOf, outcome } from '../../support/sandbox/api.ts';
import { programId, row } from '../../support/sandbox/rows.ts';
import { useSandboxForEach } from '../../support/sandbox/useSandbox.ts';

interface Application {
	id: string;
	createdAt: string;
	partner: { id: string; country: string; groupId: string; status: string; email: string };
	applicationFormData: { label: string; value: string | null }[] | null;
}

const DAY = 24 * 60 * 60 * 1000;

const sandbox = useSandboxForEach();
const api = new Api(sandbox, 'business');

async function list(query = ''): Promise<Application[]> {
	const response = await api.get<Application[]>(`/partners/applications${query}`);
	expect([query, outcome(response)]).toEqual([query, '200']);
	return response.body;
}

function reject(body: unknown, caller = api) {
	return caller.post<{ partnerId: string }>('/partners/applications/reject', body);
}

function state(partnerId: string) {
	const enrollment = row<EnrollmentRow>(
		sandbox,
		'SELECT * FROM enrollments WHERE partner_id = ?',
		partnerId,
	);
	const application = row<ApplicationRow>(
		sandbox,
		'SELECT * FROM applications WHERE partner_id = ?',
		partnerId,
	);
	return { enrollment, application };
}

it('lists pending applications, newest first', async () => {
	const all = await list();
	const pending = sandbox.db.all<{ id: string }>(
		`SELECT a.id FROM applications a JOIN enrollments e ON e.application_id = a.id
		 WHERE e.program_id = ? AND e.status = 'pending'`,
		programId(sandbox, 'business'),
	);
	expect(all.map((a) => a.id).sort()).toEqual(pending.map((a) => a.id).sort());
	const dates = all.map((a) => a.createdAt);
	expect(dates).toEqual([...dates].sort().reverse());
	expect(all.every(({ partner }) => partner.status === 'pending')).toBe(true);
	expect(all.find((a) => a.applicationFormData)?.applicationFormData?.[0]).toEqual({
		label: expect.any(String),
		value: expect.anything(),
	});
	expect(await list('?pageSize=5&page=2')).toEqual(all.slice(5, 10));
	const { country, groupId } = all[0].partner;
	expect(await list(`?country=${country}`)).toEqual(
		all.filter((a) => a.partner.country === country),
	);
	expect(await list(`?groupId=${groupId}`)).toEqual(
		all.filter((a) => a.partner.groupId === groupId),
	);
});

it('rejects an application with a reason and a note, and notifies the partner', async () => {
	const [{ partner }] = await list();
	const response = await reject({
		partnerId: partner.id,
		rejectionReason: 'needsMoreDetail',
		rejectionNote: '  Please describe your audience.  ',
	});
	expect([response.status, response.body]).toEqual([200, { partnerId: partner.id }]);
	const { enrollment, application } = state(partner.id);
	expect(enrollment.status).toBe('rejected');
	expect(application).toMatchObject({
		rejection_reason: 'needsMoreDetail',
		rejection_note: 'Please describe your audience.',
		reapplication_timeframe: 'standard',
		reviewed_at: expect.any(Number),
	});
	expect(enrollment.reapply_after).toBe((application.reviewed_at ?? 0) + 30 * DAY);
	const mail = row<{ recipient: string; body: string }>(sandbox, 'SELECT * FROM outbox');
	expect(mail.recipient).toBe(partner.email);
	expect(mail.body).toContain('Needs more detail');
	expect(mail.body).toContain('Please describe your audience.');
	expect((await list()).map((a) => a.partner.id)).not.toContain(partner.id);
	expect(outcome(await reject({ partnerId: partner.id }))).toBe('400 bad_request');
});

it('sets when the partner can apply again', async () => {
	const [one, two] = await list();
	await reject({ partnerId: one.partner.id, reapplicationTimeframe: 'instant' });
	await reject({ partnerId: two.partner.id, reapplicationTimeframe: 'never', rejectionNote: ' ' });
	const instant = state(one.partner.id);
	expect(instant.enrollment.status).toBe('rejected');
	expect(instant.enrollment.reapply_after).toBe(instant.application.reviewed_at);
	const never = state(two.partner.id);
	expect(never.enrollment).toMatchObject({ status: 'rejected', reapply_after: null });
	expect(never.application).toMatchObject({ rejection_reason: null, rejection_note: null });
});

it('flags a partner for fraud with a reason and resolves earlier alerts', async () => {
	const [{ partner }] = await list();
	const program_id = programId(sandbox, 'business');
	const earlier = { id: 'fra_old', program_id, partner_id: partner.id, created_at: 1 };
	sandbox.db.insert('fraud_alerts', { ...earlier, reason: 'old', status: 'pending' });
	await reject({
		partnerId: partner.id,
		flagForFraud: true,
		flagForFraudReason: ' Same network as a banned partner ',
		reapplicationTimeframe: 'never',
	});
	const alerts = sandbox.db.all(
		'SELECT reason, status FROM fraud_alerts WHERE partner_id = ? ORDER BY created_at',
		partner.id,
	);
	expect(alerts).toEqual([
		{ reason: 'old', status: 'resolved' },
		{ reason: 'Same network as a banned partner', status: 'pending' },
	]);
});

it('does not flag a partner if only a reason is given', async () => {
	const [{ partner }] = await list();
	expect(outcome(await reject({ partnerId: partner.id, flagForFraudReason: 'x' }))).toBe('200');
	const sql = 'SELECT 1 FROM fraud_alerts WHERE partner_id = ?';
	expect(sandbox.db.get(sql, partner.id)).toBeUndefined();
});

it('returns an error for invalid requests', async () => {
	const [{ partner }] = await list();
	const partnerId = partner.id;
	const fraud = { partnerId: 'pn_unknown', flagForFraud: true };
	const cases: [unknown, string][] = [
		// The fraud rules come before the partner is looked up.
		[{ ...fraud, flagForFraudReason: 'x', reapplicationTimeframe: 'instant' }, '400 bad_request'],
		[{ ...fraud, flagForFraudReason: '  ' }, '400 bad_request'],
		[{ ...fraud, flagForFraudReason: 'x' }, '404 not_found'],
	];
	for (const [body, expected] of cases) {
		expect([body, outcome(await reject(body))]).toEqual([body, expected]);
	}
	expect(messageOf(await reject({}))).toBe(
		'invalid_type: partnerId: Invalid input: expected string, received undefined',
	);
	expect(messageOf(await reject({ partnerId, rejectionNote: 'x'.repeat(501) }))).toBe(
		'too_big: rejectionNote: Too big: expected string to have <=500 characters',
	);
	expect(state(partnerId).enrollment.status).toBe('pending');
	const exact = { partnerId, rejectionNote: 'x'.repeat(500), flagForFraudReason: 'x'.repeat(2000) };
	expect(outcome(await reject({ ...exact, flagForFraud: true }))).toBe('200');
});

it('rejects only applications for the program of the workspace', async () => {
	const body = { partnerId: (await list())[0].partner.id };
	expect(outcome(await reject(body, new Api(sandbox, 'advanced')))).toBe('404 not_found');
});
