import { expect } from '@jest/globals';
import { DateTime } from 'luxon';
import { CLICK_FIELDS } from '../../support/sandbox/events.ts';
import {
	rejected,
	at,
	programId,
	SQL_TEXTS,
	workspaceId,
	type Bench,
	type Item,
	type Row,
} from './row.ts';

const DAY = 24 * 60 * 60_000;
const EVENTS = '/events?interval=90d&limit=1000';

/** Values that are common among the events of the Business workspace whose link still exists. */
function common({ values }: Bench, column: string, kind = 'click'): string[] {
	return values(
		`SELECT ${column} FROM events JOIN links ON links.id = events.link_id
		 WHERE events.workspace_id = ${workspaceId('business')} AND kind = ? AND ${column} <> ''
		 GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 2`,
		kind,
	);
}

/** Instant of an event, epoch milliseconds. */
function instant(item: Item): number {
	return Date.parse(String(at(item, 'click.timestamp')));
}

function expectAll(items: Item[], path: string, allowed: (value: unknown) => boolean): void {
	expect(items.length).toBeGreaterThan(0);
	const others = items.map((item) => at(item, path)).filter((value) => !allowed(value));
	expect(others).toEqual([]);
}

/** Filters that take one value, several, or an exclusion: parameter, column, field of the item. */
const MULTI: [parameter: string, column: string, field: string][] = [
	['domain', 'links.domain', 'link.domain'],
	['linkId', 'links.id', 'link.id'],
	['tenantId', 'links.tenant_id', 'link.tenantId'],
	['folderId', 'links.folder_id', 'link.folderId'],
	['partnerId', 'links.partner_id', 'link.partnerId'],
	['country', 'events.country', 'click.country'],
	['city', 'events.city', 'click.city'],
	['region', 'events.region', 'click.region'],
	['continent', 'events.continent', 'click.continent'],
	['device', 'events.device', 'click.device'],
	['browser', 'events.browser', 'click.browser'],
	['os', 'events.os', 'click.os'],
	['trigger', 'events.trigger', 'click.trigger'],
	['referer', 'events.referer', 'click.referer'],
	['refererUrl', withoutQuery('events.referer_url'), 'click.refererUrl'],
	['url', withoutQuery('events.url'), 'click.url'],
];

/** SQL for the part of a URL that `refererUrl` and `url` are compared with. */
function withoutQuery(column: string): string {
	return `substr(${column}, 1, instr(${column} || '?', '?') - 1)`;
}

/** `refererUrl` and `url` are compared without their query strings. */
function comparable(value: unknown): string {
	return String(value).split('?')[0];
}

const multiRows = MULTI.flatMap(([parameter, column, field]): Row[] => {
	const list = (bench: Bench) => common(bench, column);
	const path = (value: string) => `${EVENTS}&${parameter}=${encodeURIComponent(value)}`;
	return [
		{
			name: `${parameter}: one value`,
			path: (bench) => path(list(bench)[0]),
			check: ({ items }, bench) => {
				const [requested] = list(bench);
				expectAll(items, field, (value) => comparable(value) === requested);
			},
		},
		{
			name: `${parameter}: several values`,
			path: (bench) => path(list(bench).join(',')),
			check: ({ items }, bench) => {
				const requested = list(bench);
				expectAll(items, field, (value) => requested.includes(comparable(value)));
			},
		},
		{
			name: `${parameter}: an exclusion`,
			path: (bench) => path(`-${list(bench)[0]}`),
			check: ({ items }, bench) => {
				const [unwanted] = list(bench);
				expectAll(items, field, (value) => comparable(value) !== unwanted);
			},
		},
		...(parameter === 'folderId'
			? []
			: [
					{
						name: `${parameter}: SQL is treated as text`,
						path: path(SQL_TEXTS[0]),
						check: ({ items }: { items: Item[] }) => {
							expect(items).toEqual([]);
						},
					},
				]),
	];
});

