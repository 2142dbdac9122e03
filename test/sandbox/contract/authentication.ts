import { expect } from '@jest/globals';
import { rejected, type Row } from './row.ts';

const folders = { path: '/folders' };
const invalid = { status: 401 };
const malformed = { status: 400 };

const PROTECTED: [method: string, path: string][] = [
	['GET', '/events'],
	['POST', '/tokens/embed/referrals'],
	['POST', '/partners/applications/reject'],
	['POST', '/partners/ban'],
	['DELETE', '/links/bulk'],
	['DELETE', '/links/link_1'],
	['GET', '/folders'],
	['DELETE', '/discount-codes/dcode_1'],
	['GET', '/oauth/userinfo'],
	['POST', '/links'],
	['GET', '/links'],
	['GET', '/partners/applications'],
];

export const authenticationRows: Row[] = [
	...PROTECTED.map(([method, path]): Row => ({
		name: `${method} ${path} without credentials`,
		as: null,
		method,
		path,
		...(method === 'POST' && { body: {} }),
		...invalid,
	})),
	{
		name: 'an unknown key',
		as: null,
		...folders,
		headers: { authorization: 'Bearer dub_unknown' },
		...invalid,
	},
	{
		name: 'a key without the dub_ prefix',
		as: null,
		...folders,
		headers: { authorization: 'Bearer abc' },
		...invalid,
	},
	{
		name: 'an unknown access token',
		as: null,
		...folders,
		headers: { authorization: `Bearer dub_access_token_${'0'.repeat(80)}` },
		...invalid,
	},
	{
		name: 'SQL in the key',
		as: null,
		...folders,
		headers: { authorization: `Bearer ' OR 1=1 --` },
		...invalid,
	},
	{
		name: 'a wildcard instead of the key',
		path: '/folders',
		as: null,
		headers: { authorization: 'Bearer dub_%' },
		...invalid,
	},
	{
		name: 'Basic authentication',
		as: null,
		...folders,
		headers: { authorization: 'Basic YTpi' },
		...malformed,
		message: /Bearer/,
	},
	{
		name: 'no authentication scheme',
		as: null,
		...folders,
		headers: { authorization: 'dub_key' },
		...malformed,
	},
	{
		name: 'a lowercase authentication scheme',
		as: null,
		...folders,
		headers: { authorization: 'bearer dub_key' },
		...malformed,
	},
	{
		name: 'an authentication scheme without a key',
		as: null,
		...folders,
		headers: { authorization: 'Bearer' },
		...malformed,
	},
	{
		name: 'a key in the query string',
		as: null,
		path: '/folders?access_token=dub_key&api_key=dub_key',
		...invalid,
	},
	{
		name: 'an expired invitation',
		...folders,
		as: 'business/expired-invite',
		status: 410,
	},
	{
		name: 'a pending invitation',
		...folders,
		as: 'business/open-invite',
		status: 409,
	},
	{
		name: 'an API key for userinfo',
		path: '/oauth/userinfo',
		...invalid,
	},
	{
		name: 'credentials are checked before the schema',
		as: null,
		path: '/events?limit=0',
		...invalid,
	},
	rejected('a missing scope for links', '/links', 403, /links\.read/, { as: 'business/folders' }),
	{
		name: 'a workspaceId parameter does not grant access to another workspace',
		as: 'pro/owner',
		path: ({ value }) =>
			`/links?workspaceId=${value(`SELECT id FROM workspaces WHERE slug = 'business'`)}&pageSize=1&domain=go.business.example.com`,
		check: ({ items }) => {
			expect(items).toEqual([]);
		},
	},
];
