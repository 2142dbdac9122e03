import type { Contract } from './types';

export const payout: Contract = {
	rows: [
		{
			resource: 'payout',
			operation: 'get',
			title: 'minimal',
			parameters: { payoutId: 'po_1' },
			response: [{ id: 'po_2' }, { id: 'po_1', partner: { id: 'pn_1' } }],
			method: 'GET',
			path: '/payouts',
			query: { page: '1', pageSize: '100' },
		},
		{
			resource: 'payout',
			operation: 'get',
			title: 'every field',
			parameters: { payoutId: { __rl: true, mode: 'list', value: 'po_1' }, simple: false },
			response: [{ id: 'po_1' }],
			method: 'GET',
			path: '/payouts',
			query: { page: '1', pageSize: '100' },
		},
		{
			resource: 'payout',
			operation: 'getAll',
			title: 'minimal',
			parameters: {},
			response: [{ id: 'po_1', partner: { id: 'pn_1' } }],
			method: 'GET',
			path: '/payouts',
			query: { page: '1', pageSize: '50' },
		},
		{
			resource: 'payout',
			operation: 'getAll',
			title: 'every field',
			parameters: {
				returnAll: true,
				filters: {
					groupId: 'grp_1, grp_2',
					invoiceId: 'inv_1',
					partnerId: { __rl: true, mode: 'list', value: 'pn_1' },
					status: 'sent',
					tenantId: 'user_42',
				},
				options: { sortBy: 'paidAt', sortOrder: 'asc' },
			},
			response: [],
			method: 'GET',
			path: '/payouts',
			query: {
				page: '1',
				pageSize: '100',
				groupId: 'grp_1,grp_2',
				invoiceId: 'inv_1',
				partnerId: 'pn_1',
				status: 'sent',
				tenantId: 'user_42',
				sortBy: 'paidAt',
				sortOrder: 'asc',
			},
		},
	],
	parameters: {
		get: ['payoutId', 'simple'],
		getAll: [
			...['status', 'partnerId', 'tenantId', 'invoiceId', 'groupId', 'sortBy', 'sortOrder'],
			...['returnAll', 'limit', 'simple'],
		],
	},
};
