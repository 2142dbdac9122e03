import { beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Api } from '../../../support/sandbox/api';
import { conversionLink, newClick } from '../../../support/sandbox/conversions';
import { NOW, pushEvent } from '../../../support/node/pushes';
import type { TriggerNode } from '../../../support/node/runTrigger';
import { useTriggerService } from '../../../support/node/triggerService';
import { settled } from '../../../support/sandbox/webhooks';

const LINK = {
	id: 'link_1',
	domain: 'go.example.com',
	folderId: 'fold_1',
	partnerId: 'pn_1',
	programId: 'prog_1',
};
const BARE_LINK = {
	id: 'link_1',
	domain: 'x.example.com',
	folderId: null,
	partnerId: null,
	programId: null,
};
const PARTNER = { id: 'pn_1' };

/** A payload of each kind, with the link, partner, and program that the service sends. */
const PAYLOADS: Record<string, { data: IDataObject; applicable: string[] }> = {
	'link.clicked': {
		data: { click: {}, link: LINK },
		applicable: ['linkIds', 'folderIds', 'domains', 'partnerIds', 'programIds'],
	},
	'lead.created': {
		data: { link: LINK, partner: PARTNER, customer: { sales: 0 } },
		applicable: ['linkIds', 'folderIds', 'domains', 'partnerIds', 'programIds'],
	},
	'sale.created': {
		data: { link: LINK, partner: PARTNER, customer: { sales: 1 } },
		applicable: ['linkIds', 'folderIds', 'domains', 'partnerIds', 'programIds', 'saleType'],
	},
	'link.created': {
		data: LINK,
		applicable: ['linkIds', 'folderIds', 'domains', 'partnerIds', 'programIds'],
	},
	'link.updated': {
		data: LINK,
		applicable: ['linkIds', 'folderIds', 'domains', 'partnerIds', 'programIds'],
	},
	'link.deleted': {
		data: LINK,
		applicable: ['linkIds', 'folderIds', 'domains', 'partnerIds', 'programIds'],
	},
	'partner.application_submitted': {
		data: { id: 'pga_1', partner: PARTNER },
		applicable: ['partnerIds'],
	},
	'partner.enrolled': {
		data: { ...PARTNER, programId: 'prog_1', links: null },
		applicable: ['partnerIds', 'programIds'],
	},
	'partner.merged': {
		data: { sourcePartner: { id: 'pn_0' }, targetPartner: PARTNER },
		applicable: ['partnerIds'],
	},
	'commission.created': {
		data: {
			id: 'cm_1',
			partner: PARTNER,
			link: {
				id: 'link_1',
				shortLink: 'https://go.example.com/a',
				domain: 'go.example.com',
				key: 'a',
			},
		},
		applicable: ['linkIds', 'domains', 'partnerIds'],
	},
	'bounty.created': { data: { id: 'bnty_1' }, applicable: [] },
	'bounty.updated': { data: { id: 'bnty_1' }, applicable: [] },
	'payout.confirmed': { data: { id: 'po_1', partner: PARTNER }, applicable: ['partnerIds'] },
	'discount_code.created': {
		data: { id: 'dcode_1', partnerId: 'pn_1', linkId: 'link_1' },
		applicable: ['linkIds', 'partnerIds'],
	},
	'discount_code.deleted': {
		data: { id: 'dcode_1', partnerId: 'pn_1', linkId: 'link_1' },
		applicable: ['linkIds', 'partnerIds'],
	},
};

/** For each filter a value that the payloads above have, and one that they have not. */
const FILTERS: Record<string, { has: string; hasNot: string }> = {
	linkIds: { has: 'link_0, link_1', hasNot: 'link_2' },
	folderIds: { has: 'fold_1', hasNot: 'fold_2, fold_3' },
	domains: { has: 'go.example.com', hasNot: 'example.com' },
	partnerIds: { has: 'pn_1,pn_2', hasNot: 'pn_2' },
	programIds: { has: 'prog_1', hasNot: 'prog_2' },
	saleType: { has: 'new', hasNot: 'recurring' },
};

const service = useTriggerService();
let node: TriggerNode;

beforeAll(async () => {
	node = await service.published({ events: ['link.created'] });
});

async function passes(
	event: string,
	data: IDataObject,
	pushFilters: IDataObject,
): Promise<boolean> {
	node.parameters = { events: Object.keys(PAYLOADS), pushFilters: pushFilters as never };
	return (await pushEvent(node, event, data)).length === 1;
}

describe.each(Object.entries(PAYLOADS))('%s', (event, { data, applicable }) => {
	it.each(Object.entries(FILTERS))('and the filter %s', async (filter, { has, hasNot }) => {
		expect(await passes(event, data, { [filter]: has })).toBe(true);
		expect(await passes(event, data, { [filter]: hasNot })).toBe(!applicable.includes(filter));
	});
});

