import { beforeAll, describe, expect, test } from '@jest/globals';
import { messageOf, outcome } from '../../support/sandbox/api';
import {
	CLICK_FIELDS,
	getEvents,
	keyOfItem,
	keyOfRow,
	storedEvents,
	type EventItem,
	type EventQuery,
	type StoredEvent,
} from '../../support/sandbox/events';
import { row, workspaceId } from '../../support/sandbox/rows';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandbox({ sampleData: { seed: 11, events: 2500 } });
let events: StoredEvent[];

beforeAll(async () => {
	events = storedEvents(sandbox);
});

const DEPRECATED_FIELDS = [
	'click_id',
	'link_id',
	'domain',
	'key',
	'url',
	'continent',
	'country',
	'city',
	'device',
	'browser',
	'os',
	'qr',
	'ip',
];

async function list(query: EventQuery): Promise<EventItem[]> {
	const { status, body } = await getEvents(sandbox, { interval: 'all', limit: 1000, ...query });
	expect(status).toBe(200);
	return body;
}

function rowOf(item: EventItem): StoredEvent {
	const found = events.find((event) => keyOfRow(event) === keyOfItem(item));
	if (!found) throw new Error(`no event ${keyOfItem(item)}`);
	return found;
}

describe('items', () => {
	test('clicks', async () => {
		for (const item of await list({ limit: 200 })) {
			const stored = rowOf(item);
			expect(Object.keys(item).sort()).toEqual(
				['event', 'timestamp', 'click', 'link', ...DEPRECATED_FIELDS].sort(),
			);
			expect(Object.keys(item.click).sort()).toEqual(CLICK_FIELDS);
			expect(item.click).toMatchObject({
				timestamp: new Date(stored.timestamp).toISOString(),
				url: stored.url,
				region: stored.region,
				refererUrl: stored.referer_url.split('?')[0],
				trigger: stored.trigger,
				qr: stored.trigger === 'qr',
			});
			expect(item.qr).toBe(stored.trigger === 'qr' ? 1 : 0);
			expect(item.timestamp).toMatch(
				/^\w{3} \w{3} \d\d \d{4} \d\d:\d\d:\d\d GMT\+0000 \(Coordinated Universal Time\)$/,
			);
			expect(Date.parse(item.timestamp)).toBe(Math.floor(stored.timestamp / 1000) * 1000);
		}
	});

	test('leads', async () => {
		for (const item of await list({ event: 'leads' })) {
			const stored = rowOf(item);
			expect(item.click.timestamp).toBe(new Date(stored.timestamp).toISOString());
			expect(item).toMatchObject({
				eventId: stored.event_id,
				eventName: stored.event_name,
				customer: { id: stored.customer_id },
			});
			expect('metadata' in item).toBe(stored.metadata !== null);
			if (stored.metadata) expect(item.metadata).toEqual(JSON.parse(stored.metadata));
			expect(item).not.toHaveProperty('sale');
		}
	});

	test('sales', async () => {
		for (const item of await list({ event: 'sales' })) {
			const stored = rowOf(item);
			expect(item).toMatchObject({
				sale: {
					amount: stored.amount,
					invoiceId: stored.invoice_id ?? '',
					paymentProcessor: stored.payment_processor,
					currency: 'usd',
				},
				saleAmount: stored.amount,
				invoice_id: stored.invoice_id ?? '',
				payment_processor: stored.payment_processor,
			});
		}
	});

	test('contain the current link without its relations', async () => {
		const [item] = await list({ limit: 1 });
		sandbox.db.run("UPDATE links SET title = 'Renamed' WHERE id = ?", item.link.id);
		const [again] = await list({ limit: 1 });
		expect(again.link).toMatchObject({
			title: 'Renamed',
			tags: [],
			tagId: null,
			webhookIds: [],
			workspaceId: workspaceId(sandbox, 'business'),
		});
	});

	test('contain empty customer fields if unknown, and a placeholder if the customer is deleted', async () => {
		const { customer_id } = events.find(({ kind, link }) => kind === 'lead' && link) ?? {};
		const customerId = customer_id ?? '';
		const customer = async () =>
			(await list({ event: 'leads', customerId })).map((item) => item.customer)[0];
		const set = (sql: string) => sandbox.db.run(`${sql} WHERE id = ?`, customerId);

		set("UPDATE customers SET name = NULL, email = 'mail@customers.example.net'");
		expect(await customer()).toMatchObject({ name: 'mail@customers.example.net' });
		set('UPDATE customers SET email = NULL, external_id = NULL, country = NULL, avatar = NULL');
		expect(await customer()).toEqual({
			id: customerId,
			name: expect.stringMatching(/^\w+ \w+$/),
			email: '',
			externalId: '',
			country: '',
			avatar: null,
			createdAt: expect.stringMatching(/Z$/),
		});
		set('DELETE FROM customers');
		expect(await customer()).toMatchObject({
			id: customerId,
			name: 'Deleted Customer',
			email: 'deleted@customer.com',
			externalId: customerId,
			createdAt: '1970-01-01T00:00:00.000Z',
		});
	});

	test('have ISO timestamps and no deprecated fields if configured', async () => {
		Object.assign(sandbox.quirks, { eventTimestamp: 'iso', deprecatedEventFields: false });
		const [item] = await list({ limit: 1 });
		Object.assign(sandbox.quirks, { eventTimestamp: 'javascript', deprecatedEventFields: true });
		expect(item.timestamp).toBe(item.click.timestamp);
		expect(Object.keys(item).sort()).toEqual(['click', 'event', 'link', 'timestamp']);
	});

	test('include only events of the workspace', async () => {
		const own = storedEvents(sandbox, 'advanced')
			.filter(({ kind, link }) => kind === 'click' && link)
			.map(keyOfRow);
		const query = { interval: 'all', limit: 1000 };
		const { body } = await getEvents(sandbox, query, { workspace: 'advanced' });
		expect(body.map(keyOfItem).sort()).toEqual(own.sort());
	});
});

