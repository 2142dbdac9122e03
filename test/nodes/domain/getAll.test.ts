import { beforeEach, describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';

const OPERATION = { resource: 'domain', operation: 'getAll' };

const service = useService();

beforeEach(() => service.proxy.resetWhenQuiet());

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

	it('includes the date when the registration of a domain expires', async () => {
		const key = { workspace: 'enterprise' };
		await service.run({ resource: 'domain', operation: 'register', domain: 'until.link' }, key);
		const filters = { search: 'until' };
		const [simple] = await service.output({ ...OPERATION, filters }, key);
		const [domain] = await service.output({ ...OPERATION, filters, simple: false }, key);
		expect(domain.registeredDomain).toMatchObject({ expiresAt: simple.registrationExpiresAt });
		expect(String(simple.registrationExpiresAt)).toMatch(/^\d{4}-/);
	});
});
