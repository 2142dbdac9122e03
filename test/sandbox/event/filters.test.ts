import { beforeAll, describe, expect, test } from '@jest/globals';
import { atDepth } from '../../support/depth';
import {
	getEvents,
	keyOfItem,
	keyOfRow,
	storedEvents,
	type EventQuery,
	type StoredEvent,
} from '../../support/sandbox/events';
import { programId, row } from '../../support/sandbox/rows';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandbox({ sampleData: { seed: 7, events: atDepth(700, 1300) } });
let events: StoredEvent[];

beforeAll(async () => {
	events = storedEvents(sandbox);
});

const KIND = { clicks: 'click', leads: 'lead', sales: 'sale' } as const;
type Event = keyof typeof KIND;

function stored(event: Event): StoredEvent[] {
	return events.filter(({ kind, link }) => kind === KIND[event] && link);
}

/** The whole list for the query is exactly the stored events that `keeps` lets through. */
async function expectEvents(
	event: Event,
	query: EventQuery,
	keeps: (stored: StoredEvent) => boolean,
): Promise<void> {
	const expected = stored(event).filter(keeps).map(keyOfRow);
	const { status, body } = await getEvents(sandbox, {
		event,
		interval: 'all',
		limit: 1000,
		...query,
	});
	expect(status).toBe(200);
	expect(body.map(keyOfItem).sort()).toEqual(expected.sort());
}

/** Values that an event has for a filter, read from the rows. */
type ValuesOf = (event: StoredEvent) => (string | null | undefined)[];

const utm =
	(name: string): ValuesOf =>
	({ url }) => [new URL(url).searchParams.get(name)];

const BY_LINK: Record<string, ValuesOf> = {
	domain: ({ link }) => [link?.domain],
	tenantId: ({ link }) => [link?.tenant_id],
	tagId: ({ link }) => link?.tagIds ?? [],
	tagIds: ({ link }) => link?.tagIds ?? [],
	folderId: ({ link }) => [link?.folder_id],
	partnerTagId: ({ link }) => link?.partnerTagIds ?? [],
	groupId: ({ link }) => [link?.groupId],
	partnerId: ({ link }) => [link?.partner_id],
};

const BY_EVENT: Record<string, ValuesOf> = {
	linkId: ({ link_id }) => [link_id],
	country: ({ country }) => [country],
	city: ({ city }) => [city],
	region: ({ region }) => [region],
	continent: ({ continent }) => [continent],
	device: ({ device }) => [device],
	browser: ({ browser }) => [browser],
	os: ({ os }) => [os],
	trigger: ({ trigger }) => [trigger],
	referer: ({ referer }) => [referer],
	refererUrl: ({ referer_url }) => [referer_url.split('?')[0]],
	url: ({ url }) => [url.split('?')[0]],
	utm_source: utm('utm_source'),
	utm_medium: utm('utm_medium'),
	utm_campaign: utm('utm_campaign'),
	utm_term: utm('utm_term'),
	utm_content: utm('utm_content'),
};

