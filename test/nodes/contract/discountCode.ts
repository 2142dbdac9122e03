import { sends, type Contract } from './types.ts';

const CODE = { id: 'dcode_1', code: 'SUMMER20', partnerId: 'pn_1', linkId: 'link_1' };

export const discountCode: Contract = {
	rows: [
		sends('discountCode.create', 'minimal', 'POST /discount-codes', {
			parameters: { partnerId: 'pn_1', linkId: 'link_1' },
			response: CODE,
			body: { partnerId: 'pn_1', linkId: 'link_1' },
		}),
		sends('discountCode.create', 'every field', 'POST /discount-codes', {
			parameters: {
				partnerId: { __rl: true, mode: 'list', value: 'pn_1' },
				linkId: { __rl: true, mode: 'list', value: 'link_1' },
				additionalFields: { code: ' SUMMER_20-x ' },
			},
			response: CODE,
			body: { partnerId: 'pn_1', linkId: 'link_1', code: 'SUMMER_20-x' },
		}),
		sends('discountCode.delete', 'minimal', 'DELETE /discount-codes/dcode_1', {
			parameters: { discountCode: 'dcode_1' },
			response: { id: 'dcode_1' },
		}),
		sends('discountCode.delete', 'by code', 'DELETE /discount-codes/A%20B%2F50%25%3F', {
			parameters: { discountCode: { __rl: true, mode: 'code', value: 'A B/50%?' } },
			response: { id: 'dcode_1' },
		}),
		sends('discountCode.get', 'minimal', 'GET /discount-codes', {
			parameters: { discountCode: 'dcode_1' },
			response: [CODE],
			query: { page: '1', pageSize: '100' },
		}),
		sends('discountCode.get', 'by code', 'GET /discount-codes', {
			parameters: { discountCode: { __rl: true, mode: 'code', value: 'SUMMER20' } },
			response: [CODE],
			query: { page: '1', pageSize: '100' },
		}),
		sends('discountCode.getAll', 'minimal', 'GET /discount-codes', {
			parameters: {},
			response: [CODE],
			query: { page: '1', pageSize: '50' },
		}),
		sends('discountCode.getAll', 'every field', 'GET /discount-codes', {
			parameters: {
				returnAll: true,
				filters: { discountId: 'disc_1', partnerId: { __rl: true, mode: 'list', value: 'pn_1' } },
			},
			response: [CODE],
			query: { page: '1', pageSize: '100', discountId: 'disc_1', partnerId: 'pn_1' },
		}),
	],
	parameters: {
		create: ['partnerId', 'linkId', 'code'],
		delete: ['discountCode'],
		get: ['discountCode'],
		getAll: ['partnerId', 'discountId', 'returnAll', 'limit'],
	},
};
