import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { locator } from '../../support/node/locator';
import { row, workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'domain', operation: 'get' };
const ADVICE = /^Check the ID and whether it belongs to the workspace of the credential\./;

const service = useService();

function domainOf(workspace: string, archived = 0): string {
	return row<{ slug: string }>(
		service.sandbox,
		'SELECT slug FROM domains WHERE workspace_id = ? AND archived = ? ORDER BY slug DESC',
		workspaceId(service.sandbox, workspace),
		archived,
	).slug;
}

describe('Domain · Get', () => {
	it('finds a domain in use with one request, in ten flat fields', async () => {
		const slug = domainOf('business');
		const [domain] = await service.output({ ...OPERATION, domain: locator('list', slug) });
		expect(domain).toMatchObject({ slug, archived: false, registrationExpiresAt: null });
		expect(Object.keys(domain)).toHaveLength(10);
		expect(service.proxy.requests).toHaveLength(1);
	});

	it('finds an archived domain, whatever its case, and gives all fields without Simplify', async () => {
		const slug = domainOf('business', 1);
		const domain = locator('id', slug.toUpperCase());
		expect(await service.output({ ...OPERATION, domain, simple: false })).toEqual([
			expect.objectContaining({ slug, archived: true, logo: null, registeredDomain: null }),
		]);
		expect(service.proxy.requests.map(({ query }) => query.archived)).toEqual(['false', 'true']);
	});

	it.each([
		['one that does not exist', () => 'none.example.org'],
		['one of another workspace', () => domainOf('enterprise')],
		['one whose name only contains it', () => domainOf('business').replace(/^./, '')],
	])('does not find %s', async (_, nameOf) => {
		const error = await service.failure({ ...OPERATION, domain: nameOf() });
		expect(error.message).toBe(`'Domain' was not found: the workspace has no domain ${nameOf()}`);
		expect(error.description).toMatch(ADVICE);
	});
});
