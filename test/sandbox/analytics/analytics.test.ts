import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import type { CommissionRow } from '../../../sandbox/commission/columns.ts';
import { CONTRACT_QUIRKS } from '../../../sandbox/http/quirks.ts';
import type { EnrollmentRow } from '../../../sandbox/program/columns.ts';
import { Api, outcome, type ApiResponse } from '../../support/sandbox/api.ts';
import { getEvents, storedEvents, type StoredEvent } from '../../support/sandbox/events.ts';
import { programId, row } from '../../support/sandbox/rows.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

interface Counts {
	clicks: number;
	leads: number;
	sales: number;
	saleAmount: number;
}

type Group = Counts & { earnings: number } & Record<string, string | number | null>;
type Query = Record<string, string>;
type Fields = Record<string, string | null>;
type Dimension = Record<string, string | null | Fields>;

const COUNTERS = ['clicks', 'leads', 'sales', 'saleAmount', 'earnings'];

const sandbox = useSandbox({ sampleData: { seed: 3, events: 1500 }, limits: 'off' });
const api = new Api(sandbox, 'business');
/** Those whose links still exist. */
let events: StoredEvent[];

beforeAll(async () => {
	events = storedEvents(sandbox).filter(({ link }) => link);
});

afterEach(() => {
	Object.assign(sandbox.quirks, CONTRACT_QUIRKS);
});

async function analytics<T = Group[]>(query: Query, path = '/analytics'): Promise<T> {
	const response = await api.get<T>(
		`${path}?${new URLSearchParams({ interval: 'all', ...query }).toString()}`,
	);
	expect([query, outcome(response)]).toEqual([query, '200']);
	return response.body;
}

function countsOf(rows: StoredEvent[]): Counts {
	const of = (kind: string) => rows.filter((event) => event.kind === kind);
	return {
		clicks: of('click').length,
		leads: of('lead').length,
		sales: of('sale').length,
		saleAmount: of('sale').reduce((sum, { amount }) => sum + (amount ?? 0), 0),
	};
}

/** Groups by their dimension alone, so that two ways to count can be compared whatever their order. */
function byDimension(groups: Group[]): Map<string, Counts> {
	return new Map(
		groups.map(({ clicks, leads, sales, saleAmount, ...dimension }) => [
			JSON.stringify(dimension),
			{ clicks, leads, sales, saleAmount },
		]),
	);
}

function expectedGroups(dimensionsOf: (event: StoredEvent) => Dimension[]): Map<string, Counts> {
	const members = new Map<string, StoredEvent[]>();
	for (const event of events) {
		for (const dimension of dimensionsOf(event)) {
			const name = JSON.stringify(dimension);
			members.set(name, [...(members.get(name) ?? []), event]);
		}
	}
	return new Map([...members].map(([name, rows]) => [name, countsOf(rows)]));
}

const one = (name: string, value: string | null | undefined) => (value ? [{ [name]: value }] : []);
const base = (url: string) => url.split('?')[0];
const utm = (name: string) => (event: StoredEvent) =>
	one(name, new URL(event.url).searchParams.get(name));

/** The ID and the object that events are counted by. */
function object(name: string, select: string, id: string | null | undefined): Dimension[] {
	if (!id) return [];
	return [{ [`${name}Id`]: id, [name]: row<Fields>(sandbox, `${select} WHERE id = ?`, id) }];
}

const DIMENSIONS: Record<string, (event: StoredEvent) => Dimension[]> = {
	continents: ({ continent }) => one('continent', continent === 'Unknown' ? null : continent),
	countries: ({ country }) => [{ country, region: '*', city: '*' }],
	regions: ({ country, region }) => [{ country, region, city: '*' }],
	cities: ({ country, region, city }) => [{ country, region, city }],
	devices: ({ device }) => [{ device }],
	browsers: ({ browser }) => [{ browser }],
	os: ({ os }) => [{ os }],
	trigger: ({ trigger }) => one('trigger', trigger),
	triggers: ({ trigger }) => one('trigger', trigger),
	referers: ({ referer }) => [{ referer }],
	referer_urls: ({ referer_url }) => [{ refererUrl: base(referer_url) }],
	top_urls: ({ url }) => [{ url }],
	top_base_urls: ({ url }) => [{ url: base(url) }],
	top_folders: ({ link }) => object('folder', 'SELECT id, name FROM folders', link?.folder_id),
	top_domains: ({ link }) => one('domain', link?.domain),
	top_partners: ({ link }) =>
		object('partner', 'SELECT id, name, email, image, country FROM partners', link?.partner_id),
	top_groups: ({ link }) =>
		object('group', 'SELECT id, name, slug, color FROM partner_groups', link?.groupId),
	top_link_tags: ({ link }) =>
		(link?.tagIds ?? []).flatMap((id) => object('tag', 'SELECT id, name, color FROM tags', id)),
	top_partner_tags: ({ link }) =>
		(link?.partnerTagIds ?? []).flatMap((id) =>
			object('partnerTag', 'SELECT id, name FROM partner_tags', id),
		),
	utm_sources: utm('utm_source'),
	utm_mediums: utm('utm_medium'),
	utm_campaigns: utm('utm_campaign'),
	utm_terms: utm('utm_term'),
	utm_contents: utm('utm_content'),
};

