import { expect } from '@jest/globals';
import { rejected, SQL_TEXTS, workspaceId, type Row } from './row.ts';

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
		check: ({ items }, { value }) => {
			expect(items).toHaveLength(Number(value(ACTIVE)));
			for (const domain of items) expect(Object.keys(domain).sort()).toEqual(FIELDS);
			expect(items.filter(({ primary }) => primary)).toHaveLength(1);
		},
	},
	{
		name: 'list: archived domains',
		path: '/domains?archived=true',
		check: ({ items }) => {
			expect(items.map(({ slug }) => slug)).toEqual(['old.business.example.com']);
		},
	},
	rejected(
		'list: a page size above the maximum',
		'/domains?pageSize=51',
		422,
		/^too_big: pageSize/,
	),
	...SQL_TEXTS.map((text): Row => ({
		name: `list: SQL is treated as text: ${text}`,
		path: `/domains?search=${encodeURIComponent(text)}`,
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
	rejected('create: a domain of another workspace', 'POST /domains', 409, undefined, {
		body: { slug: 'go.pro.example.com' },
	}),
	rejected('create: without a slug', 'POST /domains', 400, /^invalid_type: slug: /, { body: {} }),
	rejected('create: with a www. prefix', 'POST /domains', 422, /^custom: slug: /, {
		body: { slug: 'www.example.org' },
	}),
	rejected('create: as a member', 'POST /domains', 403, /domains\.write/, {
		as: 'business/member',
		body: { slug: 'new.example.org' },
	}),
	rejected('create: a feature that the plan does not include', 'POST /domains', 403, undefined, {
		as: 'free/owner',
		body: { slug: 'new.example.org', notFoundUrl: 'https://www.example.com' },
	}),
	{
		name: 'update: a new slug',
		alone: true,
		method: 'PATCH',
		path: '/domains/try.business.example.com',
		body: { slug: 'renamed.example.org' },
		check: ({ body }, { values }) => {
			expect(body).toMatchObject({ slug: 'renamed.example.org' });
			expect(values(LINKS, 'try.business.example.com')).toEqual([]);
			expect(values(LINKS, 'renamed.example.org').length).toBeGreaterThan(1);
		},
	},
	rejected(
		'update: a domain of another workspace',
		'PATCH /domains/go.pro.example.com',
		404,
		undefined,
		{ body: { archived: true } },
	),
	{
		name: 'delete: a domain with its links',
		alone: true,
		method: 'DELETE',
		path: '/domains/try.business.example.com',
		check: ({ body }, { values }) => {
			expect(body).toEqual({ slug: 'try.business.example.com' });
			expect(values(LINKS, 'try.business.example.com')).toEqual([]);
		},
	},
	rejected(
		'delete: the domain of the partner program',
		'DELETE /domains/go.business.example.com',
		403,
	),
	rejected('delete: an unknown domain', 'DELETE /domains/unknown.example.org', 404),
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
	rejected(
		'register: a domain that is not a .link domain',
		'POST /domains/register',
		422,
		undefined,
		{ as: 'enterprise/owner', body: { domain: 'acme.com' } },
	),
	rejected('register: on the Advanced plan', 'POST /domains/register', 403, undefined, {
		as: 'advanced/owner',
		body: { domain: 'acme.link' },
	}),
	rejected('status: without any .link domain', '/domains/status?domains=acme.com', 400, undefined, {
		as: 'enterprise/owner',
	}),
];

export const domainRows: Row[] = [...listRows, ...writeRows, ...registrationRows];
