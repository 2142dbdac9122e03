import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';
import { workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'domain', operation: 'getAll' };

const service = useService();

beforeEach(() => service.proxy.resetWhenQuiet());

async function slugs(parameters: INodeParameters = {}, workspace = 'business') {
	const items = await service.output({ ...OPERATION, ...parameters }, { workspace });
	return items.map(({ slug }) => slug);
}

describe('Domain · Get Many', () => {
	it('lists the domains that are not archived, with ten flat fields', async () => {
		const items = await service.output(OPERATION);
		expect(items.map(({ slug }) => slug).sort()).toEqual([
			'go.business.example.com',
			'try.business.example.com',
		]);
		expect(items[1]).toEqual({
			id: expect.stringMatching(/^dom_/),
			slug: 'try.business.example.com',
			verified: true,
			primary: false,
			archived: false,
			expiredUrl: 'https://www.example.com/business/expired',
			notFoundUrl: 'https://www.example.com/business/not-found',
			placeholder: null,
			createdAt: expect.any(String),
			registrationExpiresAt: null,
		});
	});

	it('accepts text from expressions for boolean parameters', async () => {
		const parameters = { ...OPERATION, simple: '={{ "false" }}', returnAll: '={{ "false" }}' };
		const domains = await service.output({ ...parameters, limit: 1 });
		expect(domains).toEqual([expect.objectContaining({ logo: null })]);
		const all = { ...OPERATION, simple: '={{ "true" }}', returnAll: '={{ "true" }}', limit: 1 };
		const [first, ...others] = await service.output(all);
		expect(first).not.toHaveProperty('logo');
		expect(others).not.toEqual([]);
	});

	it('returns the full response when Simplify is off', async () => {
		const [domain] = await service.output({ ...OPERATION, simple: false, limit: 1 });
		expect(domain).toMatchObject({
			primary: true,
			logo: null,
			assetLinks: null,
			appleAppSiteAssociation: null,
			updatedAt: expect.any(String),
			registeredDomain: null,
		});
	});

	it('includes the date when the registration of a domain expires', async () => {
		const key = { workspace: 'enterprise' };
		await service.run({ resource: 'domain', operation: 'register', domain: 'until.link' }, key);
		const filters = { search: 'until' };
		const [simple] = await service.output({ ...OPERATION, filters }, key);
		const [domain] = await service.output({ ...OPERATION, filters, simple: false }, key);
		expect(domain.registeredDomain).toMatchObject({ expiresAt: simple.registrationExpiresAt });
		expect(String(simple.registrationExpiresAt)).toMatch(/^\d{4}-/);
	});

	it.each<[INodeParameters, string[]]>([
		[{ archived: true }, ['old.business.example.com']],
		[{ archived: '=true' }, ['old.business.example.com']],
		[{ archived: false, search: 'TRY' }, ['try.business.example.com']],
		[{ search: 'nothing' }, []],
	])('filters by %j', async (filters, found) => {
		expect(await slugs({ filters })).toEqual(found);
	});

	it('fetches every page with Return All and only the pages that Limit requires', async () => {
		for (let n = 0; n < 60; n++) {
			service.sandbox.db.insert('domains', {
				...{ id: `dom_page${n}`, slug: `page${n}.example.org`, created_at: n, updated_at: n },
				workspace_id: workspaceId(service.sandbox, 'advanced'),
			});
		}
		const all = await slugs({ returnAll: true }, 'advanced');
		expect(new Set(all).size).toBe(62);
		expect(await slugs({ limit: 55 }, 'advanced')).toEqual(all.slice(0, 55));
		service.proxy.reset();
		expect(await slugs({ limit: 2 }, 'advanced')).toEqual(all.slice(0, 2));
		expect(service.proxy.requests.map(({ query }) => query)).toEqual([
			{ page: '1', pageSize: '2' },
		]);
	});
});
