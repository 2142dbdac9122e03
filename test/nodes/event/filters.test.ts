import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters, NodeExecutionHint, NodeParameterValueType } from 'n8n-workflow';
import {
	keyOfItem,
	keyOfRow,
	storedEvents,
	type EventItem,
	type StoredEvent,
} from '../../support/sandbox/events';
import { filterQuery } from '../../../nodes/LinkAttribution/actions/event/filters';
import { useService } from '../../support/node/nodeService';

const OPERATION = {
	resource: 'event',
	operation: 'getAll',
	interval: 'all',
	returnAll: true,
	simple: false,
};
const KIND = { clicks: 'click', leads: 'lead', sales: 'sale' } as const;

const service = useService({ sampleData: { seed: 3, events: 900 } });
let events: StoredEvent[];

beforeAll(() => {
	events = storedEvents(service.sandbox).filter(({ link }) => link);
});
beforeEach(() => {
	service.withoutLimits();
});

function sentFilters() {
	const { event, interval, limit, page, timezone, ...filters } = service.proxy.requests[0].query;
	expect(Object.keys(KIND)).toContain(event);
	expect({ interval, limit, page, timezone }).toEqual({
		...{ interval: 'all', limit: '1000', page: '1' },
		timezone: 'Europe/Berlin',
	});
	return filters;
}

function isEnabled(link: StoredEvent['link']): boolean {
	return link?.disabled_at === null;
}

function expected(kind: keyof typeof KIND, keeps: (event: StoredEvent) => boolean): string[] {
	return events
		.filter((event) => event.kind === KIND[kind] && keeps(event))
		.map(keyOfRow)
		.sort();
}

async function listed(event: keyof typeof KIND, parameters: INodeParameters): Promise<string[]> {
	const items = await service.output<EventItem>({ ...OPERATION, event, ...parameters });
	return items.map(keyOfItem).sort();
}

type ValuesOf = (event: StoredEvent) => (string | null | undefined)[];

const utm =
	(name: string): ValuesOf =>
	({ url }) => [new URL(url).searchParams.get(name)];
const withoutQuery = (url: string) => url.split('?')[0];

/** What each filter compares, read from the rows. */
const FILTERS: [name: string, ValuesOf][] = [
	['browser', ({ browser }) => [browser]],
	['city', ({ city }) => [city]],
	['continent', ({ continent }) => [continent]],
	['country', ({ country }) => [country]],
	['url', ({ url }) => [withoutQuery(url)]],
	['device', ({ device }) => [device]],
	['domain', ({ link }) => [link?.domain]],
	['folderId', ({ link }) => [link?.folder_id]],
	['groupId', ({ link }) => [link?.groupId]],
	['linkId', ({ link_id }) => [link_id]],
	['os', ({ os }) => [os]],
	['partnerId', ({ link }) => [link?.partner_id]],
	['referer', ({ referer }) => [referer]],
	['refererUrl', ({ referer_url }) => [withoutQuery(referer_url)]],
	['region', ({ region }) => [region]],
	['tagId', ({ link }) => link?.tagIds ?? []],
	['tenantId', ({ link }) => [link?.tenant_id]],
	['trigger', ({ trigger }) => [trigger]],
	['utm_campaign', utm('utm_campaign')],
	['utm_content', utm('utm_content')],
	['utm_medium', utm('utm_medium')],
	['utm_source', utm('utm_source')],
	['utm_term', utm('utm_term')],
];

/** Two values that the filter can take. */
function twoValues(valuesOf: ValuesOf): [string, string] {
	const all = events
		.filter(({ kind }) => kind === 'click')
		.flatMap(valuesOf)
		.filter((value) => value && !/,|Unknown/.test(value));
	const [first, second] = new Set(all as string[]);
	expect([typeof first, typeof second]).toEqual(['string', 'string']);
	return [first, second];
}

/** The service leaves events of disabled links out when a filter by link is given. */
const BY_LINK = ['domain', 'folderId', 'groupId', 'partnerId', 'tagId', 'tenantId'];

const LOCATORS = ['folderId', 'linkId', 'partnerId'];

