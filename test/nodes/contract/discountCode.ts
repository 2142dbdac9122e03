import type { Contract } from './types';

const CODE = { id: 'dcode_1', code: 'SUMMER20', partnerId: 'pn_1', linkId: 'link_1' };

export const discountCode: Contract = {
	rows: [
		{
			resource: 'discountCode',
			operation: 'create',
			title: 'minimal',
			parameters: { partnerId: 'pn_1', linkId: 'link_1' },
			answer: CODE,
			method: 'POST',
			path: '/discount-codes',
			body: { partnerId: 'pn_1', linkId: 'link_1' },
		},
		{
			resource: 'discountCode',
			operation: 'create',
			title: 'every field',
			parameters: {
				partnerId: { __rl: true, mode: 'list', value: 'pn_1' },
				linkId: { __rl: true, mode: 'list', value: 'link_1' },
				additionalFields: { code: ' SUMMER_20-x ' },
			},
			answer: CODE,
			method: 'POST',
			path: '/discount-codes',
			body: { partnerId: 'pn_1', linkId: 'link_1', code: 'SUMMER_20-x' },
		},
		{
			resource: 'discountCode',
			operation: 'delete',
			title: 'minimal',
			parameters: { discountCode: 'dcode_1' },
			answer: { id: 'dcode_1' },
			method: 'DELETE',
			path: '/discount-codes/dcode_1',
		},
		{
			resource: 'discountCode',
			operation: 'delete',
			title: 'by code',
			parameters: { discountCode: { __rl: true, mode: 'code', value: 'SUMMER20' } },
			answer: { id: 'dcode_1' },
			method: 'DELETE',
			path: '/discount-codes/SUMMER20',
		},
		{
			resource: 'discountCode',
			operation: 'getAll',
			title: 'minimal',
			parameters: {},
			answer: [CODE],
			method: 'GET',
			path: '/discount-codes',
			query: { page: '1', pageSize: '50' },
		},
		{
			resource: 'discountCode',
			operation: 'getAll',
			title: 'every field',
			parameters: {
				returnAll: true,
				filters: {
					discountId: 'disc_1',
					partnerId: { __rl: true, mode: 'list', value: 'pn_1' },
				},
			},
			answer: [CODE],
			method: 'GET',
			path: '/discount-codes',
			query: { page: '1', pageSize: '100', discountId: 'disc_1', partnerId: 'pn_1' },
		},
	],
	parameters: {
		create: ['partnerId', 'linkId', 'code'],
		delete: ['discountCode'],
		getAll: ['partnerId', 'discountId', 'returnAll', 'limit'],
	},
};
