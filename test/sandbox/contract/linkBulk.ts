import { expect } from '@jest/globals';
import { rejected, SQL_TEXTS, workspaceId, type Row } from './row.ts';

const URL = 'https://www.example.com/bulk';
const OWN = `SELECT id FROM links WHERE workspace_id = ${workspaceId('business')} AND key <> '_root'
	AND folder_id IS NULL ORDER BY id`;

const createRows: Row[] = [
	{
		name: 'one link',
		alone: true,
		path: '/links/bulk',
		body: [{ url: URL }],
		check: ({ items }) => {
			expect(items).toMatchObject([{ url: URL, domain: 'go.business.example.com' }]);
		},
	},
	{
		name: '100 links',
		alone: true,
		path: '/links/bulk',
		body: Array.from({ length: 100 }, (_, i) => ({ url: `${URL}/${i}` })),
		check: ({ items }) => {
			expect(items.map(({ url }) => url)).toEqual(items.map((_, i) => `${URL}/${i}`));
			expect(items).toHaveLength(100);
		},
	},
	rejected('more than 100 links', '/links/bulk', 422, /^too_big: /, {
		body: Array.from({ length: 101 }, () => ({ url: URL })),
	}),
	rejected('an empty array', '/links/bulk', 422, undefined, { body: [] }),
	rejected('an object', '/links/bulk', 400, undefined, { body: { url: URL } }),
	{
		name: 'errors follow the created links and include their input',
		alone: true,
		path: '/links/bulk',
		body: [{ url: URL, domain: 'go.pro.example.com' }, { url: URL }],
		check: ({ items }) => {
			expect(items).toEqual([
				expect.objectContaining({ id: expect.stringMatching(/^link_/) }),
				{
					link: { url: URL, domain: 'go.pro.example.com' },
					error: expect.any(String),
					code: 'forbidden',
				},
			]);
		},
	},
	{
		name: 'an invalid URL: the error includes its position, and no link is created',
		path: '/links/bulk',
		body: [{ url: URL }, { url: 'not a url' }],
		status: 422,
		message: /^custom: \[1\]\.url: /,
		check: (_response, { values }) => {
			expect(values('SELECT 1 FROM links WHERE url = ?', URL)).toEqual([]);
		},
	},
	rejected('the same domain and key twice', '/links/bulk', 400, /same/, {
		body: [
			{ url: URL, key: 'same' },
			{ url: URL, key: 'same' },
		],
	}),
	rejected('without links.write', '/links/bulk', 403, /links\.write/, {
		as: 'business/readonly',
		body: [{ url: URL }],
	}),
];

const updateRows: Row[] = [
	{
		name: 'several links',
		alone: true,
		path: '/links/bulk',
		body: ({ values }) => ({ linkIds: values(OWN).slice(0, 100), data: { comments: 'seen' } }),
		check: ({ items }, { values }) => {
			expect(items.map(({ id }) => id)).toEqual(values(OWN).slice(0, 100));
			expect(items.every(({ comments }) => comments === 'seen')).toBe(true);
		},
	},
	{
		name: 'errors follow the updated links',
		alone: true,
		path: '/links/bulk',
		body: ({ value }) => ({ linkIds: ['link_unknown', value(OWN)], data: { comments: null } }),
		check: ({ items }, { value }) => {
			expect(items).toMatchObject([
				{ id: value(OWN), comments: null },
				{ link: { id: 'link_unknown' }, code: 'not_found' },
			]);
		},
	},
	...SQL_TEXTS.map((text): Row => ({
		name: `SQL is treated as text: ${text}`,
		path: '/links/bulk',
		body: { externalIds: [text], data: { comments: text } },
		check: ({ items }) => {
			expect(items).toMatchObject([{ link: { externalId: text }, code: 'not_found' }]);
		},
	})),
	{
		name: 'without IDs: the response is a string',
		path: '/links/bulk',
		body: { linkIds: [], data: {} },
		check: ({ body, headers }) => {
			expect(typeof body).toBe('string');
			expect(headers.get('content-type')).toContain('application/json');
		},
	},
	rejected('more than 100 IDs', '/links/bulk', 422, /^too_big: linkIds: /, {
		body: { linkIds: Array.from({ length: 101 }, (_, i) => `link_${i}`), data: {} },
	}),
	rejected('without data', '/links/bulk', 400, /^invalid_type: data: /, {
		body: { linkIds: ['link_unknown'] },
	}),
	rejected('as a viewer', '/links/bulk', 403, undefined, {
		as: 'business/viewer',
		body: { linkIds: ['link_unknown'], data: {} },
	}),
];

const named = (rows: Row[], title: string, method: string): Row[] =>
	rows.map((row) => ({ ...row, method, name: `${title}: ${row.name}` }));

export const linkBulkRows: Row[] = [
	...named(createRows, 'create', 'POST'),
	...named(updateRows, 'update', 'PATCH'),
];