function asParameter(name: string, values: string[]): NodeParameterValueType {
	if (['continent', 'trigger'].includes(name)) return values;
	const text = values.join(', ');
	return LOCATORS.includes(name) ? { __rl: true, mode: 'id', value: text } : text;
}

describe('Event · Get Many: filters with several values', () => {
	it.each(FILTERS)('filters by %s', async (name, valuesOf) => {
		const requested = twoValues(valuesOf);
		const matches = (event: StoredEvent) =>
			valuesOf(event).some((value) => requested.includes(String(value)));
		const isListed = ({ link }: StoredEvent) => !BY_LINK.includes(name) || isEnabled(link);
		const value = asParameter(name, requested);

		expect(await listed('clicks', { filters: { [name]: value } })).toEqual(
			expected('clicks', (event) => isListed(event) && matches(event)),
		);
		expect(sentFilters()).toEqual({ [name]: requested.join(',') });

		service.proxy.requests.length = 0;
		expect(await listed('clicks', { exclude: { [name]: value } })).toEqual(
			expected('clicks', (event) => isListed(event) && !matches(event)),
		);
		expect(sentFilters()).toEqual({ [name]: `-${requested.join(',')}` });
	});

	it('sends partner tags, which the service supports for sales', async () => {
		const [tag] = events.flatMap(({ link }) => link?.partnerTagIds ?? []);
		const hasTag = ({ link }: StoredEvent) =>
			isEnabled(link) && link?.partnerTagIds.includes(tag) === true;
		expect(await listed('sales', { filters: { partnerTagId: tag } })).toEqual(
			expected('sales', hasTag),
		);
		expect(sentFilters()).toEqual({ partnerTagId: tag });
		service.proxy.requests.length = 0;
		await listed('sales', { exclude: { partnerTagId: tag } });
		expect(sentFilters()).toEqual({ partnerTagId: `-${tag}` });
	});

	it.each<[string, INodeParameters, Record<string, string>]>([
		['an array', { filters: { city: ['Berlin', 'Paris'] } }, { city: 'Berlin,Paris' }],
		['JSON text', { filters: { city: '["Berlin", "Paris"]' } }, { city: 'Berlin,Paris' }],
		[
			'the notation of the service',
			{ filters: { city: '-Berlin,Paris' } },
			{ city: '-Berlin,Paris' },
		],
		[
			'the notation of the service in Exclude',
			{ exclude: { city: '-Berlin' } },
			{ city: '-Berlin' },
		],
		['lower-case codes', { filters: { country: 'us, de' } }, { country: 'US,DE' }],
		['excluded lower-case codes', { filters: { country: '-us,de' } }, { country: '-US,DE' }],
		['a lower-case region', { filters: { region: 'us-ca' } }, { region: 'US-CA' }],
		[
			'comma-separated text for a multiple-choice field',
			{ filters: { continent: '=EU,as' } },
			{ continent: 'EU,AS' },
		],
		['filters that were added but left empty', { filters: { city: '', folderId: '' } }, {}],
		[
			'different filters on both sides',
			{ filters: { city: 'Berlin' }, exclude: { os: 'iOS' } },
			{ city: 'Berlin', os: '-iOS' },
		],
	])('accepts %s', async (_, parameters, query) => {
		await listed('clicks', parameters);
		expect(sentFilters()).toEqual(query);
	});

	it.each([
		['filters', ''],
		['exclude', '-'],
	])('looks up a pasted short link (%s)', async (side, sign) => {
		const link = events.find(({ link: found }) => found && !found.key.startsWith('_'))?.link;
		const value = `https://${link?.domain}/${link?.key}`;
		await listed('clicks', { [side]: { linkId: { __rl: true, mode: 'url', value } } });
		const [lookup, list] = service.proxy.requests;
		expect(lookup.path).toBe('/links/info');
		expect(list.query.linkId).toBe(`${sign}${link?.id}`);
	});
});