describe('GET /analytics', () => {
	it('counts clicks, leads, sales, or all of them', async () => {
		const all = countsOf(events);
		const none = { clicks: 0, leads: 0, sales: 0, saleAmount: 0 };
		const { clicks, leads, sales, saleAmount } = all;
		expect(await analytics({})).toEqual({ ...none, clicks });
		expect(await analytics({ event: 'leads' })).toEqual({ ...none, leads });
		expect(await analytics({ event: 'sales' })).toEqual({ ...none, sales, saleAmount });
		expect(await analytics({ event: 'composite' })).toEqual(all);
	});

	it.each(Object.keys(DIMENSIONS))('groups by %s', async (groupBy) => {
		const groups = await analytics({ event: 'composite', groupBy });
		expect(byDimension(groups)).toEqual(expectedGroups(DIMENSIONS[groupBy]));
		const ranks = groups.map(({ clicks }) => clicks);
		expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
	});

	it('drops the group of a folder that is gone', async () => {
		const folders = async () =>
			(await analytics({ groupBy: 'top_folders' })).map(({ folderId }) => folderId);
		const before = await folders();
		const moveTo = (folder: string | null, link: string) =>
			sandbox.db.run('UPDATE links SET folder_id = ? WHERE id = ?', folder, link);
		const { link } = events.find((event) => event.link?.folder_id === null) ?? {};
		moveTo('fold_gone', link?.id ?? '');
		expect(await folders()).toEqual(before);
		moveTo(null, link?.id ?? '');
	});

	it('ranks links and includes their details', async () => {
		const groups = await analytics({ event: 'sales', groupBy: 'top_links' });
		const amounts = groups.map(({ saleAmount }) => saleAmount);
		expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
		const [top] = groups;
		const link = events.find(({ link_id }) => link_id === top.id)?.link;
		expect(top).toMatchObject({
			link: top.id,
			domain: link?.domain,
			key: link?.key,
			shortLink: `https://${link?.domain}/${link?.key}`,
			url: link?.url,
			createdAt: expect.stringMatching(/Z$/),
		});
		const { sales } = countsOf(events.filter(({ link_id }) => link_id === top.id));
		expect(top).toMatchObject({ clicks: 0, leads: 0, sales });
	});

	it.each([
		{ country: 'US' },
		{ country: '-US,DE' },
		{ device: 'Mobile', event: 'leads' },
		{ saleType: 'recurring', event: 'sales' },
		{ qr: 'true' },
		{ utm_source: 'newsletter' },
		{ query: "metadata['plan']:'pro'", event: 'leads' },
		{ interval: '7d', event: 'leads' },
		{ interval: '24h' },
	] as Query[])('counts the events that GET /events lists: %j', async (query) => {
		const listed = await getEvents(sandbox, {
			event: 'clicks',
			interval: 'all',
			limit: 1000,
			...query,
		});
		const { event = 'clicks' } = query;
		const counts = await analytics<Record<string, number>>(query);
		expect(counts[event]).toBe(listed.body.length);
	});

	it.each([
		['7d', 'day', 'UTC', 8],
		['24h', 'hour', 'UTC', 25],
		['30d', 'day', 'America/New_York', 31],
	] as const)('returns a time series: %s by %s in %s', async (interval, unit, timezone, length) => {
		const groups = await analytics({
			event: 'composite',
			groupBy: 'timeseries',
			interval,
			timezone,
		});
		expect(groups).toHaveLength(length);
		const starts = groups.map(({ start }) => DateTime.fromISO(String(start), { zone: timezone }));
		starts.forEach((start, i) => {
			expect(start.toMillis()).toBe(start.startOf(unit).toMillis());
			if (i > 0) expect(start.toMillis()).toBe(starts[i - 1].plus({ [unit]: 1 }).toMillis());
		});
		const { clicks } = await analytics<Counts>({ event: 'composite', interval, timezone });
		expect(groups.reduce((sum, group) => sum + group.clicks, 0)).toBe(clicks);
		const last = starts.findLast((_, i) => groups[i].clicks > 0) ?? starts[0];
		const inLast = events.filter(
			({ kind, timestamp }) =>
				kind === 'click' && timestamp >= last.toMillis() && timestamp <= sandbox.clock.now(),
		);
		expect(groups.findLast((group) => group.clicks > 0)?.clicks).toBe(inLast.length);
	});

	it('groups by hour, day, or month depending on the length of the date range', async () => {
		const starts = async (start: string, end: string) =>
			(await analytics({ groupBy: 'timeseries', start, end })).map((group) => group.start);
		expect(await starts('2026-01-05T12:00:00Z', '2026-01-06T12:00:00Z')).toHaveLength(48);
		expect(await starts('2026-01-05', '2026-01-07')).toEqual([
			'2026-01-05T00:00:00.000Z',
			'2026-01-06T00:00:00.000Z',
			'2026-01-07T00:00:00.000Z',
		]);
		expect(await starts('2025-01-05', '2025-12-07')).toHaveLength(12);
	});

	it('uses the default window of GET /events and does not count deleted links', async () => {
		const day = await api.get<Counts>('/analytics');
		expect(day.body).toEqual(await analytics({ interval: '24h' }));
		sandbox.quirks.defaultInterval = '30d';
		expect((await api.get<Counts>('/analytics')).body).toEqual(
			await analytics({ interval: '30d' }),
		);
		const gone = storedEvents(sandbox).find(({ link }) => !link)?.link_id ?? '';
		expect(await analytics({ linkId: gone })).toMatchObject({ clicks: 0 });
	});

	it('is limited to the programs of the workspace', async () => {
		const refused = async (query: string) => outcome(await api.get(`/analytics?${query}`));
		expect(await refused(`programId=${programId(sandbox, 'advanced')}`)).toBe('403 forbidden');
		expect(await refused(`programId=${programId(sandbox, 'business')}`)).toBe('200');
	});
});

