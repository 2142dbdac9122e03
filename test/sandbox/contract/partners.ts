import { expect } from '@jest/globals';
import { programId, SQL_TEXTS, type Bench, type Json, type Row } from './row.ts';

type Fields = Record<string, Json>;

/** A partner of the Business program with a status, optionally with a tenant ID. */
function partner({ value }: Bench, status: string, column = 'partner_id'): string {
	return value(
		`SELECT ${column} FROM enrollments WHERE program_id = ${programId('business')} AND status = ?
		 AND ${column} IS NOT NULL ORDER BY id`,
		status,
	);
}

function statusOf({ value }: Bench, partnerId: string): string {
	const sql = `SELECT status FROM enrollments WHERE partner_id = ? AND program_id = ${programId('business')}`;
	return value(sql, partnerId);
}

const forbidden = (path: string, body: Fields): Row[] => [
	{ name: 'as a viewer', as: 'business/viewer', path, body, status: 403 },
	{ name: 'on the Free plan', as: 'free/owner', path, body, status: 403 },
	{ name: 'on the Pro plan', as: 'pro/owner', path, body, status: 403 },
];

const BAN_REASONS = [
	'tos_violation',
	'inappropriate_content',
	'fake_traffic',
	'fraud',
	'spam',
	'brand_abuse',
];
const BAN = '/partners/ban';

const banRows: Row[] = [
	...BAN_REASONS.map((reason): Row => ({
		name: `reason ${reason}`,
		alone: true,
		path: BAN,
		body: (bench) => ({ partnerId: partner(bench, 'approved'), reason }),
		check: ({ body }, bench) => {
			const { partnerId } = body as { partnerId: string };
			expect(body).toEqual({ partnerId });
			expect(statusOf(bench, partnerId)).toBe('banned');
			const stored = bench.value(
				'SELECT banned_reason FROM enrollments WHERE partner_id = ?',
				partnerId,
			);
			expect(stored).toBe(reason);
		},
	})),
	{
		name: 'disables all links and cancels all commissions',
		alone: true,
		path: BAN,
		body: ({ value }) => ({
			partnerId: value(
				`SELECT partner_id FROM commissions WHERE program_id = ${programId('business')} AND status = 'paid'
				 AND partner_id IN (SELECT partner_id FROM enrollments WHERE status = 'approved')`,
			),
			reason: 'fraud',
		}),
		check: ({ body }, { values }) => {
			const { partnerId } = body as { partnerId: string };
			const commissions = 'SELECT DISTINCT status FROM commissions WHERE partner_id = ?';
			expect(values(commissions, partnerId)).toEqual(['canceled']);
			const links = 'SELECT DISTINCT disabled_at IS NOT NULL FROM links WHERE partner_id = ?';
			expect(values(links, partnerId)).toEqual(['1']);
		},
	},
	{
		name: 'by tenantId',
		alone: true,
		path: BAN,
		body: (bench) => ({ tenantId: partner(bench, 'approved', 'tenant_id'), reason: 'spam' }),
		check: ({ body }) => {
			expect(body).toEqual({ partnerId: expect.stringMatching(/^pn_/) });
		},
	},
	{
		name: 'partnerId takes precedence over tenantId',
		alone: true,
		path: BAN,
		body: (bench) => ({
			partnerId: partner(bench, 'archived'),
			tenantId: partner(bench, 'approved', 'tenant_id'),
			reason: 'spam',
		}),
		check: ({ body }, { value }) => {
			const { partnerId } = body as { partnerId: string };
			const name = value('SELECT name FROM partners WHERE id = ?', partnerId);
			expect(name).toContain('Archived');
		},
	},
	{
		name: 'as a member',
		as: 'business/member',
		alone: true,
		path: BAN,
		body: (bench) => ({ partnerId: partner(bench, 'approved'), reason: 'spam' }),
	},
	{
		name: 'with a read-only key of an owner',
		as: 'business/readonly',
		alone: true,
		path: BAN,
		body: (bench) => ({ partnerId: partner(bench, 'approved'), reason: 'spam' }),
	},
	...['rejected', 'invited', 'declined', 'deactivated', 'archived'].map((status): Row => ({
		name: `a partner who is ${status}`,
		alone: true,
		path: BAN,
		body: (bench) => ({ partnerId: partner(bench, status), reason: 'spam' }),
	})),
	...['pending', 'banned'].map((status): Row => ({
		name: `a partner who is ${status}`,
		path: BAN,
		body: (bench) => ({ partnerId: partner(bench, status), reason: 'spam' }),
		status: 400,
	})),
	{
		name: 'without partnerId and tenantId',
		path: BAN,
		body: { reason: 'spam' },
		status: 400,
	},
	{
		name: 'with null for both IDs',
		path: BAN,
		body: { partnerId: null, tenantId: null, reason: 'spam' },
		status: 400,
	},
	{
		name: 'with empty IDs',
		path: BAN,
		body: { partnerId: '', tenantId: '', reason: 'spam' },
		status: 400,
	},
	{
		name: 'an unknown partnerId',
		path: BAN,
		body: { partnerId: 'pn_unknown', reason: 'spam' },
		status: 404,
	},
	{
		name: 'an unknown tenantId',
		path: BAN,
		body: { tenantId: 'nobody', reason: 'spam' },
		status: 404,
		message: /nobody/,
	},
	{
		name: 'without a reason',
		path: BAN,
		body: { partnerId: 'pn_1' },
		status: 400,
		message: /^invalid_value: reason: Invalid option: expected one of "tos_violation"/,
	},
	{
		name: 'a reason of the wrong type',
		path: BAN,
		body: { partnerId: 'pn_1', reason: 7 },
		status: 400,
	},
	{
		name: 'an unknown reason',
		path: BAN,
		body: { partnerId: 'pn_1', reason: 'boring' },
		status: 422,
		message: /^invalid_value: reason/,
	},
	{
		name: 'an empty reason',
		path: BAN,
		body: { partnerId: 'pn_1', reason: '' },
		status: 422,
	},
	{
		name: 'partnerId of the wrong type',
		path: BAN,
		body: { partnerId: 5, reason: 'spam' },
		status: 400,
		message: /^invalid_type: partnerId/,
	},
	{
		name: 'tenantId of the wrong type',
		path: BAN,
		body: { tenantId: ['a'], reason: 'spam' },
		status: 400,
		message: /^invalid_type: tenantId/,
	},
	...SQL_TEXTS.flatMap((text): Row[] => [
		{
			name: `SQL is treated as text in partnerId: ${text}`,
			path: BAN,
			body: { partnerId: text, reason: 'spam' },
			status: 404,
		},
		{
			name: `SQL is treated as text in tenantId: ${text}`,
			path: BAN,
			body: { tenantId: text, reason: 'spam' },
			status: 404,
		},
	]),
	...forbidden(BAN, { partnerId: 'pn_1', reason: 'spam' }),
];