describe('sorting and pagination', () => {
	const times = (items: EventItem[]) => items.map(({ click }) => Date.parse(click.timestamp));
	const ascending = (values: number[]) => [...values].sort((a, b) => a - b);

	test('sorts newest first by default and with every equivalent parameter', async () => {
		const expected = ascending(times(await list({ limit: 300 }))).reverse();
		for (const query of [
			{},
			{ sortOrder: 'desc' },
			{ sortBy: 'timestamp' },
			{ order: 'desc' },
		] as EventQuery[]) {
			expect(times(await list({ limit: 300, ...query }))).toEqual(expected);
		}
	});

	test('sorts oldest first if either sortOrder or order is asc', async () => {
		const newest = times(await list({}));
		for (const query of [
			{ sortOrder: 'asc' },
			{ order: 'asc' },
			{ sortOrder: 'desc', order: 'asc' },
			{ sortOrder: 'asc', order: 'desc' },
		] as EventQuery[]) {
			const oldest = times(await list(query));
			expect(oldest).toEqual(ascending(oldest));
			expect(oldest[0]).toBeLessThan(newest[newest.length - 1] + 1);
		}
	});

	test('splits pages before removing events of deleted links', async () => {
		const clicks = events.filter(({ kind }) => kind === 'click');
		const pages: EventItem[][] = [];
		for (let page = 1; page <= Math.ceil(clicks.length / 100); page++) {
			pages.push(await list({ limit: 100, page }));
		}
		const kept = clicks.filter(({ link }) => link).map(keyOfRow);
		expect(pages.flat().map(keyOfItem).sort()).toEqual(kept.sort());
		expect(pages.slice(0, -1).some((page) => page.length < 100)).toBe(true);
		const newestFirst = [...clicks].sort((a, b) => b.timestamp - a.timestamp || b.seq - a.seq);
		expect(pages.map((page) => page.length)).toEqual(
			pages.map((_, i) => newestFirst.slice(100 * i, 100 * i + 100).filter((it) => it.link).length),
		);
	});

	test('returns 100 items by default', async () => {
		const clicks = events.filter(({ kind }) => kind === 'click');
		const newestFirst = [...clicks].sort((a, b) => b.timestamp - a.timestamp || b.seq - a.seq);
		const { body } = await getEvents(sandbox, { interval: 'all' });
		expect(body).toHaveLength(newestFirst.slice(0, 100).filter(({ link }) => link).length);
	});

	test('returns an empty page after the last one, up to the maximum page number', async () => {
		expect(await list({ page: 1000 })).toEqual([]);
		expect(await list({ page: Number.MAX_SAFE_INTEGER })).toEqual([]);
	});

	test('omits the events of a deleted link', async () => {
		const { body } = await getEvents(sandbox, { event: 'leads', interval: 'all', limit: 1000 });
		const { id } = body[0].link;
		const link = row<Record<string, string>>(sandbox, 'SELECT * FROM links WHERE id = ?', id);
		sandbox.db.run('DELETE FROM links WHERE id = ?', id);
		const left = await list({ event: 'leads' });
		expect(left).toHaveLength(body.filter((item) => item.link.id !== id).length);
		expect(await list({ event: 'leads', linkId: id })).toEqual([]);
		sandbox.db.insert('links', link);
	});
});