describe('Event · Get Many: filters with one value', () => {
	it.each(['order-business-0', 'ext_order-business-0'])(
		'filters by external ID %s',
		async (externalId) => {
			const link = ({ link: found }: StoredEvent) => found?.external_id === 'order-business-0';
			expect(await listed('clicks', { filters: { externalId } })).toEqual(expected('clicks', link));
			expect(sentFilters()).toEqual({ externalId: 'ext_order-business-0' });
		},
	);

	it.each([true, false])('filters by root domain %p', async (root) => {
		expect(await listed('clicks', { filters: { root } })).toEqual(
			expected('clicks', ({ link }) => isEnabled(link) && (link?.key === '_root') === root),
		);
		expect(sentFilters()).toEqual({ root: String(root) });
	});

	it('filters by customer', async () => {
		const customerId = String(events.find(({ kind }) => kind === 'lead')?.customer_id);
		expect(await listed('leads', { filters: { customerId } })).toEqual(
			expected('leads', (event) => event.customer_id === customerId),
		);
		expect(sentFilters()).toEqual({ customerId });
	});

	it.each(['new', 'recurring'])('filters by sale type %s', async (saleType) => {
		expect(await listed('sales', { filters: { saleType } })).toEqual(
			expected('sales', ({ sale_type }) => sale_type === saleType),
		);
		expect(sentFilters()).toEqual({ saleType });
	});

	it('filters leads and sales by metadata', async () => {
		const event = events.find(({ kind, metadata }) => kind === 'lead' && metadata);
		const [[name, value]] = Object.entries(
			JSON.parse(String(event?.metadata)) as Record<string, unknown>,
		).filter((entry) => typeof entry[1] === 'string');
		const query = `metadata['${name}']:'${String(value)}'`;
		expect(await listed('leads', { filters: { query } })).toContain(`lead:${event?.event_id}`);
		expect(sentFilters()).toEqual({ query });
	});

	it('filters by metadata of the maximum length', async () => {
		const query = `metadata['plan']:'${'x'.repeat(10_000 - 19)}'`;
		expect(query).toHaveLength(10_000);
		expect(await listed('leads', { filters: { query } })).toEqual([]);
		expect(sentFilters()).toEqual({ query });
	});

	it('filters by slug together with a domain', async () => {
		const { domain = '', key = '' } = events.find(({ link }) => link?.key !== '_root')?.link ?? {};
		expect(await listed('clicks', { filters: { domain, key } })).toEqual(
			expected('clicks', ({ link }) => link?.domain === domain && link.key === key),
		);
		expect(sentFilters()).toEqual({ domain, key });
	});
});

describe('Event · Get Many: invalid filters', () => {
	it.each<[INodeParameters, string]>([
		[
			{ filters: { city: 'Berlin' }, exclude: { city: 'Paris' } },
			"'City' is in both 'Filters' and 'Exclude'. Remove one of them.",
		],
		[
			{ filters: { linkId: 'link_1' }, exclude: { linkId: 'link_2' } },
			"'Link' is in both 'Filters' and 'Exclude'. Remove one of them.",
		],
		[
			{ filters: { key: 'summer' } },
			"'Slug' requires 'Domain', because several domains can have the same slug",
		],
		[
			{ filters: { key: 'summer' }, exclude: { domain: 'go.example.com' } },
			"'Slug' requires 'Domain', because several domains can have the same slug",
		],
		[
			{ filters: { query: "metadata['a']:'b'" } },
			"'Metadata' applies only to leads and sales. Choose one of them as 'Event', or remove it.",
		],
		[
			{ event: 'leads', filters: { saleType: 'new' } },
			"'Sale Type' applies only to sales. Choose Sales as 'Event', or remove it.",
		],
		[
			{ event: 'leads', filters: { query: 'x'.repeat(10_001) } },
			"'Metadata (Text)' can have at most 10000 characters",
		],
		[
			{ filters: { country: 'Germany' } },
			"'Country' must be a two-letter ISO 3166-1 code such as US, not 'Germany'",
		],
		[
			{ exclude: { country: 'DE, GER' } },
			"'Country' must be a two-letter ISO 3166-1 code such as US, not 'GER'",
		],
		[
			{ filters: { region: 'CA' } },
			"'Region' must be a full ISO 3166-2 code such as US-CA, not 'CA'",
		],
		[
			{ options: { timezone: 'Berlin' } },
			"'Time Zone' must be an IANA name such as Europe/Berlin, not 'Berlin'",
		],
		[
			{ event: 'leads', filters: { query: "metadata['a']:'b' or metadata['c']:'d'" } },
			"'Metadata (Text)' can join conditions only with AND. Run the node once for each alternative.",
		],
	])('rejects %j before sending a request', async (parameters, message) => {
		expect((await service.failure({ ...OPERATION, ...parameters })).message).toBe(message);
		expect(service.proxy.requests).toEqual([]);
	});

	it('reports an unknown link', async () => {
		const error = await service.failure({ ...OPERATION, filters: { externalId: 'none' } });
		expect(error.message).toBe('Link not found.');
	});
});