const REJECT = '/partners/applications/reject';
/** Rejects a pending application with these fields. */
const rejection = (fields: Fields) => (bench: Bench) => ({
	partnerId: partner(bench, 'pending'),
	...fields,
});

const rejectedFields: [name: string, fields: Fields][] = [
	['with partnerId only', {}],
	...['needsMoreDetail', 'doesNotMeetRequirements', 'notTheRightFit', 'other'].map(
		(rejectionReason): [string, Fields] => [`reason ${rejectionReason}`, { rejectionReason }],
	),
	...['instant', 'standard', 'never'].map((reapplicationTimeframe): [string, Fields] => [
		`reapplication ${reapplicationTimeframe}`,
		{ reapplicationTimeframe },
	]),
	['a note of 500 characters', { rejectionNote: 'n'.repeat(500) }],
	['not flagged', { flagForFraud: false }],
	['flagged', { flagForFraud: true, flagForFraudReason: 'Same person as before' }],
	[
		'flagged with a reason of 2000 characters',
		{ flagForFraud: true, flagForFraudReason: 'r'.repeat(2000) },
	],
	['an unknown field', { somethingElse: 1 }],
];

const rejectRows: Row[] = [
	...rejectedFields.map(([name, fields]): Row => ({
		name,
		alone: true,
		path: REJECT,
		body: rejection(fields),
		check: async ({ body }, bench) => {
			const { partnerId } = body as { partnerId: string };
			expect(body).toEqual({ partnerId });
			expect(statusOf(bench, partnerId)).toBe('rejected');
			const email = bench.value('SELECT email FROM partners WHERE id = ?', partnerId);
			const mail = bench.value('SELECT body FROM outbox WHERE recipient = ?', email);
			expect(mail).toContain(String(fields.rejectionNote ?? ''));
			const alerts = `SELECT reason FROM fraud_alerts WHERE partner_id = ? AND status = 'pending'`;
			expect(bench.values(alerts, partnerId)).toEqual(
				fields.flagForFraud ? [fields.flagForFraudReason] : [],
			);
			expect((await bench.call('POST', REJECT, { partnerId })).status).toBe(400);
		},
	})),
	{
		name: 'as a member',
		as: 'business/member',
		alone: true,
		path: REJECT,
		body: rejection({}),
	},
	{
		name: 'without partnerId',
		path: REJECT,
		body: {},
		status: 400,
		message: /^invalid_type: partnerId: Invalid input: expected string, received undefined$/,
	},
	{
		name: 'partnerId of the wrong type',
		path: REJECT,
		body: { partnerId: 1 },
		status: 400,
	},
	{
		name: 'a null partnerId',
		path: REJECT,
		body: { partnerId: null },
		status: 400,
	},
	{
		name: 'an unknown partner',
		path: REJECT,
		body: { partnerId: 'pn_unknown' },
		status: 404,
	},
	{
		name: 'an application ID instead of the partner ID',
		path: REJECT,
		body: (bench) => ({ partnerId: partner(bench, 'pending', 'application_id') }),
		status: 404,
	},
	...['approved', 'rejected', 'banned'].map((status): Row => ({
		name: `a partner who is ${status}`,
		path: REJECT,
		body: (bench) => ({ partnerId: partner(bench, status) }),
		status: 400,
	})),
	{
		name: 'an unknown reason',
		path: REJECT,
		body: rejection({ rejectionReason: 'boring' }),
		status: 422,
		message:
			/^invalid_value: rejectionReason: Invalid option: expected one of "needsMoreDetail"\|"doesNotMeetRequirements"\|"notTheRightFit"\|"other"$/,
	},
	{
		name: 'a null reason',
		path: REJECT,
		body: rejection({ rejectionReason: null }),
		status: 400,
	},
	{
		name: 'a note of 501 characters',
		path: REJECT,
		body: rejection({ rejectionNote: 'n'.repeat(501) }),
		status: 422,
		message: /^too_big: rejectionNote: Too big: expected string to have <=500 characters$/,
	},
	{
		name: 'a note of the wrong type',
		path: REJECT,
		body: rejection({ rejectionNote: 5 }),
		status: 400,
	},
	{
		name: 'an unknown timeframe',
		path: REJECT,
		body: rejection({ reapplicationTimeframe: 'soon' }),
		status: 422,
	},
	{
		name: 'a flagForFraud of the wrong type',
		path: REJECT,
		body: rejection({ flagForFraud: 'true' }),
		status: 400,
		message: /^invalid_type: flagForFraud: Invalid input: expected boolean, received string$/,
	},
	{
		name: 'flagged without a reason',
		path: REJECT,
		body: rejection({ flagForFraud: true }),
		status: 400,
	},
	{
		name: 'flagged with a blank reason',
		path: REJECT,
		body: rejection({ flagForFraud: true, flagForFraudReason: '   ' }),
		status: 400,
	},
	{
		name: 'flagged with a reason of 2001 characters',
		path: REJECT,
		body: rejection({ flagForFraud: true, flagForFraudReason: 'r'.repeat(2001) }),
		status: 422,
		message: /^too_big: flagForFraudReason/,
	},
	{
		name: 'flagged with instant reapplication',
		path: REJECT,
		body: rejection({
			flagForFraud: true,
			flagForFraudReason: 'r',
			reapplicationTimeframe: 'instant',
		}),
		status: 400,
	},
	{
		name: 'the fraud fields are checked before the partner',
		path: REJECT,
		body: { partnerId: 'pn_unknown', flagForFraud: true },
		status: 400,
	},
	...SQL_TEXTS.map((text): Row => ({
		name: `SQL is treated as text: ${text}`,
		path: REJECT,
		body: { partnerId: text },
		status: 404,
	})),
	{
		name: 'SQL is treated as text in the note',
		alone: true,
		path: REJECT,
		body: rejection({ rejectionNote: SQL_TEXTS[1] }),
	},
	...forbidden(REJECT, { partnerId: 'pn_1' }),
];

const named = (rows: Row[], title: string): Row[] =>
	rows.map((row) => ({ ...row, method: 'POST', name: `${title}: ${row.name}` }));

export const partnerRows: Row[] = [...named(banRows, 'ban'), ...named(rejectRows, 'reject')];
