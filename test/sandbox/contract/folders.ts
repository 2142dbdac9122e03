import { expect } from '@jest/globals';
import { rejected, SQL_TEXTS, workspaceId, type Item, type Row } from './row.ts';

const ALL = `SELECT count(*) FROM folders WHERE workspace_id = ${workspaceId('business')}`;

function refused(query: string, status: 400 | 422, message: RegExp): Row {
	return { name: `rejects ${query}`, path: `/folders?${query}`, status, message };
}

const ids = (items: Item[]) => items.map(({ id }) => id);

const listRows: Row[] = [
	{
		name: 'without parameters: the first 50 folders with only the documented fields',
		path: '/folders',
		check: ({ items }, { value }) => {
			expect(Number(value(ALL))).toBeGreaterThan(50);
			expect(items).toHaveLength(50);
			for (const folder of items) {
				expect(Object.keys(folder).sort()).toEqual([
					'accessLevel',
					'createdAt',
					'description',
					'id',
					'name',
					'type',
					'updatedAt',
				]);
				expect(['default', 'mega']).toContain(folder.type);
				expect(['write', 'read', null]).toContain(folder.accessLevel);
				expect(typeof folder.description).toBe('string');
			}
			expect(new Set(items.map(({ type }) => type)).size).toBe(2);
			expect(new Set(items.map(({ accessLevel }) => accessLevel)).size).toBe(3);
		},
	},
	{
		name: 'search: part of the name, ignoring case',
		path: '/folders?search=MARKET',
		check: ({ items }) => {
			expect(items.length).toBeGreaterThan(0);
			for (const { name } of items) expect(name).toMatch(/market/i);
		},
	},
	{
		name: 'search: no match',
		path: '/folders?search=no-such-folder',
		check: ({ items }) => {
			expect(items).toEqual([]);
		},
	},
	...['%', '_', ...SQL_TEXTS, '\0'].map((text): Row => ({
		name: `search: ${JSON.stringify(text)} is treated as text`,
		path: `/folders?search=${encodeURIComponent(text)}`,
		status: text === '\0' ? 422 : 200,
		check: ({ text: response }) => {
			if (text !== '\0') expect(response).toBe('[]');
		},
	})),
	{
		name: 'pageSize=50 and page=2: the remaining folders, without duplicates',
		path: '/folders?pageSize=50&page=2',
		check: async ({ items }, { call, value }) => {
			expect(items).toHaveLength(Number(value(ALL)) - 50);
			const { items: first } = await call('GET', '/folders?page=1');
			expect(new Set([...ids(first), ...ids(items)]).size).toBe(Number(value(ALL)));
		},
	},
	{
		name: 'pageSize=1',
		path: '/folders?pageSize=1',
		check: ({ items }) => {
			expect(items).toHaveLength(1);
		},
	},
	{
		name: 'page=9007199254740991 is empty',
		path: '/folders?page=9007199254740991',
		check: ({ items }) => {
			expect(items).toEqual([]);
		},
	},
	{
		name: 'sortBy and sortOrder are accepted',
		path: '/folders?sortBy=name&sortOrder=desc',
	},
	{
		name: 'the last of repeated parameters is used',
		path: '/folders?pageSize=20&pageSize=3',
		check: ({ items }) => {
			expect(items).toHaveLength(3);
		},
	},
	refused('pageSize=51', 422, /^too_big: pageSize/),
	refused('pageSize=0', 422, /^too_small: pageSize/),
	refused('pageSize=abc', 400, /^invalid_type: pageSize/),
	refused('pageSize=', 422, /pageSize/),
	refused('page=0', 422, /^too_small: page/),
	refused('page=9007199254740992', 422, /^too_big: page/),
	refused('page=1.5', 400, /^invalid_type: page/),
	refused('page=', 422, /page/),
	...['free', 'pro', 'advanced', 'enterprise'].map((plan): Row => ({
		name: `accepts the plan ${plan}`,
		as: `${plan}/owner`,
		path: '/folders',
	})),
	...['readonly', 'folders', 'viewer'].map((key): Row => ({
		name: `accepts the key ${key}`,
		as: `business/${key}`,
		path: '/folders',
	})),
	{
		name: 'a member sees only the folders that they can access',
		as: 'business/member',
		path: '/folders',
		check: async ({ items }, { call, values }) => {
			const seen = new Set([...ids(items), ...ids((await call('GET', '/folders?page=2')).items)]);
			const hidden = values(
				`SELECT id FROM folders WHERE workspace_id = ${workspaceId('business')} AND access_level IS NULL
				 AND id NOT IN (SELECT folder_id FROM folder_members)`,
			);
			expect(hidden.length).toBeGreaterThan(0);
			expect(hidden.filter((id) => seen.has(id))).toEqual([]);
		},
	},
];

