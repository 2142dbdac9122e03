import {
	choice,
	email,
	number,
	query,
	special,
	text,
	url,
	type Field,
	type Fields,
} from './fields.ts';
import type { MutatedRequest } from './request.ts';

/** A time before the service existed. */
const TOO_EARLY = '2022-09-21T10:00:00.000Z';

const INTERVALS = ['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all'];

export const period: Fields = {
	interval: query.choice(INTERVALS),
	start: query.date(TOO_EARLY),
	end: query.date(),
	timezone: query.text(),
};

/** Text that is compared, not checked. */
const COMPARED = [
	...['domain', 'key', 'linkId', 'tenantId', 'tagId', 'partnerTagId', 'groupId', 'partnerId'],
	...['customerId', 'country', 'city', 'region', 'continent', 'device', 'browser', 'os', 'trigger'],
	...['referer', 'refererUrl', 'url', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term'],
	...['utm_content'],
];

const filters: Fields = {
	...period,
	...Object.fromEntries(COMPARED.map((name): [string, Field] => [name, query.text()])),
	externalId: special(['unknown', 400], ['ext_unknown', 404]),
	folderId: special(['fold_unknown', 404]),
	root: query.flag(),
	qr: query.flag(),
	saleType: query.choice(['new', 'recurring']),
	query: query.text({ max: 10_000 }),
};

const GROUPS = [
	...['count', 'timeseries', 'continents', 'regions', 'countries', 'cities', 'devices', 'browsers'],
	...['os', 'trigger', 'triggers', 'referers', 'referer_urls', 'top_folders', 'top_link_tags'],
	...['top_domains', 'top_links', 'top_urls', 'top_base_urls', 'top_partners', 'top_groups'],
	...['top_partner_tags', 'utm_sources', 'utm_mediums', 'utm_campaigns', 'utm_terms'],
	...['utm_contents'],
];

const metadata = special(
	[null, 'taken'],
	[{ plan: 'pro', seats: 5, nested: { a: [1] } }, 'taken'],
	[{ a: 'x'.repeat(9992) }, 'taken'],
	[{ a: 'x'.repeat(9993) }, 'invalid'],
	['text', 'malformed'],
	[7, 'malformed'],
	[[], 'malformed'],
);

const conversion: Fields = {
	customerExternalId: [...text({ min: 1, max: 100, required: true }), ...special([' ', 'invalid'])],
	customerName: text({ max: 100, nullable: true }),
	customerEmail: email({ max: 100, nullable: true }),
	customerAvatar: text({ nullable: true }),
	metadata,
};

export const eventRequests: MutatedRequest[] = [
	{
		name: 'GET /events',
		fields: {
			...filters,
			event: query.choice(['clicks', 'leads', 'sales']),
			page: query.whole(Number.MAX_SAFE_INTEGER),
			limit: query.whole(1000),
			sortBy: query.choice(['timestamp']),
			sortOrder: query.choice(['asc', 'desc']),
			order: query.choice(['asc', 'desc']),
		},
	},
	{
		name: 'GET /analytics',
		fields: {
			...filters,
			event: query.choice(['clicks', 'leads', 'sales', 'composite']),
			groupBy: query.choice(GROUPS),
		},
	},
	{
		name: 'POST /track/lead',
		base: ({ click }, n) => ({
			clickId: click,
			eventName: 'Sign up',
			customerExternalId: `mutated-${n}`,
		}),
		fields: {
			...conversion,
			clickId: special(['', 400], [null, 400], ['unknown', 404], [7, 'malformed']),
			eventName: [...text({ min: 1, max: 255, required: true }), ...special([' ', 'invalid'])],
			mode: choice(['async', 'wait', 'deferred']),
			eventQuantity: number({ min: 1, max: 100, whole: true, nullable: true }),
		},
	},
	{
		name: 'POST /track/sale',
		base: ({ click }, n) => ({
			clickId: click,
			amount: 100,
			customerExternalId: `mutated-sale-${n}`,
		}),
		fields: {
			...conversion,
			amount: number({ min: 0, whole: true, required: true }),
			currency: text(),
			eventName: text({ max: 255 }),
			paymentProcessor: choice([
				...['stripe', 'shopify', 'polar', 'paddle', 'apple', 'revenuecat', 'dub', 'custom'],
			]),
			invoiceId: text({ nullable: true }),
			leadEventName: text({ nullable: true }),
			clickId: special([null, 'taken'], ['', 'taken'], [7, 'malformed'], ['unknown', 404]),
		},
	},
	{
		name: 'POST /track/open',
		base: () => ({ dubDomain: 'dub.sh' }),
		fields: {
			deepLink: url().map((mutation) =>
				mutation.outcome === 'taken' && mutation.value !== undefined
					? { ...mutation, outcome: 404 }
					: mutation,
			),
			dubDomain: special(
				['unknown', 'taken'],
				['', 'invalid', ''],
				[undefined, 'invalid', ''],
				[7, 'malformed'],
				[null, 'malformed'],
			),
		},
	},
];