/** The two values that most events have. */
function commonValues(valuesOf: ValuesOf, candidates: StoredEvent[]): [string, string] {
	const counts = new Map<string, number>();
	for (const value of candidates.flatMap(valuesOf)) {
		if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	const [a, b] = [...counts].sort(([, x], [, y]) => y - x).map(([value]) => value);
	return [a, b];
}

describe.each(['clicks', 'leads'] as const)('multi-value filters of %s', (event) => {
	const filters = [
		...Object.entries(BY_LINK).map(([name, valuesOf]) => ({ name, valuesOf, byLink: true })),
		...Object.entries(BY_EVENT).map(([name, valuesOf]) => ({ name, valuesOf, byLink: false })),
	];

	test.each(filters)(
		'$name: supports one value, a list, and an exclusion',
		async ({ name, valuesOf, byLink }) => {
			// Filters by link leave disabled links out.
			const eligible = (item: StoredEvent) => !byLink || item.link?.disabled_at === null;
			const candidates = stored(event).filter(eligible);
			const [a, b] = commonValues(valuesOf, candidates);
			const has = (item: StoredEvent, ...values: string[]) =>
				valuesOf(item).some((value) => value && values.includes(value));

			const withA = candidates.filter((item) => has(item, a)).length;
			expect(withA).toBeGreaterThan(0);
			expect(withA).toBeLessThan(candidates.length);
			await expectEvents(event, { [name]: a }, (item) => eligible(item) && has(item, a));
			await expectEvents(
				event,
				{ [name]: `${a},${b}` },
				(item) => eligible(item) && has(item, a, b),
			);
			await expectEvents(event, { [name]: `-${a}` }, (item) => eligible(item) && !has(item, a));
			await expectEvents(
				event,
				{ [name]: `-${a},${b}` },
				(item) => eligible(item) && !has(item, a, b),
			);
		},
	);
});

test('partnerTagId filters sales', async () => {
	const [tag] = commonValues(BY_LINK.partnerTagId, stored('sales'));
	await expectEvents(
		'sales',
		{ partnerTagId: tag },
		({ link }) => link?.disabled_at === null && link.partnerTagIds.includes(tag),
	);
});

test('an unknown value matches no events and causes no error', async () => {
	await expectEvents('clicks', { country: 'ZZ' }, () => false);
	await expectEvents('clicks', { trigger: 'carrier pigeon' }, () => false);
	await expectEvents('clicks', { linkId: 'link_unknown' }, () => false);
});

test('an empty value matches no events', async () => {
	await expectEvents('clicks', { country: '' }, () => false);
});

test('several filters are combined with AND', async () => {
	await expectEvents(
		'clicks',
		{ continent: 'EU', device: 'Desktop', utm_source: '-google', root: 'false' },
		(item) =>
			item.continent === 'EU' &&
			item.device === 'Desktop' &&
			new URL(item.url).searchParams.get('utm_source') !== 'google' &&
			item.link?.key !== '_root' &&
			item.link?.disabled_at === null,
	);
});

test('a region takes precedence over country, unless it is excluded', async () => {
	await expectEvents(
		'clicks',
		{ region: 'US-CA', country: 'DE' },
		({ region }) => region === 'US-CA',
	);
	await expectEvents(
		'clicks',
		{ region: '-US-CA', country: 'US' },
		({ region, country }) => region !== 'US-CA' && country === 'US',
	);
});

test('device, browser, and os: each word is capitalized', async () => {
	await expectEvents('clicks', { device: 'desktop' }, ({ device }) => device === 'Desktop');
	await expectEvents('clicks', { device: '-mobile,tablet' }, ({ device }) => device === 'Desktop');
	await expectEvents(
		'clicks',
		{ browser: 'mobile safari' },
		({ browser }) => browser === 'Mobile Safari',
	);
	await expectEvents('clicks', { os: 'iOS' }, ({ os }) => os === 'iOS');
	await expectEvents('clicks', { os: 'mac os' }, () => false);
});

test('url and refererUrl: the query string is ignored', async () => {
	const [url] = commonValues(BY_EVENT.url, stored('clicks'));
	await expectEvents(
		'clicks',
		{ url: `${url}?any=thing` },
		(item) => item.url.split('?')[0] === url,
	);
	await expectEvents(
		'clicks',
		{ refererUrl: 'https://www.youtube.com/watch?v=other' },
		({ referer_url }) => referer_url.startsWith('https://www.youtube.com/watch'),
	);
});

test('UTM filters match whole values', async () => {
	await expectEvents('clicks', { utm_source: 'goo' }, () => false);
});

describe('filters for a single link', () => {
	const linkOf = (id: string) => (item: StoredEvent) => item.link_id === id;

	/** The most visited link among those that fit. */
	function visited(fits: (item: StoredEvent) => boolean): StoredEvent {
		const found = stored('clicks').find(fits);
		if (!found) throw new Error('no such event');
		return found;
	}

	test('domain and key select a link', async () => {
		const { link } = visited(({ link: it }) => it?.key !== '_root');
		await expectEvents('clicks', { domain: link!.domain, key: link!.key }, linkOf(link!.id));
		await expectEvents(
			'clicks',
			{ domain: `${link!.domain},other.example.com`, key: link!.key },
			linkOf(link!.id),
		);
	});

	test('key without domain is ignored', async () => {
		await expectEvents('clicks', { key: 'no-such-key' }, () => true);
	});

	test('externalId selects a link', async () => {
		const { link } = visited(({ link: it }) => it?.external_id != null);
		await expectEvents('clicks', { externalId: `ext_${link!.external_id}` }, linkOf(link!.id));
	});

	test('linkId takes precedence over the other link filters', async () => {
		const { link } = visited(({ link: it }) => it?.key !== '_root');
		const others = {
			externalId: 'ext_unknown',
			domain: 'unknown.example.com',
			key: 'unknown',
			tagId: 'tag_unknown',
			partnerId: 'pn_unknown',
			groupId: 'grp_unknown',
			tenantId: 'unknown',
			programId: 'prog_unknown',
			root: 'true',
		};
		await expectEvents('clicks', { linkId: link!.id, ...others }, linkOf(link!.id));
		const country = visited(linkOf(link!.id)).country;
		await expectEvents(
			'clicks',
			{ linkId: link!.id, country },
			(item) => item.link_id === link!.id && item.country === country,
		);
	});

	test('disabled links are included if selected by ID and without link filters', async () => {
		const { link } = visited(({ link: it }) => it?.disabled_at !== null);
		await expectEvents('clicks', { linkId: link!.id }, linkOf(link!.id));
		await expectEvents('clicks', {}, () => true);
	});
});

test('root includes or excludes root links', async () => {
	const enabled = ({ link }: StoredEvent) => link?.disabled_at === null;
	const isRoot = ({ link }: StoredEvent) => link?.key === '_root';
	await expectEvents('clicks', { root: 'true' }, (item) => enabled(item) && isRoot(item));
	await expectEvents('clicks', { root: 'false' }, (item) => enabled(item) && !isRoot(item));
});

test('programId', async () => {
	const program = programId(sandbox, 'business');
	await expectEvents(
		'clicks',
		{ programId: program },
		({ link }) => link?.program_id === program && link.disabled_at === null,
	);
	await expectEvents('clicks', { programId: 'prog_other' }, () => false);
});

test('customerId selects the sales and leads of the customer and the click that led to them', async () => {
	const { customer_id } = stored('leads')[0];
	const customer = row<{ id: string; click_id: string }>(
		sandbox,
		'SELECT id, click_id FROM customers WHERE id = ?',
		customer_id ?? '',
	);
	const query = { customerId: customer.id };
	await expectEvents('leads', query, (item) => item.customer_id === customer.id);
	await expectEvents('sales', query, (item) => item.customer_id === customer.id);
	await expectEvents('clicks', query, (item) => item.click_id === customer.click_id);
});

test('saleType applies only to sales', async () => {
	await expectEvents('sales', { saleType: 'new' }, ({ sale_type }) => sale_type === 'new');
	await expectEvents(
		'sales',
		{ saleType: 'recurring' },
		({ sale_type }) => sale_type === 'recurring',
	);
	await expectEvents('leads', { saleType: 'new' }, () => true);
	await expectEvents('clicks', { saleType: 'recurring' }, () => true);
});

describe('deprecated parameters', () => {
	test('tagIds is ignored if tagId is set', async () => {
		const [a, b] = commonValues(BY_LINK.tagId, stored('clicks'));
		await expectEvents(
			'clicks',
			{ tagId: a, tagIds: b },
			({ link }) => link?.disabled_at === null && link.tagIds.includes(a),
		);
	});

	test('qr is ignored if trigger is set', async () => {
		await expectEvents('clicks', { qr: 'true' }, ({ trigger }) => trigger === 'qr');
		await expectEvents('clicks', { qr: 'false' }, ({ trigger }) => trigger === 'link');
		await expectEvents(
			'clicks',
			{ qr: 'true', trigger: 'pageview' },
			({ trigger }) => trigger === 'pageview',
		);
	});
});

describe('query', () => {
	const field = (item: StoredEvent, name: string): unknown =>
		(JSON.parse(item.metadata ?? '{}') as Record<string, unknown>)[name];
	const seats = (item: StoredEvent) => field(item, 'seats') as number;

	test.each<[string, (item: StoredEvent) => boolean]>([
		["metadata['plan']:'pro'", (item) => field(item, 'plan') === 'pro'],
		['metadata["plan"] = "pro"', (item) => field(item, 'plan') === 'pro'],
		["metadata['plan']:pro", (item) => field(item, 'plan') === 'pro'],
		["metadata['plan'] != 'pro'", (item) => field(item, 'plan') !== 'pro'],
		["metadata['trial']:'true'", (item) => field(item, 'trial') === true],
		[`metadata['source']:"friend's tip"`, (item) => field(item, 'source') === "friend's tip"],
		["metadata['seats']:'7'", (item) => seats(item) === 7],
		["metadata['seats'] > 25", (item) => seats(item) > 25],
		["metadata['seats'] < 25", (item) => seats(item) < 25],
		["metadata['seats'] >= 25", (item) => seats(item) >= 25],
		["metadata['seats'] <= '25'", (item) => seats(item) <= 25],
		[
			"metadata['plan']:'pro' AND metadata['seats'] > 10",
			(item) => field(item, 'plan') === 'pro' && seats(item) > 10,
		],
		[
			"metadata['plan']:'pro' OR metadata['seats'] > 10",
			(item) => field(item, 'plan') === 'pro' && seats(item) > 10,
		],
		["metadata['unknown']:'x'", () => false],
		["metadata['plan']:'pro' OR 1=1 --'", (item) => field(item, 'plan') === 'pro'],
		['no condition at all', () => true],
	])('%s', async (query, keeps) => {
		await expectEvents('leads', { query }, keeps);
	});

	test('applies to sales but not to clicks', async () => {
		const query = "metadata['items'] >= 5";
		await expectEvents('sales', { query }, (item) => Number(field(item, 'items')) >= 5);
		await expectEvents('clicks', { query }, () => true);
	});

	test('can contain as many conditions as the maximum length allows', async () => {
		const query = "metadata['a']:1 ".repeat(625);
		expect(query).toHaveLength(10_000);
		await expectEvents('leads', { query }, () => false);
	});
});

test('SQL in any text parameter is treated as plain text', async () => {
	const text = "x') OR 1=1; DROP TABLE events; --";
	const names = [...Object.keys(BY_EVENT), ...Object.keys(BY_LINK), 'customerId', 'programId'];
	for (const name of names.filter((it) => it !== 'folderId')) {
		await expectEvents('clicks', { [name]: text }, () => false);
	}
});
