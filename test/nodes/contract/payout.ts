import { sends, type Contract } from './types.ts';

export const payout: Contract = {
	rows: [
		sends('payout.get', 'minimal', 'GET /payouts', {
			parameters: { payoutId: 'po_1' },
			response: [{ id: 'po_2' }, { id: 'po_1', partner: { id: 'pn_1' } }],
			query: { page: '1', pageSize: '100' },
		}),
		sends('payout.get', 'every field', 'GET /payouts', {
			parameters: { payoutId: { __rl: true, mode: 'list', value: 'po_1' }, simple: false },
			response: [{ id: 'po_1' }],
			query: { page: '1', pageSize: '100' },
		}),
		sends('payout.getAll', 'minimal', 'GET /payouts', {
			parameters: {},
			response: [{ id: 'po_1', partner: { id: 'pn_1' } }],
			query: { page: '1', pageSize: '50' },
		}),
		sends('payout.getAll', 'every field', 'GET /payouts', {
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
		}),
	],
	parameters: {
		get: ['payoutId', 'simple'],
		getAll: [
			...['status', 'partnerId', 'tenantId', 'invoiceId', 'groupId', 'sortBy', 'sortOrder'],
			...['returnAll', 'limit', 'simple'],
		],
	},
};
