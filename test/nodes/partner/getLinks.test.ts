import { beforeEach, describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { enrollments, linksOf, locator } from '../../support/sandbox/partners';

const OPERATION = { resource: 'partner', operation: 'getLinks' };

const service = useService();

beforeEach(() => service.proxy.resetWhenQuiet());

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
});