/** Filters by what the link's partner or tags are: parameter and the links that each value stands for. */
const RELATIONS: [parameter: string, idSql: string, linksSql: string][] = [
	[
		'tagId',
		`SELECT tag_id FROM link_tags JOIN events ON events.link_id = link_tags.link_id
		 WHERE kind = 'sale' AND workspace_id = ${workspaceId('business')} GROUP BY 1 ORDER BY count(*) DESC`,
		'SELECT link_id FROM link_tags WHERE tag_id = ?',
	],
	[
		'groupId',
		`SELECT group_id FROM enrollments JOIN links USING (partner_id) JOIN events ON links.id = link_id
		 WHERE kind = 'sale' AND events.workspace_id = ${workspaceId('business')} GROUP BY 1 ORDER BY count(*) DESC`,
		'SELECT links.id FROM links JOIN enrollments USING (partner_id) WHERE group_id = ?',
	],
	[
		'partnerTagId',
		`SELECT partner_tag_id FROM enrollment_tags JOIN links USING (partner_id) JOIN events ON links.id = link_id
		 WHERE kind = 'sale' AND events.workspace_id = ${workspaceId('business')} GROUP BY 1 ORDER BY count(*) DESC`,
		'SELECT links.id FROM links JOIN enrollment_tags USING (partner_id) WHERE partner_tag_id = ?',
	],
];

const relationRows = RELATIONS.flatMap(([parameter, idSql, linksSql]): Row[] => {
	const linksOf = ({ value, values }: Bench) => values(linksSql, value(idSql));
	return [
		{
			name: `${parameter}: one value`,
			path: ({ value }) => `${EVENTS}&event=sales&${parameter}=${value(idSql)}`,
			check: ({ items }, bench) => {
				const links = linksOf(bench);
				expectAll(items, 'link.id', (id) => links.includes(String(id)));
			},
		},
		{
			name: `${parameter}: an exclusion`,
			path: ({ value }) => `${EVENTS}&event=sales&${parameter}=-${value(idSql)}`,
			check: ({ items }, bench) => {
				const links = linksOf(bench);
				expectAll(items, 'link.id', (id) => !links.includes(String(id)));
			},
		},
	];
});

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];

const utmRows = UTM.map((parameter): Row => {
	const parameterOf = (url: unknown) => new URL(String(url)).searchParams.get(parameter);
	const used = (bench: Bench) => {
		const urls = bench.values(
			`SELECT events.url FROM events JOIN links ON links.id = link_id WHERE kind = 'click'
			 AND events.workspace_id = ${workspaceId('business')} AND events.url LIKE '%${parameter}=%'`,
		);
		return String(parameterOf(urls[0]));
	};
	return {
		name: `${parameter}: one value`,
		path: (bench) => `${EVENTS}&${parameter}=${encodeURIComponent(used(bench))}`,
		check: ({ items }, bench) => {
			const requested = used(bench);
			expectAll(items, 'click.url', (url) => parameterOf(url) === requested);
		},
	};
});

const INTERVALS: Record<string, (now: DateTime) => DateTime> = {
	'24h': (now) => now.minus({ hours: 24 }),
	'7d': (now) => now.minus({ days: 7 }),
	'30d': (now) => now.minus({ days: 30 }),
	'90d': (now) => now.minus({ days: 90 }),
	'1y': (now) => now.minus({ years: 1 }),
	mtd: (now) => now.startOf('month'),
	qtd: (now) => now.startOf('quarter'),
	ytd: (now) => now.startOf('year'),
	all: () => DateTime.fromISO('2022-09-22', { zone: 'utc' }),
};

const intervalRows = Object.entries(INTERVALS).map(([interval, start]): Row => ({
	name: `interval=${interval}`,
	path: `/events?interval=${interval}&sortOrder=asc&limit=1000`,
	check: ({ items }) => {
		const from = start(DateTime.utc()).toMillis() - 5000;
		expect(items.map(instant).filter((time) => time < from)).toEqual([]);
		// Months and years may have just started.
		if (!/^[mqy]td$/.test(interval)) expect(items.length).toBeGreaterThan(0);
	},
}));

