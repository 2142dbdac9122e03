import type { Contract, ContractRow } from './types';

const resource = 'folder';
const folderId = { __rl: true, mode: 'id', value: 'fold_1' };
const response = { id: 'fold_1', name: 'Fair' };

const rows: ContractRow[] = [
	{
		resource,
		operation: 'create',
		title: 'minimal',
		parameters: { name: 'Fair' },
		response,
		method: 'POST',
		path: '/folders',
		body: { name: 'Fair' },
	},
	{
		resource,
		operation: 'create',
		title: 'every field',
		parameters: {
			name: 'Fair',
			additionalFields: { accessLevel: 'read', description: 'Links of the fair' },
		},
		response,
		method: 'POST',
		path: '/folders',
		body: { name: 'Fair', accessLevel: 'read', description: 'Links of the fair' },
	},
	{
		resource,
		operation: 'delete',
		title: 'minimal',
		parameters: { folderId },
		response: { id: 'fold_1' },
		method: 'DELETE',
		path: '/folders/fold_1',
	},
	{
		resource,
		operation: 'get',
		title: 'minimal',
		parameters: { folderId },
		response: [{ id: 'fold_2' }, response],
		method: 'GET',
		path: '/folders',
		query: { page: '1', pageSize: '50' },
	},
	{
		resource,
		operation: 'getAll',
		title: 'minimal',
		parameters: {},
		response: [],
		method: 'GET',
		path: '/folders',
		query: { page: '1', pageSize: '50' },
	},
	{
		resource,
		operation: 'getAll',
		title: 'every field',
		parameters: { limit: 7, filters: { search: 'fair' } },
		response: [],
		method: 'GET',
		path: '/folders',
		query: { page: '1', pageSize: '7', search: 'fair' },
	},
	{
		resource,
		operation: 'update',
		title: 'minimal',
		parameters: { folderId, updateFields: { name: 'Trade fair' } },
		response,
		method: 'PATCH',
		path: '/folders/fold_1',
		body: { name: 'Trade fair' },
	},
	{
		resource,
		operation: 'update',
		title: 'every field',
		parameters: {
			folderId,
			updateFields: { name: 'Trade fair', accessLevel: 'none', description: 'Links of the fair' },
		},
		response,
		method: 'PATCH',
		path: '/folders/fold_1',
		body: { name: 'Trade fair', accessLevel: null, description: 'Links of the fair' },
	},
	{
		resource,
		operation: 'update',
		title: 'every field cleared',
		parameters: { folderId, fieldsToClear: ['description'] },
		response,
		method: 'PATCH',
		path: '/folders/fold_1',
		body: { description: null },
	},
];

export const folder: Contract = {
	rows,
	parameters: {
		create: ['name', 'description', 'accessLevel'],
		delete: ['folderId'],
		get: ['folderId'],
		getAll: ['search', 'returnAll', 'limit'],
		update: ['folderId', 'name', 'description', 'accessLevel'],
	},
};
