import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters, NodeExecutionHint, NodeParameterValueType } from 'n8n-workflow';
import { filterQuery } from '../../../nodes/LinkAttribution/actions/event/filters';
import { useService } from '../../support/node/nodeService';

const OPERATION = {
	resource: 'event',
	operation: 'getAll',
	interval: 'all',
	returnAll: true,
	simple: false,
};

const service = useService();

beforeEach(() => {
	service.proxy.respond = ({ path }) =>
		path === '/events' ? { status: 200, body: [] } : undefined;
});

/** The filters that are sent. */
async function sentWith(parameters: INodeParameters, kind = 'clicks') {
	service.proxy.requests.length = 0;
	await service.run({ ...OPERATION, event: kind, ...parameters });
	const { event, interval, limit, page, timezone, ...filters } = service.proxy.requests[0].query;
	expect({ event, interval, limit, page, timezone }).toEqual({
		...{ event: kind, interval: 'all', limit: '1000', page: '1' },
		timezone: 'Europe/Berlin',
	});
	return filters;
}

const FILTERS: Array<[name: string, ...values: [string, string]]> = [
	['browser', 'Chrome', 'Safari'],
	['city', 'Berlin', 'Paris'],
	['continent', 'EU', 'AS'],
	['country', 'US', 'DE'],
	['device', 'Desktop', 'Mobile'],
	['domain', 'go.example.com', 'example.com'],
	['folderId', 'fold_1', 'fold_2'],
	['groupId', 'grp_1', 'grp_2'],
	['linkId', 'link_1', 'link_2'],
	['os', 'iOS', 'Android'],
	['partnerId', 'pn_1', 'pn_2'],
	['referer', 'google.com', '(direct)'],
	['refererUrl', 'https://google.com/a', 'https://google.com/b'],
	['region', 'US-CA', 'DE-BE'],
	['tagId', 'tag_1', 'tag_2'],
	['tenantId', 'user_1', 'user_2'],
	['trigger', 'qr', 'link'],
	['url', 'https://example.com/a', 'https://example.com/b'],
	['utm_campaign', 'fair', 'summer'],
	['utm_content', 'poster', 'banner'],
	['utm_medium', 'print', 'mail'],
	['utm_source', 'booth', 'news'],
	['utm_term', 'shoes', 'hats'],
];

const LOCATORS = ['folderId', 'linkId', 'partnerId'];

function asParameter(name: string, values: string[]): NodeParameterValueType {
	if (['continent', 'trigger'].includes(name)) return values;
	const text = values.join(', ');
	return LOCATORS.includes(name) ? { __rl: true, mode: 'id', value: text } : text;
}

describe('Event · Get Many: filters with several values', () => {
	it.each(FILTERS)('filters by %s', async (name, ...values) => {
		const value = asParameter(name, values);
		expect(await sentWith({ filters: { [name]: value } })).toEqual({ [name]: values.join() });
		expect(await sentWith({ exclude: { [name]: value } })).toEqual({ [name]: `-${values.join()}` });
	});

	it('sends partner tags, which the service supports for sales', async () => {
		const of = (side: string) => ({ [side]: { partnerTagId: 'ptag_1' } });
		expect(await sentWith(of('filters'), 'sales')).toEqual({ partnerTagId: 'ptag_1' });
		expect(await sentWith(of('exclude'), 'sales')).toEqual({ partnerTagId: '-ptag_1' });
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
		expect(await sentWith(parameters)).toEqual(query);
	});

	it.each([
		['filters', ''],
		['exclude', '-'],
	])('looks up a pasted short link (%s)', async (side, sign) => {
		service.proxy.respondNext({ status: 200, body: { id: 'link_1' } });
		const linkId = { __rl: true, mode: 'url', value: 'https://go.example.com/summer' };
		await service.run({ ...OPERATION, event: 'clicks', [side]: { linkId } });
		const [lookup, list] = service.proxy.requests;
		expect(lookup.path).toBe('/links/info');
		expect(list.query.linkId).toBe(`${sign}link_1`);
	});
});

const LONGEST = `metadata['plan']:'${'x'.repeat(10_000 - 19)}'`;

it.each<[string, INodeParameters, Record<string, string>]>([
	['clicks', { externalId: 'order-1' }, { externalId: 'ext_order-1' }],
	['clicks', { externalId: 'ext_order-1' }, { externalId: 'ext_order-1' }],
	['clicks', { root: true }, { root: 'true' }],
	['clicks', { root: false }, { root: 'false' }],
	['leads', { customerId: 'cus_1' }, { customerId: 'cus_1' }],
	['sales', { saleType: 'new' }, { saleType: 'new' }],
	['sales', { saleType: 'recurring' }, { saleType: 'recurring' }],
	['leads', { query: LONGEST }, { query: LONGEST }],
	['clicks', { domain: 'a.example', key: 'b' }, { domain: 'a.example', key: 'b' }],
])('%s are filtered by %j', async (event, filters, query) => {
	expect(await sentWith({ filters }, event)).toEqual(query);
});

describe('Event · Get Many: filters that are ignored', () => {
	async function hints(parameters: INodeParameters): Promise<string[]> {
		const received: NodeExecutionHint[] = [];
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