describe('Event · Get Many: filters that are ignored', () => {
	async function hints(parameters: INodeParameters): Promise<string[]> {
		const received: NodeExecutionHint[] = [];
		// What comes is not the point here.
		service.proxy.respond = () => ({ status: 200, body: [] });
		await service.run({ ...OPERATION, ...parameters }, { hints: received, items: [{}, {}] });
		return received.map(({ message }) => message);
	}

	it.each<[INodeParameters, RegExp]>([
		[
			{ filters: { linkId: 'link_1', domain: 'go.example.com', root: true } },
			/^When 'Link' is set, the service ignores other link filters: 'Domain', 'Root Domain'\.$/,
		],
		[
			{ filters: { linkId: 'link_1' }, exclude: { tagId: 'tag_1' } },
			/ignores other link filters: 'Tag'\.$/,
		],
		[
			{ filters: { key: 'summer', domain: 'go.example.com, example.com' } },
			/^When 'Slug' is set, the service uses only the first 'Domain'\.$/,
		],
		[
			{ filters: { country: 'US', region: 'US-CA' } },
			/^When 'Region' is set, the service ignores 'Country'/,
		],
		[{ filters: { region: 'US-CA, US-NY' } }, /supports one 'Region' at a time/],
		[{ exclude: { region: 'US-CA' } }, /supports one 'Region' at a time/],
		[{ filters: { partnerTagId: 'ptag_1' } }, /'Partner Tag ID' filters only sales/],
		[
			{ event: 'leads', exclude: { partnerTagId: 'ptag_1' } },
			/'Partner Tag ID' filters only sales/,
		],
	])('warns once for all items about %j', async (parameters, message) => {
		expect(await hints(parameters)).toEqual([expect.stringMatching(message)]);
	});

	it.each<[INodeParameters]>([
		[{ filters: { linkId: 'link_1', country: 'US' } }],
		[{ filters: { key: 'summer', domain: 'go.example.com' } }],
		[{ filters: { region: 'US-CA' } }],
		[{ event: 'sales', filters: { partnerTagId: 'ptag_1' } }],
		[{ filters: { partnerTagId: 'ptag_1', partnerId: 'pn_1' } }],
	])('does not warn about %j', async (parameters) => {
		expect(await hints(parameters)).toEqual([]);
	});
});

it('sends filters in the order that identifies the polling cursor', async () => {
	const filters = { utm_term: 'a', key: 'b', customerId: 'c', domain: 'd', externalId: 'e' };
	const query = await filterQuery({} as never, 'clicks', filters, { browser: 'f' });
	expect(Object.keys(query)).toEqual([
		...['externalId', 'key', 'customerId', 'browser', 'domain', 'utm_term'],
	]);
});

it.each([
	{ query: "metadata['shipping.country']:'DE'" },
	{ query: 'shipping.country = DE' },
	{ metadata: { conditions: [{ key: 'shipping.country', value: 'DE' }] } },
])('rejects %j, which the service would find nothing for', async (filters) => {
	const { message } = await service.failure({
		resource: 'event',
		operation: 'getAll',
		event: 'leads',
		filters,
	});
	expect(message).toContain("cannot filter by 'shipping.country'");
});
