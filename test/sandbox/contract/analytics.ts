import { expect } from '@jest/globals';
import { rejected, programId, SQL_TEXTS, type Row } from './row.ts';

const PARTNER = `SELECT partner_id FROM enrollments WHERE program_id = ${programId('business')}
	AND status = 'approved' ORDER BY id`;

export const analyticsRows: Row[] = [
	{
		name: 'returns counts without parameters',
		path: '/analytics',
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
	rejected('on the Free plan', '/analytics', 403, undefined, { as: 'free/owner' }),
	rejected('without analytics.read', '/analytics', 403, /analytics\.read/, {
		as: 'business/folders',
	}),
	...['groupBy=moon', 'event=all', 'interval=5d', 'start=never', 'root=1'].map((query): Row =>
		rejected(query, `/analytics?${query}`, 422, new RegExp(`: ${query.split('=')[0]}: `)),
	),
	...SQL_TEXTS.map((text): Row => {
		const encoded = encodeURIComponent(text);
		return {
			name: `SQL is treated as text: ${text}`,
			path: `/analytics?groupBy=countries&country=${encoded}&partnerId=${encoded}`,
			check: ({ items }) => {
				expect(items).toEqual([]);
			},
		};
	}),
	{
		name: 'partner analytics: with any key',
		as: 'business/folders',
		path: ({ value }) => `/partners/analytics?partnerId=${value(PARTNER)}`,
	},
	rejected('partner analytics: without a partner', '/partners/analytics', 400),
	rejected('partner analytics: on the Pro plan', '/partners/analytics', 403, undefined, {
		as: 'pro/owner',
	}),
];