it('An event must match all filters', async () => {
	const { data } = PAYLOADS['sale.created'];
	const has = Object.fromEntries(Object.entries(FILTERS).map(([name, value]) => [name, value.has]));
	expect(await passes('sale.created', data, has)).toBe(true);
	for (const [name, { hasNot }] of Object.entries(FILTERS)) {
		expect(await passes('sale.created', data, { ...has, [name]: hasNot })).toBe(false);
	}
});

it('An event without a folder, partner, or program does not match a filter for one', async () => {
	for (const filter of ['folderIds', 'partnerIds', 'programIds']) {
		const pushFilters = { [filter]: FILTERS[filter].has };
		expect(await passes('link.created', BARE_LINK, pushFilters)).toBe(false);
		expect(await passes('link.clicked', { link: BARE_LINK }, pushFilters)).toBe(false);
	}
});

it.each(['GO.example.com', 'https://go.example.com/summer'])('Domain %s', async (domains) => {
	const { data } = PAYLOADS['link.clicked'];
	expect(await passes('link.clicked', data, { domains })).toBe(true);
});

it('A merge matches either partner', async () => {
	const { data } = PAYLOADS['partner.merged'];
	expect(await passes('partner.merged', data, { partnerIds: 'pn_0' })).toBe(true);
});

it('Sales of the service are recognized as first or repeat purchases', async () => {
	const api = new Api(service.sandbox, 'business');
	const firsts = await service.published(
		{ events: ['sale.created'], pushFilters: { saleType: 'new' } },
		{ name: 'Firsts' },
	);
	const repeats = await service.published(
		{ events: ['sale.created'], pushFilters: { saleType: 'recurring' } },
		{ name: 'Repeats' },
	);
	const clickId = await newClick(service.sandbox, await conversionLink(service.sandbox));
	const customerExternalId = 'regular';
	await api.post('/track/lead', { clickId, customerExternalId, eventName: 'Sign up' });
	for (const amount of [100, 200, 300]) {
		await api.post('/track/sale', { customerExternalId, amount, invoiceId: `in_${amount}` });
	}
	await settled(service.sandbox);
	const amounts = ({ items }: TriggerNode) =>
		items.map(({ sale }) => (sale as IDataObject).amount).sort();
	expect([amounts(firsts), amounts(repeats)]).toEqual([[100], [200, 300]]);
});

const secondsBefore = (seconds: number) => new Date(Date.parse(NOW) - seconds * 1000).toISOString();

it.each([
	['the first, not counted yet', { sales: 0 }, 'new'],
	['the first', { sales: 1, firstSaleAt: secondsBefore(37) }, 'new'],
	['the first, without a date', { sales: 1 }, 'new'],
	['the second, not counted yet', { sales: 1, firstSaleAt: secondsBefore(3607) }, 'recurring'],
	['the second', { sales: 2, firstSaleAt: secondsBefore(37) }, 'recurring'],
])('Of a customer: %s', async (_, customer, saleType) => {
	const { data } = PAYLOADS['sale.created'];
	for (const requested of ['new', 'recurring']) {
		expect(await passes('sale.created', { ...data, customer }, { saleType: requested })).toBe(
			requested === saleType,
		);
	}
});

it.each(['new', 'recurring'])(
	'A sale without the number of sales passes as %s',
	async (saleType) => {
		const { data } = PAYLOADS['sale.created'];
		expect(await passes('sale.created', { ...data, customer: {} }, { saleType })).toBe(true);
	},
);

it('The service sends only the clicks of the selected links', async () => {
	const [chosen, other] = [
		await conversionLink(service.sandbox),
		await conversionLink(service.sandbox),
	];
	const clicks = await service.published(
		{ events: ['link.clicked'], pushFilters: { linkIds: chosen.id } },
		{ name: 'Clicks' },
	);
	const ids = [await newClick(service.sandbox, chosen)];
	await newClick(service.sandbox, other);
	await settled(service.sandbox);
	expect(clicks.items.map(({ id }) => id)).toEqual(ids);
	const { id } = service.webhookOf(clicks);
	const sql = 'SELECT 1 FROM webhook_deliveries WHERE webhook_id = ?';
	expect(service.sandbox.db.all(sql, id)).toHaveLength(1);
});

it.each(['folderIds', 'linkIds', 'partnerIds'])(
	'%s can be chosen from a list, with several entered by ID',
	async (name) => {
		const id = { folderIds: 'fold_1', linkIds: 'link_1', partnerIds: 'pn_1' }[name];
		const picked = await service.published({ events: ['link.created'] });
		const filteredBy = async (locator: INodeParameters) => {
			picked.parameters = { events: ['link.created'], pushFilters: { [name]: locator } };
			return (await pushEvent(picked, 'link.created', LINK)).length;
		};
		expect(await filteredBy({ __rl: true, mode: 'list', value: String(id) })).toBe(1);
		expect(await filteredBy({ __rl: true, mode: 'id', value: `other, ${id}` })).toBe(1);
		expect(await filteredBy({ __rl: true, mode: 'list', value: 'other' })).toBe(0);
		expect(await filteredBy({ __rl: true, mode: 'list', value: '' })).toBe(1);
	},
);
