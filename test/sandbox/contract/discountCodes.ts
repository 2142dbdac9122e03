import { expect } from '@jest/globals';
import { rejected, programId, SQL_TEXTS, type Row } from './row.ts';

/** An attached code of the Business program, by the kind of its provider. */
const attached = (column: string, provider = 'custom') =>
	`SELECT discount_codes.${column} FROM discount_codes JOIN discounts ON discounts.id = discount_id
	 WHERE discount_codes.program_id = ${programId('business')} AND provider = '${provider}' ORDER BY 1`;

function refused(name: string, path: Row['path']): Row {
	return { name, path, status: 404 };
}

const rows: Row[] = [
	...['custom', 'stripe', 'shopify'].map((provider): Row => ({
		name: `by ID, provider ${provider}`,
		alone: true,
		path: ({ value }) => `/discount-codes/${value(attached('id', provider))}`,
		check: async ({ body }, { call, value }) => {
			const { id } = body as { id: string };
			expect(id).toMatch(/^dcode_/);
			expect(body).toEqual({ id });
			expect((await call('DELETE', `/discount-codes/${id}`)).status).toBe(404);
			expect(value('SELECT provider FROM provider_notifications')).toBe(provider);
			const event = value('SELECT event FROM provider_notifications');
			expect(event === 'disccount.deleted').toBe(provider === 'custom');
		},
	})),
	{
		name: 'by code',
		alone: true,
		path: ({ value }) => `/discount-codes/${value(attached('code'))}`,
		check: ({ body }) => {
			expect(body).toEqual({ id: expect.stringMatching(/^dcode_/) });
		},
	},
	{
		name: 'as a member',
		as: 'business/member',
		alone: true,
		path: ({ value }) => `/discount-codes/${value(attached('id'))}`,
	},
	refused('an unknown ID', '/discount-codes/dcode_unknown'),
	refused('an unknown code', '/discount-codes/NOSUCHCODE'),
	refused(
		'a code in different case',
		({ value }) => `/discount-codes/${value(attached('code')).toLowerCase()}`,
	),
	refused(
		'a code that is no longer attached to a discount',
		({ value }) =>
			`/discount-codes/${value(`SELECT id FROM discount_codes WHERE discount_id IS NULL AND program_id = ${programId('business')}`)}`,
	),
	refused(
		'a code of another workspace',
		({ value }) =>
			`/discount-codes/${value(`SELECT id FROM discount_codes WHERE program_id = ${programId('advanced')}`)}`,
	),
	...SQL_TEXTS.map((text) =>
		refused(`SQL is treated as text: ${text}`, `/discount-codes/${encodeURIComponent(text)}`),
	),
	refused('a NUL character', '/discount-codes/%00'),
	...['business/viewer', 'free/owner', 'pro/owner'].map((as): Row =>
		rejected(`as ${as}`, '/discount-codes/dcode_unknown', 403, undefined, { as }),
	),
];

export const discountCodeRows: Row[] = rows.map((row) => ({ ...row, method: 'DELETE' }));