const DEFAULT_FOLDER = `SELECT default_folder_id FROM programs
	WHERE workspace_id = ${workspaceId('business')}`;
const FOREIGN = `SELECT id FROM folders WHERE workspace_id = ${workspaceId('pro')}`;
const NAME = `SELECT name FROM folders WHERE workspace_id = ${workspaceId('business')}`;
const PLAIN = `SELECT id FROM folders WHERE workspace_id = ${workspaceId('business')}
	AND id NOT IN (${DEFAULT_FOLDER}) AND id IN (SELECT folder_id FROM links)`;

const createRows: Row[] = [
	{
		name: 'create: with a name only',
		alone: true,
		method: 'POST',
		path: '/folders',
		body: { name: 'Fresh' },
		status: 201,
		check: ({ body }) => {
			expect(body).toMatchObject({ name: 'Fresh', description: '', accessLevel: 'write' });
		},
	},
	rejected('create: without a name', 'POST /folders', 400, /^invalid_type: name: /, { body: {} }),
	rejected('create: a name that is taken', 'POST /folders', 409, undefined, {
		body: ({ value }) => ({ name: value(NAME) }),
	}),
	rejected(
		'create: an unsupported access level',
		'POST /folders',
		422,
		/^invalid_value: accessLevel: /,
		{ body: { name: 'x', accessLevel: 'none' } },
	),
	rejected('create: on the Free plan', 'POST /folders', 403, undefined, {
		as: 'free/owner',
		body: { name: 'x' },
	}),
	rejected(
		'create: an access level that the plan does not include',
		'POST /folders',
		403,
		undefined,
		{ as: 'pro/owner', body: { name: 'x', accessLevel: 'read' } },
	),
	rejected('create: without folders.write', 'POST /folders', 403, /folders\.write/, {
		as: 'business/folders',
		body: { name: 'x' },
	}),
];

const changeRows: Row[] = [
	{
		name: 'update: a folder',
		alone: true,
		method: 'PATCH',
		path: ({ value }) => `/folders/${value(PLAIN)}`,
		body: { name: 'Renamed' },
		check: ({ body }) => {
			expect(body).toMatchObject({ name: 'Renamed' });
		},
	},
	{
		name: 'update: a folder of another workspace',
		method: 'PATCH',
		path: ({ value }) => `/folders/${value(FOREIGN)}`,
		body: { name: 'Renamed' },
		status: 404,
	},
	{
		name: 'delete: a folder, keeping its links',
		alone: true,
		method: 'DELETE',
		path: ({ value }) => `/folders/${value(PLAIN)}`,
		check: ({ body }, { values }) => {
			const { id } = body as { id: string };
			expect(values('SELECT 1 FROM folders WHERE id = ?', id)).toEqual([]);
			expect(values('SELECT 1 FROM links WHERE folder_id = ?', id)).toEqual([]);
			expect(
				values(`SELECT 1 FROM links WHERE workspace_id = ${workspaceId('business')}`),
			).not.toEqual([]);
		},
	},
	{
		name: 'delete: the default folder of the program',
		method: 'DELETE',
		path: ({ value }) => `/folders/${value(DEFAULT_FOLDER)}`,
		status: 403,
	},
	rejected('delete: an unknown folder', 'DELETE /folders/x', 404),
];

export const folderRows: Row[] = [...listRows, ...createRows, ...changeRows];
