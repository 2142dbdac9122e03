import { expect } from '@jest/globals';
import { rejected, SQL_TEXTS, workspaceId, type Row } from './row.ts';

const BUSINESS = workspaceId('business');
const OWN = `SELECT id FROM links WHERE workspace_id = ${BUSINESS} AND key <> '_root'
	AND folder_id IS NULL AND test_variants IS NULL ORDER BY id`;
const KEY = `SELECT key FROM links WHERE workspace_id = ${BUSINESS} AND key <> '_root'
	AND domain = 'go.business.example.com' AND id <> (${OWN} LIMIT 1)`;
const FOREIGN = `SELECT id FROM links WHERE workspace_id = ${workspaceId('pro')}`;
const EXTERNAL = `SELECT external_id FROM links WHERE workspace_id = ${BUSINESS}
	AND external_id IS NOT NULL`;
const IN_FOLDER = `SELECT links.id FROM links JOIN folders ON folders.id = folder_id
	WHERE links.workspace_id = ${BUSINESS} AND access_level IS NOT 'write'
	AND folder_id NOT IN (SELECT folder_id FROM folder_members)`;
const UNFILED = `SELECT count(*) FROM links WHERE workspace_id = ${BUSINESS} AND folder_id IS NULL`;

const updateRows: Row[] = [
	{
		name: 'only the given fields',
		alone: true,
		path: ({ value }) => `/links/${value(OWN)}`,
		body: { comments: 'changed' },
		check: async ({ body }, { call, value }) => {
			expect(body).toMatchObject({ id: value(OWN), comments: 'changed' });
			const info = await call('GET', `/links/info?linkId=${value(OWN)}`);
			expect(info.body).toEqual(body);
		},
	},
	{
		name: 'by external ID',
		alone: true,
		path: ({ value }) => `/links/ext_${encodeURIComponent(value(EXTERNAL))}`,
		body: { archived: true },
		check: ({ body }, { value }) => {
			expect(body).toMatchObject({ externalId: value(EXTERNAL), archived: true });
		},
	},
	{
		name: 'a key that is taken',
		path: ({ value }) => `/links/${value(OWN)}`,
		body: ({ value }) => ({ domain: 'go.business.example.com', key: value(KEY) }),
		status: 409,
	},
	{
		name: 'a value of the wrong type',
		path: ({ value }) => `/links/${value(OWN)}`,
		body: { archived: 'yes' },
		status: 400,
		message: /^invalid_type: archived: /,
	},
	{
		name: 'an invalid URL',
		path: ({ value }) => `/links/${value(OWN)}`,
		body: { url: 'no url' },
		status: 422,
		message: /^custom: url: /,
	},
	rejected('an unknown link', '/links/link_unknown', 404, undefined, { body: {} }),
	{
		name: 'a link of another workspace',
		path: ({ value }) => `/links/${value(FOREIGN)}`,
		body: {},
		status: 404,
	},
	{
		name: 'a link in a folder without write access',
		as: 'business/member',
		path: ({ value }) => `/links/${value(IN_FOLDER)}`,
		body: { folderId: null },
		status: 403,
	},
	rejected('without links.write', '/links/link_unknown', 403, /links\.write/, {
		as: 'business/readonly',
		body: {},
	}),
	...SQL_TEXTS.map((text): Row => ({
		name: `SQL is treated as text: ${text}`,
		alone: true,
		path: ({ value }) => `/links/${value(OWN)}`,
		body: { comments: text, externalId: text },
		check: ({ body }) => {
			expect(body).toMatchObject({ comments: text, externalId: text });
		},
	})),
];

const upsertRows: Row[] = [
	{
		name: 'creates a link, then updates it',
		alone: true,
		path: '/links/upsert',
		body: { url: 'https://www.example.com/upserted' },
		check: async ({ body }, { call }) => {
			const again = { url: 'https://www.example.com/upserted', comments: 'again' };
			const { id } = body as { id: string };
			expect((await call('PUT', '/links/upsert', again)).body).toMatchObject({ id, ...again });
		},
	},
	rejected('without a URL', '/links/upsert', 400, undefined, { body: {} }),
	rejected('as a viewer', '/links/upsert', 403, undefined, {
		as: 'business/viewer',
		body: { url: 'https://www.example.com' },
	}),
];

const countRows: Row[] = [
	{
		name: 'links without a folder',
		path: '/links/count?showArchived=true',
		check: ({ body }, { value }) => {
			expect(body).toBe(Number(value(UNFILED)));
		},
	},
	{
		name: 'by group',
		path: '/links/count?groupBy=domain',
		check: ({ items }) => {
			for (const group of items) {
				expect(group).toEqual({ domain: expect.any(String), _count: expect.any(Number) });
			}
		},
	},
	rejected('by an unsupported group', '/links/count?groupBy=key', 422, /^invalid_value: groupBy: /),
];

const named = (rows: Row[], title: string, method: string): Row[] =>
	rows.map((row) => ({ ...row, method, name: `${title}: ${row.name}` }));

export const linkUpdateRows: Row[] = [
	...named(updateRows, 'update', 'PATCH'),
	...named(upsertRows, 'upsert', 'PUT'),
	...named(countRows, 'count', 'GET'),
];
