import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type NodeService } from '../../support/node/nodeService';
import { enrollments, linksOf, locator } from '../../support/sandbox/partners';

const OPERATION = { resource: 'partner', operation: 'getLinks' };

let service: NodeService;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.proxy.resetWhenQuiet());
afterAll(() => service.close());

function linkIds(partner: string): string[] {
	return linksOf(service.sandbox, partner).map(({ id }) => id);
}

describe('Partner · Get Links', () => {
	it.each(['list', 'id', 'tenantId'])('lists all links of a partner (%s)', async (mode) => {
		const [, { partner_id, tenant_id }] = enrollments(service.sandbox, 2);
		const value = mode === 'tenantId' ? String(tenant_id) : partner_id;
		const links = await service.output({ ...OPERATION, partner: locator(mode, value) });
		expect(links.map(({ id }) => id)).toEqual(linkIds(partner_id));
		expect(Object.keys(links[0])).toEqual([
			...['id', 'domain', 'key', 'shortLink', 'url'],
			...['clicks', 'leads', 'conversions', 'sales', 'saleAmount'],
		]);
	});

	it('pairs each link with its item and returns none for partners without links', async () => {
		const [{ partner_id: first }, { partner_id: second }] = enrollments(service.sandbox, 2);
		const [{ partner_id: without }] = enrollments(service.sandbox, 1, 'rejected');
		const output = await service.run(
			{ ...OPERATION, partner: '={{ $json.id }}' },
			{
				items: [{ id: first }, { id: without }, { id: 'pn_none' }, { id: second }],
				continueOnFail: true,
			},
		);
		const expected = [
			...linkIds(first).map((id) => ({ json: expect.objectContaining({ id }), item: 0 })),
			{
				json: { error: expect.stringContaining('Partner pn_none is not in this program.') },
				item: 2,
			},
			...linkIds(second).map((id) => ({ json: expect.objectContaining({ id }), item: 3 })),
		];
		expect(output).toEqual(expected.map(({ json, item }) => ({ json, pairedItem: { item } })));
	});

	it('requires a partner before sending a request', async () => {
		const error = await service.failure({ ...OPERATION, partner: locator('list', '') });
		expect(error.message).toBe("'Partner' is empty. Choose one from the list or enter its ID.");
		expect(service.proxy.requests).toEqual([]);
	});

	it.each([
		[{ workspace: 'pro' }, 'the Business plan or higher'],
		[{ key: 'viewer' }, 'the workspace role owner or member'],
	])('names the requirement that %j does not meet', async (call, needed) => {
		const error = await service.failure({ ...OPERATION, partner: 'pn_1' }, call);
		expect(error.description).toContain('(forbidden, ');
		expect(error.description).toContain(needed);
	});
});
