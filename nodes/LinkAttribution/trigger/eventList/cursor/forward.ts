import type { Entry } from '../page';
import { end, goOn, type Progress } from './progress';
import { endOf, MAX_EMPTY_PAGES, sliceFrom, startOf } from './slice';
import type { Forward, Next, Pass, Reading, Skip, Slice, StoredMode } from './state';

/** Reads the page at the position of a pass, oldest first, and emits its new events. */
export function* forward<Item>(list: Progress<Item>, mode: Forward): Reading<Item, Next> {
	const { fullPage } = list.settings;
	const skipped = mode.mode === 'skip' ? mode.count : 0;
	const row = mode.at + skipped;
	const request = sliceFrom(row, fullPage);
	const { entries, serverTime } = yield* list.page({
		start: mode.window,
		sortOrder: 'asc',
		...request,
	});
	const first = startOf(request);
	const isShort = entries.length < request.limit;
	if (first > 0 && skipped === 0 && !isBeforeUnread(list, mode, entries.at(0))) {
		return goOn(movedBack(mode, fullPage));
	}
	if (entries.length === 0) return goOn(afterShortPage(mode, request, serverTime, fullPage));
	const fromFloor = entries.findIndex(({ time }) => time >= list.floor);
	if (fromFloor === -1 && skipped === 0 && !(isShort && mode.isSearched)) {
		const at = Math.max(mode.at, first + entries.length - 1);
		return goOn({ ...passOf(mode), at, isSearched: true, mode: 'leap', step: 1 });
	}
	if (fromFloor > 0) list.hint = { window: mode.window, at: first + fromFloor - 1 };
	const { processed, pass } = emitPage(list, mode, entries, serverTime);
	if (processed < entries.length) {
		// Without capacity to store more events, the floor must rise first.
		if (list.capacity.items > 0) return end();
		return end({ ...pass, mode: 'sweep', at: Math.max(mode.at, first + processed - 1) });
	}
	const last = entries[entries.length - 1].time;
	const instant = first + entries.findIndex(({ time }) => time === last);
	// Progress even if most of a page is of one instant.
	const furthest = endOf(request) - Math.floor((endOf(request) - row) / 2);
	const isCut = !isShort && instant > first && instant >= furthest;
	// Rows of deleted links can only increase the real position of a row.
	let reached = isShort ? instant : furthest;
	if (isCut) reached = instant - 1;
	let next: Forward = { ...mode, ...pass };
	if (reached > mode.at) {
		next = isCut
			? { ...pass, mode: 'cut', at: reached, instant: last }
			: { ...pass, mode: 'sweep', at: reached };
	}
	return goOn(isShort ? afterShortPage(next, request, serverTime, fullPage) : next);
}

/** Whether the first row of a page is before the first unread one. */
function isBeforeUnread(
	list: Progress<unknown>,
	mode: Forward,
	entry: Entry<unknown> | undefined,
): boolean {
	return entry !== undefined && !list.isNew(entry) && entry.time < unreadFrom(mode);
}

/** The time from which on events can be unread. Later ones can be known, if an earlier poll emitted them. */
function unreadFrom(mode: Forward): number {
	return mode.mode === 'cut' || mode.mode === 'back' ? mode.instant : mode.last + 1;
}

/** Known events vanished from the list, so unread events can be before this position. */
function movedBack(mode: Forward, fullPage: number): StoredMode {
	const rows = mode.mode === 'back' ? mode.rows : fullPage;
	const at = Math.max(0, mode.at - rows);
	return { ...passOf(mode), mode: 'back', at, rows: 2 * rows, instant: unreadFrom(mode) };
}

/** Emits the new events of a page, and raises the floor. @returns the number of processed rows, and the pass after it */
function emitPage<Item>(
	list: Progress<Item>,
	mode: Forward,
	entries: Array<Entry<Item>>,
	serverTime: number | undefined,
): { processed: number; pass: Pass } {
	const pass = passOf(mode);
	// Events that were added to the skipped rows meanwhile are read by the next pass.
	const since = mode.mode === 'skip' ? mode.since : undefined;
	const reference = since ?? serverTime ?? pass.newest;
	const final =
		pass.isFloorFixed || reference === undefined ? -Infinity : reference - list.settings.lookBack;
	const processed = list.emit(entries, final, serverTime !== undefined);
	const last = entries[processed - 1]?.time ?? -Infinity;
	pass.last = Math.max(last, pass.last);
	if (!pass.isFloorFixed) list.raise(Math.min(entries[processed]?.time ?? last, final));
	if (last > final) pass.isFloorFixed = true;
	if (serverTime === undefined) list.fit(pass.last);
	return { processed, pass };
}

/** After a page that is not full: it lacks events of deleted links, or is the last one. */
function afterShortPage(
	mode: Forward,
	request: Slice,
	serverTime: number | undefined,
	fullPage: number,
): StoredMode {
	const pass = passOf(mode);
	const { count, since, patience } = emptyRowsOf(mode, serverTime);
	const skipped = Math.max(endOf(request) - Math.floor(fullPage / 3) - pass.at, count + 1);
	const minEmptyPages = pass.last < pass.ahead ? Math.max(MAX_EMPTY_PAGES, patience) : patience;
	if (skipped > minEmptyPages * fullPage) return { ...pass, mode: 'check', page: 1, patience };
	return { ...pass, mode: 'skip', count: skipped, since, patience };
}

function emptyRowsOf(mode: Forward, serverTime: number | undefined) {
	if (mode.mode !== 'skip') return { count: 0, since: serverTime, patience: 0 };
	const { count, patience } = mode;
	return { count, since: count > 0 ? mode.since : serverTime, patience };
}

/** Without what belongs to a mode. */
export function passOf({ window, at, last, ahead, isFloorFixed, isSearched, newest }: Pass): Pass {
	return { window, at, last, ahead, isFloorFixed, isSearched, newest };
}

/** Reads a pass on from its position, across some more empty pages. */
export function skipAgain(pass: Pass, patience: number): Skip {
	return { ...passOf(pass), mode: 'skip', count: 0, patience };
}
