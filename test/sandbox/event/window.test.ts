import { beforeAll, expect, test } from '@jest/globals';
import { getEvents, type EventQuery } from '../../support/sandbox/events';
import { workspaceId } from '../../support/sandbox/rows';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const sandbox = useSandbox({ sampleData: { seed: 3, events: 0 } });
let now: Date;

/** One click at each of these instants; its ID is the name of the instant. */
let marks: Record<string, number>;

beforeAll(async () => {
	// At noon, so that no midnight is between this and a test.
	sandbox.clock.advance(HOUR * 12 - (sandbox.clock.now() % DAY));
	now = new Date(sandbox.clock.now());
	const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
	marks = {
		endOfToday: midnight + DAY - 1,
		hourAgo: now.getTime() - HOUR,
		hours23: now.getTime() - 23 * HOUR,
		hours25: now.getTime() - 25 * HOUR,
		startOfYesterday: midnight - DAY,
		beforeYesterday: midnight - DAY - 1,
		days6: now.getTime() - 6 * DAY,
		days8: now.getTime() - 8 * DAY,
		days29: now.getTime() - 29 * DAY,
		days31: now.getTime() - 31 * DAY,
		days89: now.getTime() - 89 * DAY,
		days91: now.getTime() - 91 * DAY,
		months11: now.getTime() - 334 * DAY,
		months13: now.getTime() - 400 * DAY,
		firstDay: Date.UTC(2022, 8, 22),
		january4: Date.parse('2023-01-04T23:59:59.999Z'),
		january5Start: Date.parse('2023-01-05T00:00:00.000Z'),
		january5Morning: Date.parse('2023-01-05T04:59:59.999Z'),
		january5NewYork: Date.parse('2023-01-05T05:00:00.000Z'),
		january5Noon: Date.parse('2023-01-05T10:30:00.000Z'),
		january5End: Date.parse('2023-01-05T23:59:59.999Z'),
		january6: Date.parse('2023-01-06T00:00:00.000Z'),
		january6NewYork: Date.parse('2023-01-06T04:59:59.999Z'),
		january7: Date.parse('2023-01-07T12:00:00.000Z'),
	};
	const workspace = workspaceId(sandbox, 'business');
	const link = sandbox.db.get<{ id: string }>(
		'SELECT id FROM links WHERE workspace_id = ?',
		workspace,
	);
	for (const [name, timestamp] of Object.entries(marks)) {
		sandbox.db.insert('events', {
			workspace_id: workspace,
			kind: 'click',
			timestamp,
			click_id: name,
			link_id: link?.id ?? '',
			url: 'https://www.example.com',
			continent: 'EU',
			country: 'DE',
			region: 'DE-BE',
			city: 'Berlin',
			device: 'Desktop',
			browser: 'Chrome',
			os: 'Linux',
			referer: '(direct)',
			referer_url: '(direct)',
			ip: '',
		});
	}
});

/** Names of the marks that a query lists. */
async function listed(query: EventQuery): Promise<string[]> {
	const { status, body } = await getEvents(sandbox, { sortOrder: 'asc', ...query });
	expect(status).toBe(200);
	return body.map(({ click }) => click.id);
}

function between(from: number, to: number): string[] {
	return Object.entries(marks)
		.filter(([, instant]) => instant >= from && instant <= to)
		.sort(([, a], [, b]) => a - b)
		.map(([name]) => name);
}

test('defaults to the last 24 hours, or to 30 days like the real service', async () => {
	expect(await listed({})).toEqual(between(now.getTime() - DAY, now.getTime()));
	sandbox.quirks.defaultInterval = '30d';
	expect(await listed({})).toEqual(between(now.getTime() - 30 * DAY, marks.endOfToday));
	sandbox.quirks.defaultInterval = '24h';
});

test('interval=24h ends now, and other intervals end with the current day', async () => {
	expect(await listed({ interval: '24h' })).toEqual(between(now.getTime() - DAY, now.getTime()));
	for (const days of [7, 30, 90]) {
		expect(await listed({ interval: `${days}d` })).toEqual(
			between(now.getTime() - days * DAY, marks.endOfToday),
		);
	}
	expect(await listed({ interval: '1y' })).toEqual(
		between(now.getTime() - 365 * DAY, marks.endOfToday),
	);
	expect(await listed({ interval: 'all' })).toEqual(between(0, marks.endOfToday));
});