/** Values that are refused: 400 for wrong types, 422 for what is out of range, enum or format. */
const REFUSED: [query: string, status: 400 | 422, message: RegExp][] = [
	[
		'event=click',
		422,
		/^invalid_value: event: Invalid option: expected one of "clicks"\|"leads"\|"sales"/,
	],
	['event=composite', 422, /^invalid_value: event/],
	['event=', 422, /^invalid_value: event/],
	['interval=5d', 422, /^invalid_value: interval/],
	['interval=', 422, /^invalid_value: interval/],
	['start=not%20a%20date', 422, /start/],
	['start=2020-01-01', 422, /start/],
	['start=1767225600', 422, /start/],
	['start=', 422, /start/],
	['start=2026-01-01&end=never', 422, /end/],
	['page=0', 422, /^too_small: page/],
	['page=-1', 422, /^too_small: page/],
	['page=9007199254740992', 422, /^too_big: page/],
	['page=abc', 400, /^invalid_type: page/],
	['page=1.5', 400, /^invalid_type: page/],
	['page=', 422, /page/],
	['page=1&page=0', 422, /page/],
	['limit=0', 422, /^too_small: limit/],
	['limit=-5', 422, /^too_small: limit/],
	['limit=1001', 422, /^too_big: limit/],
	['limit=abc', 400, /^invalid_type: limit/],
	['limit=', 422, /limit/],
	['sortOrder=up', 422, /^invalid_value: sortOrder/],
	['sortBy=clicks', 422, /^invalid_value: sortBy/],
	['order=up', 422, /^invalid_value: order/],
	['root=1', 422, /^invalid_value: root: Invalid option: expected one of "true"\|"false"/],
	['root=yes', 422, /^invalid_value: root/],
	['qr=1', 422, /^invalid_value: qr/],
	['saleType=first', 422, /^invalid_value: saleType/],
	[
		`event=leads&query=${'q'.repeat(10_001)}`,
		422,
		/^too_big: query: Too big: expected string to have <=10000/,
	],
];

const refusedRows = REFUSED.map(([query, status, message]): Row => ({
	name: `rejects ${query.slice(0, 60)}`,
	path: `/events?${query}`,
	status,
	message,
}));

/** Parameters that are silently ignored, so that the response is that of the default request. */
const IGNORED = ['unknown=1', 'timezone=Mars%2FOlympus', 'key=without-domain', 'end=2026-01-01'];

const ignoredRows = IGNORED.map((query): Row => ({
	name: `ignores ${query}`,
	path: `/events?${query}`,
	check: async ({ items }, { call }) => {
		expect(items.length).toBeGreaterThan(0);
		const { items: plain } = await call('GET', '/events');
		const ids = (list: Item[]) => list.map((item) => at(item, 'click.id')).sort();
		expect(ids(items)).toEqual(ids(plain));
	},
}));

/** The status for text that would break unescaped SQL, by parameter. The other parameters have separate rows for it. */
const SQL_STATUSES: Record<string, 200 | 400 | 404 | 422> = {
	event: 422,
	key: 200,
	'domain=go.business.example.com&key': 404,
	externalId: 400,
	tagId: 200,
	partnerTagId: 200,
	groupId: 200,
	customerId: 200,
	interval: 422,
	start: 422,
	'start=yesterday&end': 422,
	timezone: 200,
	utm_source: 200,
	utm_medium: 200,
	utm_campaign: 200,
	utm_term: 200,
	utm_content: 200,
	root: 422,
	saleType: 422,
	'event=sales&query': 200,
	page: 400,
	limit: 400,
	sortOrder: 422,
	sortBy: 422,
	programId: 200,
	tagIds: 200,
	qr: 422,
	order: 422,
};

const sqlRows = Object.entries(SQL_STATUSES).flatMap(([parameter, status]) =>
	SQL_TEXTS.map((text): Row => ({
		name: `${parameter}: SQL is treated as text: ${text}`,
		path: `/events?${parameter}=${encodeURIComponent(text)}`,
		status,
	})),
);

/** Fields of an item beyond `event`, `timestamp`, `click` and `link`, without the deprecated ones. */
const SHAPES: Record<string, { event: string; fields: string[] }> = {
	clicks: { event: 'click', fields: [] },
	leads: { event: 'lead', fields: ['eventId', 'eventName', 'customer'] },
	sales: { event: 'sale', fields: ['eventId', 'eventName', 'customer', 'sale'] },
};

