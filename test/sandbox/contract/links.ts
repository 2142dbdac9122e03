import { expect } from '@jest/globals';
import { rejected, SQL_TEXTS, workspaceId, type Row } from './row.ts';

const BUSINESS = workspaceId('business');
const DELETABLE = `SELECT id FROM links WHERE workspace_id = ${BUSINESS} AND key <> '_root'
	AND folder_id IS NULL ORDER BY id`;
const EXTERNAL = `SELECT external_id FROM links WHERE workspace_id = ${BUSINESS}
	AND external_id IS NOT NULL AND key <> '_root' AND folder_id IS NULL ORDER BY id`;
const FOREIGN = `SELECT id FROM links WHERE workspace_id = ${workspaceId('pro')} AND key <> '_root'`;
const ROOT = `SELECT id FROM links WHERE workspace_id = ${BUSINESS} AND key = '_root'`;
/** A link in a folder that members who were not added may only read or not see. */
const IN_RESTRICTED_FOLDER = `SELECT links.id FROM links JOIN folders ON folders.id = folder_id
	WHERE links.workspace_id = ${BUSINESS} AND access_level IS NOT 'write'
	AND folder_id NOT IN (SELECT folder_id FROM folder_members)`;

function count(deletedCount: number): Row['check'] {
	return ({ body }) => {
		expect(body).toEqual({ deletedCount });
	};
}

const bulkRows: Row[] = [
	{
		name: 'one ID',
		alone: true,
		path: ({ value }) => `/links/bulk?linkIds=${value(DELETABLE)}`,
		check: ({ body }, { values }) => {
			expect(body).toEqual({ deletedCount: 1 });
			const [first] = values(DELETABLE);
			expect(values('SELECT 1 FROM links WHERE id = ?', first)).toHaveLength(1);
		},
	},
	{
		name: '100 IDs',
		alone: true,
		path: ({ values }) => `/links/bulk?linkIds=${values(DELETABLE).slice(0, 100).join(',')}`,
		check: count(100),
	},
	{
		name: 'more than 100 IDs',
		path: ({ values }) => `/links/bulk?linkIds=${values(DELETABLE).slice(0, 101).join(',')}`,
		status: 422,
		check: (_response, { values }) => {
			expect(values(DELETABLE).length).toBeGreaterThan(100);
		},
	},
	{
		name: 'unknown IDs, root links, and links of other workspaces are ignored',
		alone: true,
		path: ({ value }) =>
			`/links/bulk?linkIds=link_unknown,${value(FOREIGN)},${value(ROOT)},${value(DELETABLE)}`,
		check: ({ body }, { value }) => {
			expect(body).toEqual({ deletedCount: 1 });
			expect(value(FOREIGN)).toBeTruthy();
			expect(value(ROOT)).toBeTruthy();
		},
	},
	{
		name: 'a repeated ID is counted once',
		alone: true,
		path: ({ value }) => `/links/bulk?linkIds=${value(DELETABLE)},${value(DELETABLE)}`,
		check: count(1),
	},
	{
		name: 'external IDs',
		alone: true,
		path: ({ value }) => `/links/bulk?linkIds=ext_${value(EXTERNAL)}`,
		check: count(1),
	},
	{
		name: 'the last of repeated parameters is used',
		alone: true,
		path: ({ values }) => {
			const [first, second, third] = values(DELETABLE);
			return `/links/bulk?linkIds=${first},${second}&linkIds=${third}`;
		},
		check: count(1),
	},
	{
		name: 'links in folders without write access are skipped',
		as: 'business/member',
		alone: true,
		path: ({ value }) => `/links/bulk?linkIds=${value(IN_RESTRICTED_FOLDER)},${value(DELETABLE)}`,
		check: count(1),
	},
	{ name: 'unknown IDs only', path: '/links/bulk?linkIds=a,b,c', status: 200, check: count(0) },
	rejected('without linkIds', '/links/bulk', 400),
	rejected('with an empty linkIds', '/links/bulk?linkIds=', 400),
	{
		name: 'SQL is treated as text',
		path: `/links/bulk?linkIds=${encodeURIComponent(SQL_TEXTS[0])}`,
		check: count(0),
	},
	rejected('without links.write', '/links/bulk?linkIds=a', 403, /links\.write/, {
		as: 'business/readonly',
	}),
	rejected('as a viewer', '/links/bulk?linkIds=a', 403, undefined, { as: 'business/viewer' }),
	{
		name: 'on the Free plan',
		as: 'free/owner',
		path: '/links/bulk?linkIds=a',
		check: count(0),
	},
];

