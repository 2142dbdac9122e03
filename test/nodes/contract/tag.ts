import { sends, type Contract, type ContractRow } from './types.ts';

const tagId = { __rl: true, mode: 'id', value: 'tag_1' };
const response = { id: 'tag_1', name: 'mail', color: 'pink' };

const rows: ContractRow[] = [
	sends('tag.create', 'minimal', 'POST /tags', {
		parameters: { name: 'mail' },
		response,
		body: { name: 'mail' },
	}),
	sends('tag.create', 'every field', 'POST /tags', {
		parameters: { name: 'mail', additionalFields: { color: 'pink' } },
		response,
		body: { name: 'mail', color: 'pink' },
	}),
	sends('tag.delete', 'minimal', 'DELETE /tags/tag_1', {
		parameters: { tagId },
		response: { id: 'tag_1' },
	}),
	sends('tag.get', 'minimal', 'GET /tags', {
		parameters: { tagId },
		response: [response],
		query: { ids: 'tag_1' },
	}),
	sends('tag.getAll', 'minimal', 'GET /tags', {
		parameters: {},
		response: [],
		query: { page: '1', pageSize: '50' },
	}),
	sends('tag.getAll', 'every field', 'GET /tags', {
		parameters: {
			returnAll: true,
			filters: { ids: 'tag_1, tag_2', search: 'mail' },
			options: { sortBy: 'createdAt', sortOrder: 'desc' },
		},
		response: [],
		query: {
			page: '1',
			pageSize: '100',
			ids: 'tag_1,tag_2',
			search: 'mail',
			sortBy: 'createdAt',
			sortOrder: 'desc',
		},
	}),
	sends('tag.update', 'minimal', 'PATCH /tags/tag_1', {
		parameters: { tagId, updateFields: { name: 'mail' } },
		response,
		body: { name: 'mail' },
	}),
	sends('tag.update', 'every field', 'PATCH /tags/tag_1', {
		parameters: { tagId, updateFields: { name: 'mail', color: 'pink' } },
		response,
		body: { name: 'mail', color: 'pink' },
	}),
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
