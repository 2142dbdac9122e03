import { sends, type Contract, type ContractRow } from './types.ts';

const folderId = { __rl: true, mode: 'id', value: 'fold_1' };
const response = { id: 'fold_1', name: 'Fair' };

const rows: ContractRow[] = [
	sends('folder.create', 'minimal', 'POST /folders', {
		parameters: { name: 'Fair' },
		response,
		body: { name: 'Fair' },
	}),
	sends('folder.create', 'every field', 'POST /folders', {
		parameters: {
			name: 'Fair',
			additionalFields: { accessLevel: 'read', description: 'Links of the fair' },
		},
		response,
		body: { name: 'Fair', accessLevel: 'read', description: 'Links of the fair' },
	}),
	sends('folder.delete', 'minimal', 'DELETE /folders/fold_1', {
		parameters: { folderId },
		response: { id: 'fold_1' },
	}),
	sends('folder.get', 'minimal', 'GET /folders', {
		parameters: { folderId },
		response: [{ id: 'fold_2' }, response],
		query: { page: '1', pageSize: '50' },
	}),
	sends('folder.getAll', 'minimal', 'GET /folders', {
		parameters: {},
		response: [],
		query: { page: '1', pageSize: '50' },
	}),
	sends('folder.getAll', 'every field', 'GET /folders', {
		parameters: { limit: 7, filters: { search: 'fair' } },
		response: [],
		query: { page: '1', pageSize: '7', search: 'fair' },
	}),
	sends('folder.update', 'minimal', 'PATCH /folders/fold_1', {
		parameters: { folderId, updateFields: { name: 'Trade fair' } },
		response,
		body: { name: 'Trade fair' },
	}),
	sends('folder.update', 'every field', 'PATCH /folders/fold_1', {
		parameters: {
			folderId,
			updateFields: { name: 'Trade fair', accessLevel: 'none', description: 'Links of the fair' },
		},
		response,
		body: { name: 'Trade fair', accessLevel: null, description: 'Links of the fair' },
	}),
	sends('folder.update', 'every field cleared', 'PATCH /folders/fold_1', {
		parameters: { folderId, fieldsToClear: ['description'] },
		response,
		body: { description: null },
	}),
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
