import { expect } from '@jest/globals';
import { SQL_TEXTS, workspaceId, type Row } from './row.ts';

const ALL = `SELECT count(*) FROM tags WHERE workspace_id = ${workspaceId('business')}`;
const USED = `SELECT tag_id FROM link_tags JOIN tags ON tags.id = tag_id
	WHERE workspace_id = ${workspaceId('business')}`;
const FOREIGN = `SELECT id FROM tags WHERE workspace_id = ${workspaceId('pro')}`;

const listRows: Row[] = [
	{
		name: 'list: only the documented fields, sorted by name',
		path: '/tags',
		status: 200,
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
		status: 200,
		check: async ({ items }, { call }) => {
			expect(items).toEqual((await call('GET', '/tags?sortOrder=desc')).items.slice(3, 6));
		},
	},
	{
		name: 'list: a page size above the maximum',
		path: '/tags?pageSize=101',
		status: 422,
		code: 'unprocessable_entity',
		message: /^too_big: pageSize/,
	},
	...SQL_TEXTS.map((text): Row => ({
		name: `list: SQL is treated as text: ${text}`,
		path: `/tags?search=${encodeURIComponent(text)}&ids=${encodeURIComponent(text)}`,
		status: 200,
		check: ({ items }) => {
			expect(items).toEqual([]);
		},
	})),
	{
		name: 'list: without tags.read',
		as: 'business/folders',
		path: '/tags',
		status: 403,
		code: 'forbidden',
		message: /tags\.read/,
	},
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
	{
		name: 'create: a name that is taken',
		method: 'POST',
		path: '/tags',
		body: { name: 'Newsletter' },
		status: 409,
		code: 'conflict',
	},
	{
		name: 'create: without a name',
		method: 'POST',
		path: '/tags',
		body: {},
		status: 400,
		code: 'bad_request',
		message: /^invalid_type: name: /,
	},
	{
		name: 'create: an unsupported color',
		method: 'POST',
		path: '/tags',
		body: { name: 'x', color: 'mauve' },
		status: 422,
		code: 'unprocessable_entity',
		message: /^invalid_value: color: /,
	},
	{
		name: 'create: as a viewer',
		as: 'business/viewer',
		method: 'POST',
		path: '/tags',
		body: { name: 'x' },
		status: 403,
		code: 'forbidden',
	},
];

const changeRows: Row[] = [
	{
		name: 'update',
		alone: true,
		method: 'PATCH',
		path: ({ value }) => `/tags/${value(USED)}`,
		body: { name: 'Renamed' },
		status: 200,
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
		code: 'bad_request',
		message: /^invalid_type: name: /,
	},
	{
		name: 'update: a tag of another workspace',
		method: 'PATCH',
		path: ({ value }) => `/tags/${value(FOREIGN)}`,
		body: { name: 'Renamed' },
		status: 404,
		code: 'not_found',
	},
	{
		name: 'delete: a tag, also from its links',
		alone: true,
		method: 'DELETE',
		path: ({ value }) => `/tags/${value(USED)}`,
		status: 200,
		check: ({ body }, { values }) => {
			const { id } = body as { id: string };
			expect(values('SELECT 1 FROM tags WHERE id = ?', id)).toEqual([]);
			expect(values('SELECT 1 FROM link_tags WHERE tag_id = ?', id)).toEqual([]);
		},
	},
	{
		name: 'delete: an unknown tag',
		method: 'DELETE',
		path: '/tags/x',
		status: 404,
		code: 'not_found',
	},
];

export const tagRows: Row[] = [...listRows, ...createRows, ...changeRows];