test('mtd, qtd, and ytd start with the month, quarter, and year', async () => {
	const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
	const begin = {
		mtd: Date.UTC(year, month),
		qtd: Date.UTC(year, month - (month % 3)),
		ytd: Date.UTC(year, 0),
	};
	for (const [interval, from] of Object.entries(begin)) {
		expect(await listed({ interval })).toEqual(between(from, marks.endOfToday));
	}
});

test('start without end covers the days from start to today', async () => {
	expect(await listed({ start: '2023-01-05T10:20:30Z' })).toEqual(
		between(marks.january5Start, marks.endOfToday),
	);
	expect(await listed({ start: 'yesterday' })).toEqual(
		between(marks.startOfYesterday, marks.endOfToday),
	);
});

test('start and end are rounded to whole days', async () => {
	expect(await listed({ start: '2023-01-05T10:20:30Z', end: '2023-01-05T11:00:00Z' })).toEqual(
		between(marks.january5Start, marks.january5End),
	);
});

test('start and end take precedence over interval', async () => {
	expect(await listed({ interval: '7d', start: '2023-01-05', end: '2023-01-06' })).toEqual(
		between(marks.january5Start, Date.parse('2023-01-06T23:59:59.999Z')),
	);
});

test('end without start is ignored', async () => {
	expect(await listed({ interval: '7d', end: '2023-01-05' })).toEqual(
		between(now.getTime() - 7 * DAY, marks.endOfToday),
	);
});

test('start and end are swapped after rounding if start is after end', async () => {
	expect(await listed({ start: '2023-01-07', end: '2023-01-05' })).toEqual([
		'january5End',
		'january6',
		'january6NewYork',
	]);
});

test('days follow the time zone, or UTC if it is unknown', async () => {
	const query = { start: '2023-01-05T10:20:30Z', end: '2023-01-05T11:00:00Z' };
	expect(await listed({ ...query, timezone: 'America/New_York' })).toEqual(
		between(marks.january5NewYork, marks.january6NewYork),
	);
	expect(await listed({ ...query, timezone: 'Mars/Olympus_Mons' })).toEqual(
		between(marks.january5Start, marks.january5End),
	);
	// A bare date means noon UTC, when the next day starts at the date line.
	expect(
		await listed({ start: '2023-01-05', end: '2023-01-05', timezone: 'Pacific/Kiritimati' }),
	).toEqual(
		between(Date.parse('2023-01-05T10:00:00.000Z'), Date.parse('2023-01-06T09:59:59.999Z')),
	);
});

test.each([
	['2023-01-05T11:30:00+01:00', '2023-01-05T10:30:00.000Z'],
	['2023-01-05T10:30:00', '2023-01-05T10:30:00.000Z'],
	['2023-01-05 10:30', '2023-01-05T10:30:00.000Z'],
	['January 5, 2023 10:30', '2023-01-05T10:30:00.000Z'],
	['2023-01-05', '2023-01-05T12:00:00.000Z'],
])('%s is parsed as %s', async (start, instant) => {
	sandbox.quirks.eventWindow = 'instant';
	expect(await listed({ start, end: instant })).toEqual(
		between(Date.parse(instant), Date.parse(instant)),
	);
	sandbox.quirks.eventWindow = 'days';
});

test('exact instants are used if configured', async () => {
	sandbox.quirks.eventWindow = 'instant';
	expect(await listed({ start: '2023-01-05T05:00:00Z', end: '2023-01-05T10:30:00Z' })).toEqual([
		'january5NewYork',
		'january5Noon',
	]);
	expect(await listed({ start: '2023-01-05T10:30:00Z' })).toEqual(
		between(marks.january5Noon, sandbox.clock.now()),
	);
	sandbox.quirks.eventWindow = 'days';
});

test.each(['not a date', '1736071200', '1736071200000', '', 'x'.repeat(5000)])(
	'start=%s is rejected',
	async (start) => {
		const { status } = await getEvents<unknown>(sandbox, { start });
		expect(status).toBe(422);
	},
);

test('a start before the launch of the service is rejected', async () => {
	expect((await getEvents<unknown>(sandbox, { start: '2022-09-21' })).status).toBe(422);
	expect((await getEvents<unknown>(sandbox, { start: '2022-09-22' })).status).toBe(200);
});

test('an end that is not a date is rejected', async () => {
	expect((await getEvents<unknown>(sandbox, { end: 'whenever' })).status).toBe(422);
});
