import type { Contract, ContractRow } from './types';
import { locator } from '../../support/node/locator.ts';

type Part = Omit<ContractRow, 'resource' | 'operation'>;

const response = { id: 'cus_1' };

function row(operation: string, part: Part): ContractRow {
	return { resource: 'customer', operation, ...part };
}

export const customer: Contract = {
	rows: [
		row('delete', {
			title: 'minimal',
			parameters: { customerId: 'cus_1' },
			response,
			method: 'DELETE',
			path: '/customers/cus_1',
		}),
		row('delete', {
			title: 'every field',
			parameters: { customerId: locator('externalId', 'user/42') },
			response,
			method: 'DELETE',
			path: '/customers/ext_user%2F42',
		}),
		row('get', {
			title: 'minimal',
			parameters: { customerId: locator('list', 'cus_1') },
			response,
			method: 'GET',
			path: '/customers/cus_1',
		}),
		row('get', {
			title: 'every field',
			parameters: {
				customerId: locator('externalId', 'ext_user_42'),
				simple: false,
				options: { includeExpandedFields: true },
			},
			response,
			method: 'GET',
			path: '/customers/ext_user_42',
			query: { includeExpandedFields: 'true' },
		}),
		row('getAll', {
			title: 'minimal',
			parameters: {},
			response: [],
			method: 'GET',
			path: '/customers',
			query: { pageSize: '50' },
		}),
		row('getAll', {
			title: 'every field',
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
			method: 'GET',
			path: '/customers',
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
		row('getAll', {
			title: 'sorted by a field without cursor support',
			parameters: { limit: 5, options: { sortBy: 'saleAmount' } },
			response: [],
			method: 'GET',
			path: '/customers',
			query: { sortBy: 'saleAmount', page: '1', pageSize: '5' },
		}),
		row('update', {
			title: 'minimal',
			parameters: { customerId: 'cus_1', updateFields: { name: 'Nathan Smith' } },
			response,
			method: 'PATCH',
			path: '/customers/cus_1',
			body: { name: 'Nathan Smith' },
		}),
		row('update', {
			title: 'every field',
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
			method: 'PATCH',
			path: '/customers/ext_user_42',
			query: { includeExpandedFields: 'true' },
			body: {
				avatar: 'https://example.com/avatar.png',
				email: 'name@email.com',
				externalId: '42',
				name: 'Nathan Smith',
				stripeCustomerId: 'cus_stripe',
			},
		}),
		row('update', {
			title: 'all clearable fields',
			parameters: {
				customerId: 'cus_1',
				fieldsToClear: ['avatar', 'email', 'name', 'stripeCustomerId'],
			},
			response,
			method: 'PATCH',
			path: '/customers/cus_1',
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