const shapeRows = Object.entries(SHAPES).map(([kind, { event, fields }]): Row => ({
	name: `event=${kind} returns ${event} items`,
	path: `${EVENTS}&event=${kind}`,
	check: ({ items }) => {
		expectAll(items, 'event', (value) => value === event);
		for (const item of items) {
			const click = at(item, 'click') as Item;
			expect(Object.keys(item)).toEqual(expect.arrayContaining(['timestamp', 'link', ...fields]));
			expect(Object.keys(click).sort()).toEqual(CLICK_FIELDS);
			expect(typeof click.qr).toBe('boolean');
			expect(click.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
			expect(Number.isNaN(Date.parse(String(item.timestamp)))).toBe(false);
		}
	},
}));

const otherRows: Row[] = [
	{
		name: 'without parameters: at most 100 clicks of the last 24 hours, newest first',
		path: '/events',
		check: ({ items }) => {
			expectAll(items, 'event', (value) => value === 'click');
			expect(items.length).toBeLessThanOrEqual(100);
			const times = items.map(instant);
			expect(times).toEqual([...times].sort((a, b) => b - a));
			expect(Math.min(...times)).toBeGreaterThan(Date.now() - DAY - 5000);
		},
	},
	{
		name: 'without folderId: links with and without a folder',
		path: EVENTS,
		check: ({ items }) => {
			const folders = new Set(items.map((item) => at(item, 'link.folderId') === null));
			expect([...folders].sort()).toEqual([false, true]);
		},
	},
	{
		name: 'domain and key: a single link',
		path: (bench) => `${EVENTS}&domain=${common(bench, 'links.domain')[0]}&key=${commonKey(bench)}`,
		check: ({ items }, bench) => {
			const requested = commonKey(bench);
			expectAll(items, 'link.key', (key) => key === requested);
		},
	},
	{
		name: 'domain and key: an unknown link',
		path: (bench) => `${EVENTS}&domain=${common(bench, 'links.domain')[0]}&key=no-such-key`,
		status: 404,
	},
	{
		name: 'linkId: takes precedence over other link filters',
		path: (bench) => `${EVENTS}&linkId=${common(bench, 'links.id')[0]}&domain=no.example.com`,
		check: ({ items }) => {
			expect(items.length).toBeGreaterThan(0);
		},
	},
	{
		name: 'linkId: a link of another workspace',
		path: ({ value }) =>
			`${EVENTS}&linkId=${value(`SELECT id FROM links WHERE workspace_id = ${workspaceId('pro')}`)}`,
		status: 404,
	},
	{
		name: 'externalId: with its prefix',
		path: (bench) => `${EVENTS}&externalId=ext_${common(bench, 'links.external_id')[0]}`,
		check: ({ items }, bench) => {
			const [externalId] = common(bench, 'links.external_id');
			expectAll(items, 'link.externalId', (value) => value === externalId);
		},
	},
	rejected('externalId: unknown, with its prefix', `${EVENTS}&externalId=ext_nothing`, 404),
	rejected('externalId: without its prefix', `${EVENTS}&externalId=nothing`, 400, /ext_/),
	rejected('folderId: an unknown folder', `${EVENTS}&folderId=fold_unknown`, 404),
	rejected(
		'folderId: SQL is treated as text',
		`${EVENTS}&folderId=${encodeURIComponent(SQL_TEXTS[1])}`,
		404,
	),
	{
		name: 'folderId: a folder of another workspace',
		path: ({ value }) =>
			`${EVENTS}&folderId=${value(`SELECT id FROM folders WHERE workspace_id = ${workspaceId('pro')}`)}`,
		status: 404,
	},
	{
		name: 'folderId: a folder without access for the member',
		as: 'business/member',
		path: ({ value }) =>
			`${EVENTS}&folderId=${value(
				`SELECT id FROM folders WHERE workspace_id = ${workspaceId('business')} AND access_level IS NULL
				 AND id NOT IN (SELECT folder_id FROM folder_members)`,
			)}`,
		status: 403,
	},
	{
		name: 'customerId: one customer',
		path: (bench) => `${EVENTS}&event=sales&customerId=${common(bench, 'customer_id', 'sale')[0]}`,
		check: ({ items }, bench) => {
			const [id] = common(bench, 'customer_id', 'sale');
			expectAll(items, 'customer.id', (value) => value === id);
		},
	},
	{
		name: 'start: rounded to the start of its day',
		path: () => `/events?limit=1000&start=${new Date(Date.now() - 3 * DAY).toISOString()}`,
		check: ({ items }) => {
			const from = DateTime.utc().minus({ days: 3 }).startOf('day').toMillis();
			expect(items.length).toBeGreaterThan(0);
			expect(items.map(instant).filter((time) => time < from)).toEqual([]);
		},
	},
	{
		name: 'start: takes precedence over interval',
		path: () => `/events?limit=1000&interval=24h&sortOrder=asc&start=${isoDay(20)}`,
		check: ({ items }) => {
			expect(Math.min(...items.map(instant))).toBeLessThan(Date.now() - 10 * DAY);
		},
	},
	{
		name: 'start: natural language',
		path: '/events?start=yesterday',
		check: ({ items }) => {
			expect(items.length).toBeGreaterThan(0);
			const from = DateTime.utc().minus({ days: 1 }).startOf('day').toMillis();
			expect(items.map(instant).filter((time) => time < from)).toEqual([]);
		},
	},
	{
		name: 'start and end: rounded to the start and end of their days',
		path: () => `/events?limit=1000&start=${isoDay(5)}&end=${isoDay(2)}`,
		check: ({ items }) => {
			expect(items.length).toBeGreaterThan(0);
			const from = DateTime.utc().minus({ days: 5 }).startOf('day').toMillis();
			const to = DateTime.utc().minus({ days: 2 }).endOf('day').toMillis();
			expect(items.map(instant).filter((time) => time < from || time > to)).toEqual([]);
		},
	},
	{
		name: 'timezone: days in the time zone',
		path: () => {
			const start = encodeURIComponent(new Date(Date.now() - 3 * DAY).toISOString());
			return `/events?limit=1000&start=${start}&timezone=America%2FNew_York`;
		},
		check: ({ items }) => {
			expect(items.length).toBeGreaterThan(0);
			const zone = 'America/New_York';
			const from = DateTime.now().setZone(zone).minus({ days: 3 }).startOf('day').toMillis();
			expect(items.map(instant).filter((time) => time < from)).toEqual([]);
		},
	},
	...(['true', 'false'] as const).map((root): Row => ({
		name: `root=${root}`,
		path: `${EVENTS}&root=${root}`,
		check: ({ items }) => {
			expectAll(items, 'link.key', (key) => (key === '_root') === (root === 'true'));
		},
	})),
	...(['new', 'recurring'] as const).map((saleType): Row => ({
		name: `saleType=${saleType}`,
		path: `${EVENTS}&event=sales&saleType=${saleType}`,
		check: ({ items }, { values }) => {
			const ids = values('SELECT event_id FROM events WHERE sale_type = ?', saleType);
			expectAll(items, 'eventId', (id) => ids.includes(String(id)));
		},
	})),
	{
		name: 'query: a metadata value',
		path: (bench) => {
			const [key, value] = metadataEntry(bench);
			const query = encodeURIComponent(`metadata['${key}']:'${value}'`);
			return `${EVENTS}&event=leads&query=${query}`;
		},
		check: ({ items }, bench) => {
			const [key, value] = metadataEntry(bench);
			expectAll(items, `metadata.${key}`, (found) => found === value);
		},
	},
	{
		name: 'query: 10,000 characters',
		path: `${EVENTS}&event=leads&query=${'q'.repeat(10_000)}`,
	},
	{
		name: 'query: 10,000 characters that are longer in the URL',
		path: `${EVENTS}&event=leads&query=${encodeURIComponent('é'.repeat(10_000))}`,
	},
	{
		name: 'query: SQL is treated as text',
		path: `${EVENTS}&event=leads&query=${encodeURIComponent(`metadata['a']:'${SQL_TEXTS[1]}'`)}`,
	},
	{
		name: 'limit=1',
		path: '/events?limit=1',
		check: ({ items }) => {
			expect(items).toHaveLength(1);
		},
	},
	{
		name: 'limit=1000',
		path: '/events?interval=90d&limit=1000',
		check: ({ items }) => {
			expect(items.length).toBeGreaterThan(100);
		},
	},
	{
		name: 'limit: the last of repeated values is used',
		path: '/events?limit=500&limit=2',
		check: ({ items }) => {
			expect(items).toHaveLength(2);
		},
	},
	{
		name: 'page=2 continues after page 1',
		path: '/events?interval=90d&limit=50&page=2',
		check: async ({ items }, { call }) => {
			expect(items.length).toBeGreaterThan(0);
			const { items: first } = await call('GET', '/events?interval=90d&limit=50&page=1');
			const firstIds = new Set(first.map((item) => at(item, 'click.id')));
			expect(items.filter((item) => firstIds.has(at(item, 'click.id')))).toEqual([]);
			expect(Math.max(...items.map(instant))).toBeLessThanOrEqual(Math.min(...first.map(instant)));
		},
	},
	{
		name: 'page=9007199254740991 is empty',
		path: '/events?page=9007199254740991',
		check: ({ items }) => {
			expect(items).toEqual([]);
		},
	},
	...[
		'sortOrder=asc',
		'order=asc',
		'sortOrder=asc&sortBy=timestamp',
		'order=asc&sortOrder=desc',
	].map((query): Row => ({
		name: `${query}: oldest first`,
		path: `/events?interval=30d&${query}`,
		check: ({ items }) => {
			const times = items.map(instant);
			expect(times).toEqual([...times].sort((a, b) => a - b));
			expect(times.length).toBeGreaterThan(1);
		},
	})),
	...['sortOrder=desc', 'order=desc', 'sortBy=timestamp'].map((query): Row => ({
		name: `${query}: newest first`,
		path: `/events?interval=30d&${query}`,
		check: ({ items }) => {
			const times = items.map(instant);
			expect(times).toEqual([...times].sort((a, b) => b - a));
			expect(times.length).toBeGreaterThan(1);
		},
	})),
	{
		name: 'tagIds (deprecated) works like tagId',
		path: ({ value }) => `${EVENTS}&event=sales&tagIds=${value(RELATIONS[0][1])}`,
		check: ({ items }, { value, values }) => {
			const links = values(RELATIONS[0][2], value(RELATIONS[0][1]));
			expectAll(items, 'link.id', (id) => links.includes(String(id)));
		},
	},
	{
		name: 'programId (deprecated) filters by program',
		path: ({ value }) => `${EVENTS}&programId=${value(`SELECT ${programId('business')}`)}`,
		check: ({ items }) => {
			expect(items.length).toBeGreaterThan(0);
		},
	},
	...(['true', 'false'] as const).map((qr): Row => ({
		name: `qr=${qr} (deprecated)`,
		path: `${EVENTS}&qr=${qr}`,
		check: ({ items }) => {
			expectAll(items, 'click.qr', (value) => String(value) === qr);
		},
	})),
	{
		name: 'over the quota of tracked events',
		alone: true,
		path: ({ sandbox }) => {
			sandbox.db.run(`UPDATE workspaces SET events_quota_exceeded = 1`);
			return '/events';
		},
		status: 403,
	},
	...['free', 'pro'].map((plan): Row =>
		rejected(`rejects the plan ${plan}`, '/events', 403, undefined, { as: `${plan}/owner` }),
	),
	...['business', 'advanced', 'enterprise'].map((plan): Row => ({
		name: `accepts the plan ${plan}`,
		as: `${plan}/owner`,
		path: '/events',
	})),
	...['readonly', 'member', 'viewer'].map((key): Row => ({
		name: `accepts the key ${key}`,
		as: `business/${key}`,
		path: '/events',
	})),
	rejected('rejects a key without analytics.read', '/events', 403, /analytics\.read/, {
		as: 'business/folders',
	}),
	rejected('the scope is checked before the schema', '/events?limit=0', 403, undefined, {
		as: 'business/folders',
	}),
	rejected('the plan is checked before the schema', '/events?limit=0', 403, undefined, {
		as: 'pro/owner',
	}),
];

function commonKey(bench: Bench): string {
	const [domain] = common(bench, 'links.domain');
	return bench.value(
		`SELECT links.key FROM events JOIN links ON links.id = link_id
		 WHERE links.domain = ? AND kind = 'click' AND links.key <> '_root'
		 GROUP BY 1 ORDER BY count(*) DESC, 1`,
		domain,
	);
}

/** A key and a text value that leads carry. */
function metadataEntry({ values }: Bench): [string, string] {
	for (const text of values(
		`SELECT metadata FROM events JOIN links ON links.id = link_id
		 WHERE kind = 'lead' AND events.workspace_id = ${workspaceId('business')} AND metadata IS NOT NULL`,
	)) {
		for (const [key, value] of Object.entries(JSON.parse(text) as Item)) {
			if (typeof value === 'string') return [key, value];
		}
	}
	throw new Error('no lead has metadata');
}

function isoDay(daysAgo: number): string {
	return DateTime.utc().minus({ days: daysAgo }).toISODate();
}

export const eventFilterRows: Row[] = [...multiRows, ...relationRows, ...utmRows];

export const eventRows: Row[] = [
	...otherRows,
	...shapeRows,
	...intervalRows,
	...refusedRows,
	...sqlRows,
	...ignoredRows,
];