describe('GET /partners/analytics', () => {
	let partner: EnrollmentRow;
	let commissions: CommissionRow[];

	beforeAll(() => {
		const program = programId(sandbox, 'business');
		partner = row(
			sandbox,
			`SELECT * FROM enrollments WHERE program_id = ? AND status = 'approved' AND tenant_id IS NOT NULL ORDER BY id`,
			program,
		);
		commissions = sandbox.db.all(
			`SELECT * FROM commissions WHERE program_id = ? AND partner_id = ?
			 AND status NOT IN ('canceled', 'refunded', 'duplicate', 'fraud')`,
			program,
			partner.partner_id,
		);
	});

	const earned = (rows: CommissionRow[]) => rows.reduce((sum, { earnings }) => sum + earnings, 0);
	const ofPartner = (query: Query) =>
		analytics<Group[]>({ partnerId: partner.partner_id, ...query }, '/partners/analytics');

	it('counts the clicks, leads, sales, and earnings of a partner over all time', async () => {
		const response: ApiResponse<Group> = await api.get(
			`/partners/analytics?tenantId=${partner.tenant_id}`,
		);
		expect(response.body).toEqual({
			...countsOf(events.filter(({ link }) => link?.partner_id === partner.partner_id)),
			earnings: earned(commissions),
		});
		expect(Object.keys(response.body).sort()).toEqual(COUNTERS.toSorted());
		expect(response.body.earnings).not.toBe(0);
	});

	it('groups by link and by time', async () => {
		for (const group of await ofPartner({ groupBy: 'top_links' })) {
			const ofLink = events.filter(({ link_id }) => link_id === group.id);
			expect(group).toMatchObject({
				...countsOf(ofLink),
				earnings: earned(commissions.filter(({ link_id }) => link_id === group.id)),
			});
		}
		const months = await ofPartner({ groupBy: 'timeseries' });
		expect(months.reduce((sum, { earnings }) => sum + earnings, 0)).toBe(earned(commissions));
	});
});

it('counts toward the analytics limit per second', async () => {
	sandbox.limits = { analytics: 0 };
	try {
		const outcomes = [
			outcome(await api.get('/analytics')),
			outcome(await api.get('/partners/analytics')),
		];
		expect(outcomes).toEqual(['429 rate_limit_exceeded', '429 rate_limit_exceeded']);
	} finally {
		sandbox.limits = 'off';
	}
});
