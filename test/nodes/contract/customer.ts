import { locator } from '../../support/node/locator.ts';
import { sends, type Contract } from './types.ts';

const response = { id: 'cus_1' };

export const customer: Contract = {
	rows: [
		sends('customer.delete', 'minimal', 'DELETE /customers/cus_1', {
			parameters: { customerId: 'cus_1' },
			response,
		}),
		sends('customer.delete', 'every field', 'DELETE /customers/ext_user%2F42', {
			parameters: { customerId: locator('externalId', 'user/42') },
			response,
		}),
		sends('customer.get', 'minimal', 'GET /customers/cus_1', {
			parameters: { customerId: locator('list', 'cus_1') },
			response,
		}),
		sends('customer.get', 'every field', 'GET /customers/ext_user_42', {
			parameters: {
				customerId: locator('externalId', 'ext_user_42'),
				simple: false,
				options: { includeExpandedFields: true },
			},
			response,
			query: { includeExpandedFields: 'true' },
		}),
		sends('customer.getAll', 'minimal', 'GET /customers', {
			parameters: {},
			response: [],
			query: { pageSize: '50' },
		}),
		sends('customer.getAll', 'every field', 'GET /customers', {
			parameters: {
				returnAll: true,
				simple: false,
				filters: {
					country: 'us',
					email: 'name@email.com',
					externalId: 'ext_user_42',
					linkId: locator('id', 'link_1'),
					partnerId: locator('list', 'pn_1'),
					programId: 'prog_1',
					search: 'nathan',
				},
				options: { includeExpandedFields: false, sortBy: 'createdAt', sortOrder: 'asc' },
			},
			response: [],
			query: {
				country: 'US',
				email: 'name@email.com',
				externalId: 'user_42',
				linkId: 'link_1',
				partnerId: 'pn_1',
				programId: 'prog_1',
				search: 'nathan',
				includeExpandedFields: 'false',
				sortBy: 'createdAt',
				sortOrder: 'asc',
				pageSize: '100',
			},
		}),
		sends('customer.getAll', 'sorted by a field without cursor support', 'GET /customers', {
			parameters: { limit: 5, options: { sortBy: 'saleAmount' } },
			response: [],
			query: { sortBy: 'saleAmount', page: '1', pageSize: '5' },
		}),
		sends('customer.update', 'minimal', 'PATCH /customers/cus_1', {
			parameters: { customerId: 'cus_1', updateFields: { name: 'Nathan Smith' } },
			response,
			body: { name: 'Nathan Smith' },
		}),
		sends('customer.update', 'every field', 'PATCH /customers/ext_user_42', {
			parameters: {
				customerId: locator('externalId', 'user_42'),
				simple: false,
				updateFields: {
					avatar: 'https://example.com/avatar.png',
					email: ' name@email.com ',
					externalId: '=42',
					name: 'Nathan Smith',
					stripeCustomerId: 'cus_stripe',
				},
				options: { includeExpandedFields: '=true' },
			},
			response,
			query: { includeExpandedFields: 'true' },
			body: {
				avatar: 'https://example.com/avatar.png',
				email: 'name@email.com',
				externalId: '42',
				name: 'Nathan Smith',
				stripeCustomerId: 'cus_stripe',
			},
		}),
		sends('customer.update', 'all clearable fields', 'PATCH /customers/cus_1', {
			parameters: {
				customerId: 'cus_1',
				fieldsToClear: ['avatar', 'email', 'name', 'stripeCustomerId'],
			},
			response,
			body: { avatar: null, email: null, name: null, stripeCustomerId: null },
		}),
	],
	parameters: {
		delete: ['customerId'],
		get: ['customerId', 'simple', 'includeExpandedFields'],
		getAll: [
			...['email', 'externalId', 'search', 'country', 'linkId', 'programId', 'partnerId'],
			...['includeExpandedFields', 'sortBy', 'sortOrder', 'returnAll', 'limit', 'simple'],
		],
		update: [
			...['customerId', 'avatar', 'email', 'externalId', 'name', 'stripeCustomerId'],
			...['fieldsToClear', 'includeExpandedFields', 'simple'],
		],
	},
	// The service takes a country and does not keep it.
	deprecated: { getAll: ['page'], update: ['country'] },
};
