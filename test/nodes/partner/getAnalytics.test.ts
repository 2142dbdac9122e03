import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';
import { locator } from '../../support/node/locator';
import { enrollments } from '../../support/sandbox/partners';

const OPERATION = { resource: 'partner', operation: 'getAnalytics' };
const COUNTS = { clicks: 5, leads: 4, sales: 3, saleAmount: 200, earnings: 10 };

const service = useService({ limits: 'off' });

async function analytics(
	parameters: INodeParameters,
	body?: IDataObject[],
): Promise<IDataObject[]> {
	if (body) service.proxy.respondNext({ status: 200, body });
	return await service.output({ ...OPERATION, partner: 'pn_1', ...parameters });
}

describe('Partner · Get Analytics', () => {
	it.each(['list', 'id', 'tenantId'])('returns the totals in one item (%s)', async (mode) => {
		const [{ partner_id: id, tenant_id: tenant }] = enrollments(service.sandbox);
		const partner = locator(mode, mode === 'tenantId' ? String(tenant) : id);
		const [totals, ...others] = await analytics({ partner });
		expect(Object.keys(totals)).toEqual(Object.keys(COUNTS));
		expect(others).toEqual([]);
	});

	it('sorts an unordered time series', async () => {
		const start = ['2026-03-01T00:00:00+01:00', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];
		const body = start.map((text) => ({ start: text }));
		expect(await analytics({ groupBy: 'timeseries' }, body)).toEqual([body[1], body[2], body[0]]);
	});

	it('returns one item per link with ten flat fields', async () => {
		const link = { id: 'link_1', shortLink: 'https://a.co/b', url: 'https://b.co' };
		const simple = { ...link, domain: 'a.co', key: 'b', ...COUNTS };
		const body = [{ ...simple, partnerId: 'pn_1', createdAt: '2026-01-01' }];
		expect(await analytics({ groupBy: 'top_links' }, body)).toEqual([simple]);
	});

	it.each(['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all'])(
		'sends the period %s',
		async (interval) => {
			await analytics({ interval }, [COUNTS]);
			expect(service.proxy.requests[0].query).toEqual({
				...{ partnerId: 'pn_1', groupBy: 'count', interval, timezone: 'Europe/Berlin' },
			});
		},
	);
});
