import { expect } from '@jest/globals';
import { SQL_TEXTS, workspaceId, type Row } from './row.ts';

const URL = 'https://www.example.com/bulk';
const OWN = `SELECT id FROM links WHERE workspace_id = ${workspaceId('business')} AND key <> '_root'
	AND folder_id IS NULL ORDER BY id`;

const createRows: Row[] = [
	{
		name: 'one link',
		alone: true,
		path: '/links/bulk',
		body: [{ url: URL }],
		status: 200,
		check: ({ items }) => {
			expect(items).toMatchObject([{ url: URL, domain: 'go.business.example.com' }]);
		},
	},
	{
		name: '100 links',
		alone: true,
		path: '/links/bulk',
		body: Array.from({ length: 100 }, (_, i) => ({ url: `${URL}/${i}` })),
		status: 200,
		check: ({ items }) => {
			expect(items.map(({ url }) => url)).toEqual(items.map((_, i) => `${URL}/${i}`));
			expect(items).toHaveLength(100);
		},
	},
	{
		name: 'more than 100 links',
		path: '/links/bulk',
		body: Array.from({ length: 101 }, () => ({ url: URL })),
		status: 422,
		code: 'unprocessable_entity',
		message: /^too_big: /,
	},
	{
		name: 'an empty array',
		path: '/links/bulk',
		body: [],
		status: 422,
		code: 'unprocessable_entity',
	},
	{ name: 'an object', path: '/links/bulk', body: { url: URL }, status: 400, code: 'bad_request' },
	{
		name: 'errors follow the created links and include their input',
		alone: true,
		path: '/links/bulk',
		body: [{ url: URL, domain: 'go.pro.example.com' }, { url: URL }],
		status: 200,
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
		code: 'unprocessable_entity',
		message: /^custom: \[1\]\.url: /,
		check: (_response, { values }) => {
			expect(values('SELECT 1 FROM links WHERE url = ?', URL)).toEqual([]);
		},
	},
	{
		name: 'the same domain and key twice',
		path: '/links/bulk',
		body: [
			{ url: URL, key: 'same' },
			{ url: URL, key: 'same' },
		],
		status: 400,
		code: 'bad_request',
		message: /same/,
	},
	{
		name: 'without links.write',
		as: 'business/readonly',
		path: '/links/bulk',
		body: [{ url: URL }],
		status: 403,
		code: 'forbidden',
		message: /links\.write/,
	},
];

const updateRows: Row[] = [
	{
		name: 'several links',
		alone: true,
		path: '/links/bulk',
		body: ({ values }) => ({ linkIds: values(OWN).slice(0, 100), data: { comments: 'seen' } }),
		status: 200,
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
		status: 200,
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
		status: 200,
		check: ({ items }) => {
			expect(items).toMatchObject([{ link: { externalId: text }, code: 'not_found' }]);
		},
	})),
	{
		name: 'without IDs: the response is a string',
		path: '/links/bulk',
		body: { linkIds: [], data: {} },
		status: 200,
		check: ({ body, headers }) => {
			expect(typeof body).toBe('string');
			expect(headers.get('content-type')).toContain('application/json');
		},
	},
	{
		name: 'more than 100 IDs',
		path: '/links/bulk',
		body: { linkIds: Array.from({ length: 101 }, (_, i) => `link_${i}`), data: {} },
		status: 422,
		code: 'unprocessable_entity',
		message: /^too_big: linkIds: /,
	},
	{
		name: 'without data',
		path: '/links/bulk',
		body: { linkIds: ['link_unknown'] },
		status: 400,
		code: 'bad_request',
		message: /^invalid_type: data: /,
	},
	{
		name: 'as a viewer',
		as: 'business/viewer',
		path: '/links/bulk',
		body: { linkIds: ['link_unknown'], data: {} },
		status: 403,
		code: 'forbidden',
	},
];

const named = (rows: Row[], title: string, method: string): Row[] =>
	rows.map((row) => ({ ...row, method, name: `${title}: ${row.name}` }));

export const linkBulkRows: Row[] = [
	...named(createRows, 'create', 'POST'),
	...named(updateRows, 'update', 'PATCH'),
];
