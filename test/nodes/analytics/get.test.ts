import { beforeEach, describe, expect, it } from '@jest/globals';
import { NodeHelpers, type IDataObject, type NodeExecutionHint } from 'n8n-workflow';
import { LinkAttribution } from '../../../nodes/LinkAttribution/LinkAttribution.node';
import { useService } from '../../support/node/nodeService';

const OPERATION = { resource: 'analytics', operation: 'get' };
const ALL = { ...OPERATION, event: 'composite', interval: 'all', returnAll: true };

const service = useService({ sampleData: { seed: 3, events: 900 } });

beforeEach(() => {
	service.withoutLimits();
});

function sent() {
	return service.proxy.requests[0].query;
}

describe('Analytics · Get', () => {
	const { properties } = new LinkAttribution().description;
	const groupBy = properties.find(({ name }) => name === 'groupBy');
	const groups = (groupBy?.options ?? []).flatMap((option) =>
		'value' in option ? [String(option.value)] : [],
	);

	it('offers every grouping of the API except the deprecated one', () => {
		expect([...groups].sort()).toEqual(
			[
				...['count', 'timeseries', 'continents', 'regions', 'countries', 'cities', 'devices'],
				...['browsers', 'os', 'triggers', 'referers', 'referer_urls', 'top_folders'],
				...['top_link_tags', 'top_domains', 'top_links', 'top_urls', 'top_base_urls'],
				...['top_partners', 'top_groups', 'top_partner_tags', 'utm_sources', 'utm_mediums'],
				...['utm_campaigns', 'utm_terms', 'utm_contents'],
			].sort(),
		);
	});

	it.each(groups)('groups by %s', async (group) => {
		const items = await service.output({ ...ALL, groupBy: group });
		expect(sent().groupBy).toBe(group);
		expect(items.length).toBeGreaterThan(0);
		for (const item of items) expect(item.clicks).toEqual(expect.any(Number));
	});

	it('returns links with ten flat fields', async () => {
		const items = await service.output({ ...ALL, groupBy: 'top_links' });
		for (const item of items) {
			expect(Object.keys(item)).toEqual([
				...['id', 'shortLink', 'url', 'title', 'partnerId', 'createdAt'],
				...['clicks', 'leads', 'sales', 'saleAmount'],
			]);
		}
	});

	it.each([
		['top_folders', 'folder', { folderName: 'name' }],
		['top_groups', 'group', { groupName: 'name', groupSlug: 'slug' }],
		['top_link_tags', 'tag', { tagName: 'name', tagColor: 'color' }],
		['top_partner_tags', 'partnerTag', { partnerTagName: 'name' }],
		[
			'top_partners',
			'partner',
			{ partnerName: 'name', partnerEmail: 'email', partnerCountry: 'country' },
		],
	])('gives the fields of the object in %s flat', async (groupBy, name, names) => {
		const parameters = { ...ALL, groupBy };
		const raw = await service.output({ ...parameters, simple: false });
		const flat = raw.map(({ [name]: object, ...row }) => {
			const fields = Object.entries(names).map(([key, field]) => [
				key,
				(object as IDataObject)[field],
			]);
			return { ...row, ...(Object.fromEntries(fields) as IDataObject) };
		});
		expect(Object.keys(flat[0])).toContain(`${name}Id`);
		expect(await service.output(parameters)).toEqual(flat);
	});

	it('gives null for what a service does not send', async () => {
		service.proxy.respondNext({ status: 200, body: [{ folderId: 'fold_1', clicks: 1 }] });
		expect(await service.output({ ...ALL, groupBy: 'top_folders' })).toEqual([
			{ folderId: 'fold_1', clicks: 1, folderName: null },
		]);
	});

	it('offers Simplify where rows have more than counts', () => {
		const shown = (group: string) =>
			NodeHelpers.getNodeParameters(
				properties,
				{ ...OPERATION, groupBy: group },
				true,
				false,
				null,
				null,
			)?.simple;
		expect(['top_links', 'top_folders', 'count', 'countries'].map(shown)).toEqual([
			true,
			true,
			undefined,
			undefined,
		]);
	});

	it('returns one item per day in chronological order', async () => {
		const items = await service.output({ ...ALL, interval: '30d', groupBy: 'timeseries' });
		expect(items.length).toBeGreaterThanOrEqual(30);
		const starts = items.map(({ start }) => Date.parse(String(start)));
		expect(starts).toEqual([...starts].sort((a, b) => a - b));
		expect(items[0]).toEqual({
			start: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00/),
			clicks: expect.any(Number),
			leads: expect.any(Number),
			sales: expect.any(Number),
			saleAmount: expect.any(Number),
		});
	});

	it('sorts time series chronologically across a clock change', async () => {
		const starts = [
			'2026-10-25T02:00:00.000+01:00',
			'2026-10-25T02:00:00.000+02:00',
			'2026-10-25T01:00:00.000+02:00',
		];
		service.proxy.respondNext({ status: 200, body: starts.map((start) => ({ start, clicks: 1 })) });
		const items = await service.output({ ...ALL, groupBy: 'timeseries' });
		expect(items.map(({ start }) => start)).toEqual([starts[2], starts[1], starts[0]]);
	});

	it('returns no items when there are no groups', async () => {
		const filters = { city: 'Nowhere' };
		expect(await service.run({ ...ALL, groupBy: 'cities', filters })).toEqual([]);
	});
});

describe('Analytics · Get: period', () => {
	it('reads dates in the chosen time zone', async () => {
		await service.run({
			...ALL,
			interval: 'custom',
			start: '2026-03-01',
			end: '2026-03-02T10:00:00',
			options: { timezone: 'America/New_York' },
		});
		expect(sent()).toMatchObject({
			start: '2026-03-01T05:00:00.000Z',
			end: '2026-03-02T15:00:00.000Z',
			timezone: 'America/New_York',
		});
		expect(sent()).not.toHaveProperty('interval');
	});

	it.each(['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all'])(
		'sends the period %s',
		async (interval) => {
			await service.run({ ...OPERATION, interval });
			expect(sent()).toEqual({
				event: 'clicks',
				groupBy: 'count',
				interval,
				timezone: 'Europe/Berlin',
			});
		},
	);
});

describe('Analytics · Get: filters', () => {
	it('warns about filters that the service ignores', async () => {
		const hints: NodeExecutionHint[] = [];
		await service.run({ ...ALL, filters: { saleType: 'new', partnerTagId: 'ptag_1' } }, { hints });
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/'Partner Tag ID' filters only sales/),
			expect.stringMatching(/^'Sale Type' filters only sales/),
		]);
	});
});