const deleteRows: Row[] = [
	{
		name: 'by ID',
		alone: true,
		path: ({ value }) => `/links/${value(DELETABLE)}`,
		check: async ({ body }, { call, values }) => {
			const { id } = body as { id: string };
			expect(body).toEqual({ id });
			expect(values('SELECT 1 FROM links WHERE id = ?', id)).toEqual([]);
			expect((await call('DELETE', `/links/${id}`)).status).toBe(404);
		},
	},
	{
		name: 'by external ID',
		alone: true,
		path: ({ value }) => `/links/ext_${encodeURIComponent(value(EXTERNAL))}`,
		check: ({ body }) => {
			expect(body).toEqual({ id: expect.stringMatching(/^link_/) });
		},
	},
	{
		name: 'a link with its discount code',
		alone: true,
		path: ({ value }) =>
			`/links/${value(`SELECT link_id FROM discount_codes JOIN links ON links.id = link_id
			 WHERE links.workspace_id = ${BUSINESS}`)}`,
		check: ({ body }, { values }) => {
			const { id } = body as { id: string };
			expect(values('SELECT 1 FROM discount_codes WHERE link_id = ?', id)).toEqual([]);
		},
	},
	rejected('an unknown ID', '/links/link_unknown', 404),
	rejected('an unknown external ID', '/links/ext_unknown', 404),
	{
		name: 'an external ID without its prefix',
		path: ({ value }) => `/links/${encodeURIComponent(value(EXTERNAL))}`,
		status: 404,
	},
	{
		name: 'a link of another workspace',
		path: ({ value }) => `/links/${value(FOREIGN)}`,
		status: 404,
	},
	{
		name: 'a root link',
		path: ({ value }) => `/links/${value(ROOT)}`,
		status: 403,
	},
	{
		name: 'a link in a folder without write access',
		as: 'business/member',
		path: ({ value }) => `/links/${value(IN_RESTRICTED_FOLDER)}`,
		status: 403,
	},
	rejected('without links.write', '/links/link_unknown', 403, undefined, {
		as: 'business/readonly',
	}),
	rejected('as a viewer', '/links/link_unknown', 403, undefined, { as: 'business/viewer' }),
	...SQL_TEXTS.map((text): Row =>
		rejected(`SQL is treated as text: ${text}`, `/links/${encodeURIComponent(text)}`, 404),
	),
	rejected('an ID with a NUL character', '/links/a%00b', 404),
	rejected('an ID with a slash', '/links/a%2Fb', 404),
	rejected('a very long ID', `/links/${'x'.repeat(1000)}`, 404),
	rejected('malformed percent encoding', '/links/%E0%A4%A', 400),
];

const createRows: Row[] = [
	{
		name: 'with a URL only',
		alone: true,
		path: '/links',
		body: { url: 'https://www.example.com/new' },
		check: ({ body }) => {
			expect(body).toMatchObject({
				id: expect.stringMatching(/^link_/),
				domain: 'go.business.example.com',
				key: expect.stringMatching(/^[0-9A-Za-z]{7}$/),
				url: 'https://www.example.com/new',
				trackConversion: false,
				archived: false,
				externalId: null,
				password: null,
			});
		},
	},
	rejected('a domain and key that are taken', '/links', 409, undefined, {
		body: ({ value }) => ({
			url: 'https://www.example.com',
			domain: 'go.business.example.com',
			key: value(
				`SELECT key FROM links WHERE domain = 'go.business.example.com' AND key <> '_root'`,
			),
		}),
	}),
	rejected('an external ID that is taken', '/links', 409, undefined, {
		body: ({ value }) => ({ url: 'https://www.example.com', externalId: value(EXTERNAL) }),
	}),
	rejected(
		'without a URL',
		'/links',
		400,
		/^invalid_type: url: Invalid input: expected string, received undefined/,
		{ body: {} },
	),
	rejected('an invalid URL', '/links', 422, undefined, { body: { url: 'not a url' } }),
	rejected('a URL of the wrong type', '/links', 400, undefined, { body: { url: 7 } }),
	rejected('a domain of another workspace', '/links', 403, undefined, {
		body: { url: 'https://www.example.com', domain: 'go.pro.example.com' },
	}),
	rejected('a feature that the plan does not include', '/links', 403, undefined, {
		as: 'free/owner',
		body: { url: 'https://www.example.com', password: 'secret' },
	}),
	...SQL_TEXTS.map((text): Row => ({
		name: `SQL is treated as text: ${text}`,
		alone: true,
		path: '/links',
		body: { url: 'https://www.example.com', externalId: text, comments: text },
		check: ({ body }) => {
			expect(body).toMatchObject({ externalId: text, comments: text });
		},
	})),
];

const named = (rows: Row[], title: string, method: string): Row[] =>
	rows.map((row) => ({ ...row, method, name: `${title}: ${row.name}` }));

export const linkRows: Row[] = [
	...named(bulkRows, 'bulk delete', 'DELETE'),
	...named(deleteRows, 'delete', 'DELETE'),
	...named(createRows, 'create', 'POST'),
];
