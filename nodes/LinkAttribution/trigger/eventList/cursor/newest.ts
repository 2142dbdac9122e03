import { newestOf, type Entry, type PageRead } from '../page';
import { end, goOn, MAX_AHEAD_MS, type Progress } from './progress';
import { endOf, sliceFrom } from './slice';
import type { Deep, More, Newest, Next, Reading, Slice, StoredMode } from './state';

/** Maximum pages that a pass reads newest first, in addition to those of the stored events. */
const MAX_PAGES = 3;

/** While no event is visible, every 8th poll also reads a page further back. */
const DEEP_POLL_INTERVAL = 8;

/** Pages that these polls read in turn. */
const DEEP_PAGES = 32;

/** Reads the newest events for the first time: those from before the publishing are old. */
export function* start<Item>(list: Progress<Item>): Reading<Item, Next> {
	const { settings } = list;
	const request = { page: 1, limit: settings.fullPage };
	const page = yield* list.page({ sortOrder: 'desc', ...request });
	const { since, until } = settings.publishing?.() ?? publishedWith(page);
	list.raise(since);
	const isNow = until >= since;
	const latest = isNow && page.serverTime !== undefined ? page.serverTime + MAX_AHEAD_MS : Infinity;
	for (const { id, time } of page.entries) {
		if (time >= since && (time <= until || time > latest)) list.remember(id, time);
	}
	return afterNewest(list, page, request, 0);
}

function publishedWith({ entries, serverTime }: PageRead<unknown>) {
	const now = serverTime ?? newestOf(entries);
	// Where nothing was ever visible, all events are new.
	return { since: now ?? 0, until: now === undefined ? 0 : now + 999 };
}

/** Reads the newest events, usually down to one before the floor. */
export function* newest<Item>(list: Progress<Item>, { emptyPolls }: Newest): Reading<Item, Next> {
	const { smallPage, fullPage } = list.settings;
	const expected = smallPage + list.seen.size + list.deletedRows;
	const limit = list.start === undefined ? fullPage : Math.min(expected, fullPage);
	const request = { page: 1, limit };
	const page = yield* list.page({ start: list.start, sortOrder: 'desc', ...request });
	const { serverTime, clock = serverTime } = page;
	if (clock !== undefined && list.followClock(clock)) {
		return goOn({ mode: 'newest', emptyPolls });
	}
	return afterNewest(list, page, request, emptyPolls);
}

/** Looks further back where nothing is visible, and then reads the newest page. */
export function* deep<Item>(list: Progress<Item>, { emptyPolls }: Deep): Reading<Item, Next> {
	const { entries } = yield* list.page({
		sortOrder: 'desc',
		page: 2 + (Math.floor(emptyPolls / DEEP_POLL_INTERVAL) % DEEP_PAGES),
		limit: list.settings.fullPage,
	});
	if (entries.length > 0) return goOn(list.sweep(newestOf(entries)));
	return goOn({ mode: 'newest', emptyPolls: emptyPolls + 1 });
}

function afterNewest<Item>(
	list: Progress<Item>,
	page: PageRead<Item>,
	request: Slice,
	emptyPolls: number,
): Next {
	const { entries, serverTime } = page;
	if (hasNothingNew(list, page, request)) {
		list.isComplete = true;
		const isEmpty = entries.every(({ time }) => time > (serverTime ?? Infinity));
		return end(isEmpty ? afterEmpty(emptyPolls + 1) : undefined);
	}
	return afterPage(list, page, {
		mode: 'more',
		rows: [],
		pages: 0,
		request,
		serverTime,
		sweep: list.sweep(newestOf(entries, serverTime)),
	});
}

function afterEmpty(emptyPolls: number): StoredMode {
	const isDeep = emptyPolls % DEEP_POLL_INTERVAL === DEEP_POLL_INTERVAL - 1;
	return { mode: isDeep ? 'deep' : 'newest', emptyPolls };
}

/** Reads another one of the newest pages. */
export function* more<Item>(list: Progress<Item>, mode: More): Reading<Item, Next> {
	const page = yield* list.page({ start: list.start, sortOrder: 'desc', ...mode.request });
	return afterPage(list, page, mode);
}

function afterPage<Item>(list: Progress<Item>, { entries }: PageRead<Item>, mode: More): Next {
	const { fullPage } = list.settings;
	const { request, serverTime, sweep } = mode;
	const earlier = mode.rows as Array<Entry<Item>>;
	// Events vanished from the list.
	const isDisjoint = earlier.length > 0 && entries.length > 0 && !haveCommon(earlier, entries);
	const rows = [...earlier, ...entries];
	if (!isDisjoint && entries.some(({ time }) => time < list.floor)) {
		list.deletedRows = Math.min(fullPage, request.limit - entries.length);
		return list.finish(rows, serverTime);
	}
	const pages = mode.pages + 1;
	const isFull = entries.length === request.limit;
	const maxPages = MAX_PAGES + Math.ceil(list.seen.size / fullPage);
	if (isDisjoint || pages > maxPages || (isFull && list.start === undefined)) return goOn(sweep);
	let next = request;
	if (entries.length === 0 && list.start !== undefined) {
		// The known event no longer exists. An older one may prove the end.
		list.start = undefined;
	} else if (request.page === 1 && request.limit < fullPage) {
		next = { page: 1, limit: fullPage };
	} else {
		next = sliceFrom(endOf(request) - overlapOf(entries, request), fullPage);
	}
	return goOn({ ...mode, rows, pages, request: next });
}

/**
 * If no event before the floor is known, nothing proves that a page is complete. While it has no new events, it is
 * accepted, and the floor does not rise.
 */
function hasNothingNew<Item>(
	list: Progress<Item>,
	{ entries, serverTime }: PageRead<Item>,
	{ limit }: Slice,
): boolean {
	if (list.start !== undefined || entries.length >= limit) return false;
	if (entries.some((entry) => entry.time < list.floor || list.isNew(entry))) return false;
	// Once an event is older than the look-back, a sweep can find the start of the list.
	const final = (serverTime ?? -Infinity) - list.settings.lookBack;
	if (entries.some(({ time }) => time < final)) return false;
	if (entries.every(({ time }) => time > (serverTime ?? Infinity))) return true;
	return (entries.at(-1)?.time ?? Infinity) <= list.seen.oldest;
}

/** Number of rows that the next page must repeat: those of the last instant. A short page may lack some of them. */
function overlapOf(entries: Array<Entry<unknown>>, { limit }: Slice): number {
	// No page that contains the middle of this one ends later.
	const max = Math.floor(limit / 3);
	if (entries.length < limit) return max;
	const last = entries.at(-1)?.time;
	const first = entries.findIndex(({ time }) => time === last);
	return Math.min(entries.length - first, max);
}

function haveCommon(rows: Array<Entry<unknown>>, entries: Array<Entry<unknown>>): boolean {
	const ids = new Set(rows.map(({ id }) => id));
	return entries.some(({ id }) => ids.has(id));
}
