import type { Contract, ContractRow } from './types';

const resource = 'tag';
const tagId = { __rl: true, mode: 'id', value: 'tag_1' };
const response = { id: 'tag_1', name: 'mail', color: 'pink' };

const rows: ContractRow[] = [
	{
		resource,
		operation: 'create',
		title: 'minimal',
		parameters: { name: 'mail' },
		response,
		method: 'POST',
		path: '/tags',
		body: { name: 'mail' },
	},
	{
		resource,
		operation: 'create',
		title: 'every field',
		parameters: { name: 'mail', additionalFields: { color: 'pink' } },
		response,
		method: 'POST',
		path: '/tags',
		body: { name: 'mail', color: 'pink' },
	},
	{
		resource,
		operation: 'delete',
		title: 'minimal',
		parameters: { tagId },
		response: { id: 'tag_1' },
		method: 'DELETE',
		path: '/tags/tag_1',
	},
	{
		resource,
		operation: 'get',
		title: 'minimal',
		parameters: { tagId },
		response: [response],
		method: 'GET',
		path: '/tags',
		query: { ids: 'tag_1' },
	},
	{
		resource,
		operation: 'getAll',
		title: 'minimal',
		parameters: {},
		response: [],
		method: 'GET',
		path: '/tags',
		query: { page: '1', pageSize: '50' },
	},
	{
		resource,
		operation: 'getAll',
		title: 'every field',
		parameters: {
			returnAll: true,
			filters: { ids: 'tag_1, tag_2', search: 'mail' },
			options: { sortBy: 'createdAt', sortOrder: 'desc' },
		},
		response: [],
		method: 'GET',
		path: '/tags',
		query: {
			page: '1',
			pageSize: '100',
			ids: 'tag_1,tag_2',
			search: 'mail',
			sortBy: 'createdAt',
			sortOrder: 'desc',
		},
	},
	{
		resource,
		operation: 'update',
		title: 'minimal',
		parameters: { tagId, updateFields: { name: 'mail' } },
		response,
		method: 'PATCH',
		path: '/tags/tag_1',
		body: { name: 'mail' },
	},
	{
		resource,
		operation: 'update',
		title: 'every field',
		parameters: { tagId, updateFields: { name: 'mail', color: 'pink' } },
		response,
		method: 'PATCH',
		path: '/tags/tag_1',
		body: { name: 'mail', color: 'pink' },
	},
];

export const tag: Contract = {
	rows,
	parameters: {
		create: ['name', 'color'],
		delete: ['tagId'],
		get: ['tagId'],
		getAll: ['search', 'ids', 'sortBy', 'sortOrder', 'returnAll', 'limit'],
		update: ['tagId', 'name', 'color'],
	},
	deprecated: { create: ['tag'], update: ['tag'] },
};
