import { expect } from '@jest/globals';
import { programId, SQL_TEXTS, type Row } from './row.ts';

const PARTNER = `SELECT partner_id FROM enrollments WHERE program_id = ${programId('business')}
	AND status = 'approved' ORDER BY id`;

export const analyticsRows: Row[] = [
	{
		name: 'returns counts without parameters',
		path: '/analytics',
		status: 200,
		check: ({ body }) => {
			expect(Object.keys(body as object).sort()).toEqual([
				'clicks',
				'leads',
				'saleAmount',
				'sales',
			]);
		},
	},
	{ name: 'on the Pro plan', as: 'pro/owner', path: '/analytics', status: 200 },
	{
		name: 'on the Free plan',
		as: 'free/owner',
		path: '/analytics',
		status: 403,
		code: 'forbidden',
	},
	{
		name: 'without analytics.read',
		as: 'business/folders',
		path: '/analytics',
		status: 403,
		code: 'forbidden',
		message: /analytics\.read/,
	},
	...['groupBy=moon', 'event=all', 'interval=5d', 'start=never', 'root=1'].map((query): Row => ({
		name: query,
		path: `/analytics?${query}`,
		status: 422,
		code: 'unprocessable_entity',
		message: new RegExp(`: ${query.split('=')[0]}: `),
	})),
	...SQL_TEXTS.map((text): Row => {
		const encoded = encodeURIComponent(text);
		return {
			name: `SQL is treated as text: ${text}`,
			path: `/analytics?groupBy=countries&country=${encoded}&partnerId=${encoded}`,
			status: 200,
			check: ({ items }) => {
				expect(items).toEqual([]);
			},
		};
	}),
	{
		name: 'partner analytics: with any key',
		as: 'business/folders',
		path: ({ value }) => `/partners/analytics?partnerId=${value(PARTNER)}`,
		status: 200,
	},
	{
		name: 'partner analytics: without a partner',
		path: '/partners/analytics',
		status: 400,
		code: 'bad_request',
	},
	{
		name: 'partner analytics: on the Pro plan',
		as: 'pro/owner',
		path: '/partners/analytics',
		status: 403,
		code: 'forbidden',
	},
];
