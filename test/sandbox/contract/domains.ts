import { expect } from '@jest/globals';
import { SQL_TEXTS, workspaceId, type Row } from './row.ts';

const ACTIVE = `SELECT count(*) FROM domains WHERE workspace_id = ${workspaceId('business')}
	AND archived = 0`;
const LINKS = 'SELECT id FROM links WHERE domain = ?';

const FIELDS = [
	'appleAppSiteAssociation',
	'archived',
	'assetLinks',
	'createdAt',
	'expiredUrl',
	'id',
	'logo',
	'notFoundUrl',
	'placeholder',
	'primary',
	'registeredDomain',
	'slug',
	'updatedAt',
	'verified',
];

const listRows: Row[] = [
	{
		name: 'list: only the documented fields',
		path: '/domains',
		status: 200,
		check: ({ items }, { value }) => {
			expect(items).toHaveLength(Number(value(ACTIVE)));
			for (const domain of items) expect(Object.keys(domain).sort()).toEqual(FIELDS);
			expect(items.filter(({ primary }) => primary)).toHaveLength(1);
		},
	},
	{
		name: 'list: archived domains',
		path: '/domains?archived=true',
		status: 200,
		check: ({ items }) => {
			expect(items.map(({ slug }) => slug)).toEqual(['old.business.example.com']);
		},
	},
	{
		name: 'list: a page size above the maximum',
		path: '/domains?pageSize=51',
		status: 422,
		code: 'unprocessable_entity',
		message: /^too_big: pageSize/,
	},
	...SQL_TEXTS.map((text): Row => ({
		name: `list: SQL is treated as text: ${text}`,
		path: `/domains?search=${encodeURIComponent(text)}`,
		status: 200,
		check: ({ items }) => {
			expect(items).toEqual([]);
		},
	})),
];

const writeRows: Row[] = [
	{
		name: 'create',
		alone: true,
		method: 'POST',
		path: '/domains',
		body: { slug: 'new.example.org' },
		status: 201,
		check: ({ body }, { values }) => {
			expect(body).toMatchObject({ slug: 'new.example.org', primary: false, archived: false });
			expect(values(LINKS, 'new.example.org')).toHaveLength(1);
		},
	},
	{
		name: 'create: a domain of another workspace',
		method: 'POST',
		path: '/domains',
		body: { slug: 'go.pro.example.com' },
		status: 409,
		code: 'conflict',
	},
	{
		name: 'create: without a slug',
		method: 'POST',
		path: '/domains',
		body: {},
		status: 400,
		code: 'bad_request',
		message: /^invalid_type: slug: /,
	},
	{
		name: 'create: with a www. prefix',
		method: 'POST',
		path: '/domains',
		body: { slug: 'www.example.org' },
		status: 422,
		code: 'unprocessable_entity',
		message: /^custom: slug: /,
	},
	{
		name: 'create: as a member',
		as: 'business/member',
		method: 'POST',
		path: '/domains',
		body: { slug: 'new.example.org' },
		status: 403,
		code: 'forbidden',
		message: /domains\.write/,
	},
	{
		name: 'create: a feature that the plan does not include',
		as: 'free/owner',
		method: 'POST',
		path: '/domains',
		body: { slug: 'new.example.org', notFoundUrl: 'https://www.example.com' },
		status: 403,
		code: 'forbidden',
	},
	{
		name: 'update: a new slug',
		alone: true,
		method: 'PATCH',
		path: '/domains/try.business.example.com',
		body: { slug: 'renamed.example.org' },
		status: 200,
		check: ({ body }, { values }) => {
			expect(body).toMatchObject({ slug: 'renamed.example.org' });
			expect(values(LINKS, 'try.business.example.com')).toEqual([]);
			expect(values(LINKS, 'renamed.example.org').length).toBeGreaterThan(1);
		},
	},
	{
		name: 'update: a domain of another workspace',
		method: 'PATCH',
		path: '/domains/go.pro.example.com',
		body: { archived: true },
		status: 404,
		code: 'not_found',
	},
	{
		name: 'delete: a domain with its links',
		alone: true,
		method: 'DELETE',
		path: '/domains/try.business.example.com',
		status: 200,
		check: ({ body }, { values }) => {
			expect(body).toEqual({ slug: 'try.business.example.com' });
			expect(values(LINKS, 'try.business.example.com')).toEqual([]);
		},
	},
	{
		name: 'delete: the domain of the partner program',
		method: 'DELETE',
		path: '/domains/go.business.example.com',
		status: 403,
		code: 'forbidden',
	},
	{
		name: 'delete: an unknown domain',
		method: 'DELETE',
		path: '/domains/unknown.example.org',
		status: 404,
		code: 'not_found',
	},
];

const registrationRows: Row[] = [
	{
		name: 'register',
		as: 'enterprise/owner',
		alone: true,
		method: 'POST',
		path: '/domains/register',
		body: { domain: 'acme.link' },
		status: 201,
		check: async ({ body }, { call }) => {
			expect(body).toMatchObject({ domain: 'acme.link', status: expect.any(String) });
			const { items } = await call('GET', '/domains/status?domains=acme.link');
			expect(items).toMatchObject([{ domain: 'acme.link', available: false }]);
		},
	},
	{
		name: 'register: a domain that is not a .link domain',
		as: 'enterprise/owner',
		method: 'POST',
		path: '/domains/register',
		body: { domain: 'acme.com' },
		status: 422,
		code: 'unprocessable_entity',
	},
	{
		name: 'register: on the Advanced plan',
		as: 'advanced/owner',
		method: 'POST',
		path: '/domains/register',
		body: { domain: 'acme.link' },
		status: 403,
		code: 'forbidden',
	},
	{
		name: 'status: without any .link domain',
		as: 'enterprise/owner',
		path: '/domains/status?domains=acme.com',
		status: 400,
		code: 'bad_request',
	},
];

export const domainRows: Row[] = [...listRows, ...writeRows, ...registrationRows];
