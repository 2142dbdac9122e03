import type { Entry } from '../page';
import { passOf, skipAgain } from './forward';
import { end, goOn, type Progress } from './progress';
import { endOf, MAX_EMPTY_PAGES, sliceFrom, startOf } from './slice';
import type { Check, Next, Pass, Reading, Slice, Tie } from './state';

/**
 * Checks whether the newest events reach back to before the last one that was read, so that nothing remains. Rows after the
 * position of the pass that seemed to be empty do not prove that: they can be of deleted links.
 */
export function* check<Item>(list: Progress<Item>, mode: Check): Reading<Item, Next> {
	const { fullPage } = list.settings;
	const { page } = mode;
	const request = { page, limit: fullPage };
	const { entries, serverTime } = yield* list.page({
		start: mode.window,
		sortOrder: 'desc',
		...request,
	});
	if (entries.length === 0)
		return page < MAX_EMPTY_PAGES ? goOn({ ...mode, page: page + 1 }) : end();
	const last = lastOf(list, mode);
	if (!entries.some((entry) => entry.time <= last && !list.isNew(entry))) {
		// Events may have been added to rows that seemed to be after the end.
		const ahead = Math.min(...entries.map(({ time }) => time));
		return goOn(skipAgain({ ...mode, ahead }, 2 * (mode.patience || MAX_EMPTY_PAGES / 2)));
	}
	list.deletedRows = Math.min(fullPage, endOf(request) - entries.length);
	if (reachesBefore(list, mode, entries)) {
		return list.finish(entries, serverTime, mode.isFloorFixed);
	}
	// In a young workspace, the window contains nothing before its few events.
	const gap = entries.length < fullPage / 4 ? 1 : MAX_EMPTY_PAGES * fullPage;
	return emitTie(list, { ...mode, gap }, entries, request, serverTime);
}

/**
 * Reads the instant of the last event, newest first, until an earlier event. Events of the same instant can be in the same
 * order in both directions, so the newest page can show its first ones, and not those that the pass did not read.
 */
export function* tie<Item>(list: Progress<Item>, mode: Tie): Reading<Item, Next> {
	const { fullPage } = list.settings;
	const wanted = sliceFrom(mode.next, fullPage);
	const request = endOf(wanted) > mode.read ? wanted : sliceFrom(mode.read - 1, fullPage);
	const { entries, serverTime } = yield* list.page({
		start: mode.window,
		sortOrder: 'desc',
		...request,
	});
	if (entries.length === 0) {
		const read = endOf(request);
		if (read < mode.until) return goOn({ ...mode, read, next: read - 1 });
		// All events of the window are of one instant.
		return list.finish([], serverTime, mode.isFloorFixed, mode.last);
	}
	const [first] = entries;
	const isFinal = serverTime === undefined || first.time <= serverTime - list.settings.lookBack;
	// Later ones may wait for capacity, and the floor does not rise past them.
	if (list.isNew(first) && isFinal) {
		// Events vanished from the list, so unread ones can be between this page and the previous one.
		const { patience } = mode;
		const next = emitTie(list, mode, entries, request, serverTime);
		return next.isEnd ? next : goOn({ ...passOf(mode), mode: 'check', page: 1, patience });
	}
	if (reachesBefore(list, mode, entries)) {
		return list.finish(entries, serverTime, mode.isFloorFixed, mode.last);
	}
	return emitTie(list, mode, entries, request, serverTime);
}

/** Emits the newest events down to a part of the instant. The next page repeats that part. */
function emitTie<Item>(
	list: Progress<Item>,
	mode: (Check | Tie) & Pick<Tie, 'gap'>,
	entries: Array<Entry<Item>>,
	request: Slice,
	serverTime: number | undefined,
): Next {
	const sorted = [...entries].sort((a, b) => a.time - b.time);
	const final = (serverTime ?? mode.last) - list.settings.lookBack;
	const processed = list.emit(sorted, final, serverTime !== undefined);
	if (serverTime === undefined) list.fit(mode.last);
	const rest = sorted.at(processed);
	// Later events can wait until the floor has risen past the instant.
	if (rest === undefined || (rest.time > mode.last && list.capacity.items > 0)) {
		const { patience, gap } = mode;
		const read = endOf(request);
		const instant = entries.findIndex(({ time }) => time <= mode.last);
		// Progress if most of the page is of the instant.
		const next = Math.max(startOf(request) + instant, read - Math.floor(request.limit / 3));
		return goOn({ ...passOf(mode), mode: 'tie', read, next, gap, until: read + gap, patience });
	}
	return end(list.capacity.items > 0 ? undefined : mode);
}

/** Whether newest events contain one before the last event that was read. */
function reachesBefore<Item>(
	list: Progress<Item>,
	pass: Pass,
	entries: Array<Entry<Item>>,
): boolean {
	const boundary = Math.max(pass.last, list.floor);
	return entries.some(({ time }) => time < boundary);
}

function lastOf(list: Progress<unknown>, pass: Pass): number {
	return Math.max(pass.last, list.floor - 1);
}
