import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { COUNTED } from '../../../sandbox/partner/list';
import { storedEvents, type StoredEvent } from '../../support/sandbox/events';
import { useService } from '../../support/node/nodeService';
import { linksOf, locator } from '../../support/sandbox/partners';
import { programId, row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'partner', operation: 'getAnalytics' };

const service = useService({ sampleData: { seed: 3, events: 900 } });
/** The one with most events. */
let partner: { id: string; tenant: string };
let events: StoredEvent[];

beforeAll(() => {
	partner = row(
		service.sandbox,
		`SELECT partner_id AS id, tenant_id AS tenant FROM enrollments e WHERE program_id = ? AND tenant_id IS NOT NULL
		 ORDER BY (SELECT sum(clicks) FROM links l WHERE l.partner_id = e.partner_id) DESC`,
		programId(service.sandbox, 'business'),
	);
	const links = linksOf(service.sandbox, partner.id).map(({ id }) => id);
	events = storedEvents(service.sandbox).filter(({ link }) => links.includes(link?.id ?? ''));
});
beforeEach(() => {
	service.withoutLimits();
});

function countsOf(rows: StoredEvent[]) {
	const of = (kind: string) => rows.filter((event) => event.kind === kind);
	return {
		clicks: of('click').length,
		leads: of('lead').length,
		sales: of('sale').length,
		saleAmount: of('sale').reduce((sum, { amount }) => sum + (amount ?? 0), 0),
	};
}

function earned(condition = 'TRUE', ...params: string[]): number {
	return row<{ cents: number }>(
		service.sandbox,
		`SELECT coalesce(sum(earnings), 0) AS cents FROM commissions
		 WHERE partner_id = ? AND ${COUNTED} AND ${condition}`,
		partner.id,
		...params,
	).cents;
}

async function analytics(parameters: INodeParameters = {}): Promise<IDataObject[]> {
	return await service.output({ ...OPERATION, partner: partner.id, ...parameters });
}

function sent() {
	return service.proxy.requests[0].query;
}

function sum(items: IDataObject[], name: string): number {
	return items.reduce((total, item) => total + Number(item[name]), 0);
}

describe('Partner · Get Analytics', () => {
	it.each(['list', 'id', 'tenantId'])('returns the totals in one item (%s)', async (mode) => {
		expect(events.length).toBeGreaterThan(10);
		const value = mode === 'tenantId' ? partner.tenant : partner.id;
		expect(await analytics({ partner: locator(mode, value) })).toEqual([
			{ ...countsOf(events), earnings: earned() },
		]);
	});

	it('returns one item per point in time, earliest first', async () => {
		const items = await analytics({ groupBy: 'timeseries' });
		const starts = items.map(({ start }) => Date.parse(String(start)));
		expect(starts).toEqual([...starts].sort((a, b) => a - b));
		expect(items.length).toBeGreaterThan(12);
		for (const [name, count] of Object.entries(countsOf(events))) {
			expect([name, sum(items, name)]).toEqual([name, count]);
		}
		expect(Object.keys(items[0])).toEqual([
			...['start', 'clicks', 'leads', 'sales', 'saleAmount', 'earnings'],
		]);
	});

	it('sorts an unordered time series', async () => {
		const start = ['2026-03-01T00:00:00+01:00', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];
		service.proxy.respondNext({ status: 200, body: start.map((text) => ({ start: text })) });
		expect(await analytics({ groupBy: 'timeseries' })).toEqual(
			[start[1], start[2], start[0]].map((text) => ({ start: text })),
		);
	});

	it('returns one item per link with ten flat fields', async () => {
		const items = await analytics({ groupBy: 'top_links' });
		expect(items).toHaveLength(new Set(events.map(({ link }) => link?.id)).size);
		for (const item of items) {
			const ofLink = events.filter(({ link }) => link?.id === item.id);
			expect(item).toEqual({
				id: item.id,
				shortLink: expect.stringMatching(/^https:/),
				url: expect.stringMatching(/^https:/),
				domain: expect.any(String),
				key: expect.any(String),
				...countsOf(ofLink),
				earnings: earned('link_id = ?', String(item.id)),
			});
		}
	});

	it('returns the full response for links when Simplify is off', async () => {
		const [item] = await analytics({ groupBy: 'top_links', simple: false });
		expect(item).toMatchObject({ partnerId: partner.id, createdAt: expect.any(String) });
	});

	it.each(['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all'])(
		'sends the period %s',
		async (interval) => {
			expect(await analytics({ interval })).toHaveLength(1);
			expect(sent()).toEqual({
				partnerId: partner.id,
				groupBy: 'count',
				interval,
				timezone: 'Europe/Berlin',
			});
		},
	);

	it.each<[INodeParameters, string]>([
		[{ partner: '' }, "'Partner' is empty. Choose one from the list or enter its ID."],
		[{ interval: 'custom', start: '' }, "'Start' is empty. Enter the date when the period begins."],
		[
			{ interval: 'custom', start: '2026-02-01', end: '2026-01-01' },
			"'End' must be on or after 'Start'",
		],
		[
			{ options: { timezone: 'Berlin' } },
			"'Time Zone' must be an IANA name such as Europe/Berlin, not 'Berlin'",
		],
		[
			{ filters: { query: "metadata['a']:'1' OR metadata['b']:'2'" } },
			"'Metadata (Text)' can join conditions only with AND. Run the node once for each alternative.",
		],
	])('rejects %j before sending a request', async (parameters, message) => {
		expect(await service.refusal({ ...OPERATION, partner: 'pn_1', ...parameters })).toBe(message);
	});

	it('rejects metadata conditions that are too long', async () => {
		const filters = { query: 'a'.repeat(10_001) };
		expect(await service.refusal({ ...OPERATION, partner: 'pn_1', filters })).toBe(
			"'Metadata (Text)' can have at most 10000 characters",
		);
	});
});