describe('errors', () => {
	test.each<[query: EventQuery, expected: string, message: RegExp]>([
		[{ page: 0 }, '422 unprocessable_entity', /^too_small: page: /],
		[{ page: 'abc' }, '400 bad_request', /^invalid_type: page: /],
		[{ limit: 1001 }, '422 unprocessable_entity', /^too_big: limit: /],
		[{ event: 'click' }, '422 unprocessable_entity', /^invalid_value: event: .*"clicks"/],
		[{ root: '1' }, '422 unprocessable_entity', /^invalid_value: root: .*"true"\|"false"/],
		[{ start: '2020-01-01' }, '422 unprocessable_entity', /^custom: start: /],
		[{ externalId: 'ext_unknown' }, '404 not_found', /Link/],
		[{ externalId: 'unknown' }, '400 bad_request', /ext_/],
		[{ domain: 'go.business.example.com', key: 'unknown' }, '404 not_found', /Link/],
		[{ folderId: 'fold_unknown' }, '404 not_found', /fold_unknown/],
	])('rejects %j with %s', async (query, expected, message) => {
		const response = await getEvents<unknown>(sandbox, query);
		expect(outcome(response)).toBe(expected);
		expect(messageOf(response)).toMatch(message);
	});

	test('accepts a query of 10,000 characters that are longer in the URL', async () => {
		expect((await getEvents(sandbox, { query: '€'.repeat(10_000) })).status).toBe(200);
	});

	test('rejects an externalId without its prefix even if a link has it', async () => {
		const { external_id } = row<{ external_id: string }>(
			sandbox,
			'SELECT external_id FROM links WHERE workspace_id = ? AND external_id IS NOT NULL',
			workspaceId(sandbox, 'business'),
		);
		const response = await getEvents<unknown>(sandbox, { externalId: external_id });
		expect(outcome(response)).toBe('400 bad_request');
	});

	test('returns 404 or 401 for links of another workspace', async () => {
		const unrelated = row<{ id: string; domain: string; key: string }>(
			sandbox,
			'SELECT id, domain, key FROM links WHERE workspace_id = ?',
			workspaceId(sandbox, 'advanced'),
		);
		const queries: EventQuery[] = [
			{ linkId: unrelated.id },
			{ domain: unrelated.domain, key: unrelated.key },
		];
		for (const query of queries) {
			expect(outcome(await getEvents<unknown>(sandbox, query))).toBe('404 not_found');
			sandbox.quirks.foreignLinkStatus = 401;
			expect(outcome(await getEvents<unknown>(sandbox, query))).toBe('401 unauthorized');
			sandbox.quirks.foreignLinkStatus = 404;
		}
	});

	test('returns 404 for a folder of another workspace and 403 without access', async () => {
		const folderOf = (workspace: string, condition: string) =>
			row<{ id: string }>(
				sandbox,
				`SELECT id FROM folders f WHERE workspace_id = ? AND ${condition}`,
				workspaceId(sandbox, workspace),
			).id;
		const added = 'EXISTS (SELECT 1 FROM folder_members m WHERE m.folder_id = f.id)';
		const ask = async (folderId: string, key: string) =>
			outcome(await getEvents<unknown>(sandbox, { folderId }, { key }));

		expect(await ask(folderOf('advanced', '1'), 'owner')).toBe('404 not_found');
		const closed = folderOf('business', `access_level IS NULL AND NOT ${added}`);
		expect(await ask(closed, 'member')).toBe('403 forbidden');
		expect(await ask(`-${closed}`, 'member')).toBe('403 forbidden');
		expect(await ask(closed, 'owner')).toBe('200');
		expect(await ask(folderOf('business', `access_level IS NULL AND ${added}`), 'member')).toBe(
			'200',
		);
		expect(await ask(folderOf('business', "access_level = 'read'"), 'member')).toBe('200');
	});

	test('requires remaining quota', async () => {
		const ask = async (workspace: string, key = 'owner') =>
			outcome(await getEvents<unknown>(sandbox, {}, { workspace, key }));
		const setQuota = (exceeded: number) =>
			sandbox.db.run(
				'UPDATE workspaces SET events_quota_exceeded = ? WHERE slug = ?',
				exceeded,
				'advanced',
			);
		setQuota(1);
		expect(await ask('advanced')).toBe('403 forbidden');
		setQuota(0);
		expect(await ask('advanced')).toBe('200');
	});
});
