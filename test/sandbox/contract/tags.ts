import { expect } from '@jest/globals';
import { rejected, SQL_TEXTS, workspaceId, type Row } from './row.ts';

const ALL = `SELECT count(*) FROM tags WHERE workspace_id = ${workspaceId('business')}`;
const USED = `SELECT tag_id FROM link_tags JOIN tags ON tags.id = tag_id
	WHERE workspace_id = ${workspaceId('business')}`;
const FOREIGN = `SELECT id FROM tags WHERE workspace_id = ${workspaceId('pro')}`;

const listRows: Row[] = [
	{
		name: 'list: only the documented fields, sorted by name',
		path: '/tags',
		check: ({ items }, { value }) => {
			expect(items).toHaveLength(Number(value(ALL)));
			for (const tag of items) expect(Object.keys(tag)).toEqual(['id', 'name', 'color']);
			const names = items.map(({ name }) => String(name).toLowerCase());
			expect(names).toEqual([...names].sort());
		},
	},
	{
		name: 'list: pagination',
		path: '/tags?pageSize=3&page=2&sortOrder=desc',
		check: async ({ items }, { call }) => {
			expect(items).toEqual((await call('GET', '/tags?sortOrder=desc')).items.slice(3, 6));
		},
	},
	rejected('list: a page size above the maximum', '/tags?pageSize=101', 422, /^too_big: pageSize/),
	...SQL_TEXTS.map((text): Row => ({
		name: `list: SQL is treated as text: ${text}`,
		path: `/tags?search=${encodeURIComponent(text)}&ids=${encodeURIComponent(text)}`,
		check: ({ items }) => {
			expect(items).toEqual([]);
		},
	})),
	rejected('list: without tags.read', '/tags', 403, /tags\.read/, { as: 'business/folders' }),
];

const createRows: Row[] = [
	{
		name: 'create',
		alone: true,
		method: 'POST',
		path: '/tags',
		body: { name: 'Fresh', color: 'green' },
		status: 201,
		check: ({ body }) => {
			expect(body).toEqual({
				id: expect.stringMatching(/^tag_/),
				name: 'Fresh',
				color: 'green',
			});
		},
	},
	rejected('create: a name that is taken', 'POST /tags', 409, undefined, {
		body: { name: 'Newsletter' },
	}),
	rejected('create: without a name', 'POST /tags', 400, /^invalid_type: name: /, { body: {} }),
	rejected('create: an unsupported color', 'POST /tags', 422, /^invalid_value: color: /, {
		body: { name: 'x', color: 'mauve' },
	}),
	rejected('create: as a viewer', 'POST /tags', 403, undefined, {
		as: 'business/viewer',
		body: { name: 'x' },
	}),
];

const changeRows: Row[] = [
	{
		name: 'update',
		alone: true,
		method: 'PATCH',
		path: ({ value }) => `/tags/${value(USED)}`,
		body: { name: 'Renamed' },
		check: ({ body }, { value }) => {
			expect(body).toMatchObject({ id: value(USED), name: 'Renamed' });
		},
	},
	{
		name: 'update: without a name',
		method: 'PATCH',
		path: ({ value }) => `/tags/${value(USED)}`,
		body: { color: 'red' },
		status: 400,
		message: /^invalid_type: name: /,
	},
	{
		name: 'update: a tag of another workspace',
		method: 'PATCH',
		path: ({ value }) => `/tags/${value(FOREIGN)}`,
		body: { name: 'Renamed' },
		status: 404,
	},
	{
		name: 'delete: a tag, also from its links',
		alone: true,
		method: 'DELETE',
		path: ({ value }) => `/tags/${value(USED)}`,
		check: ({ body }, { values }) => {
			const { id } = body as { id: string };
			expect(values('SELECT 1 FROM tags WHERE id = ?', id)).toEqual([]);
			expect(values('SELECT 1 FROM link_tags WHERE tag_id = ?', id)).toEqual([]);
		},
	},
	rejected('delete: an unknown tag', 'DELETE /tags/x', 404),
];

export const tagRows: Row[] = [...listRows, ...createRows, ...changeRows];
