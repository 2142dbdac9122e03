/**
 * The cursor of polling: which events of one kind are new, as a pure function of the last state and the pages read.
 *
 * The service lists events by time only, so a position cannot say what is new. The state says instead:
 *
 *  - everything before `floor` is done;
 *  - of what is at or after `floor`, the events in `seen` were emitted.
 *
 * A poll reads everything from `floor` on, emits what is not in `seen`, and moves `floor` up to the newest event's time
 * less the look-back. An event that becomes visible late, but within the look-back, is never behind `floor`: whatever
 * was visible before it is older than its arrival, and its arrival less the look-back is older than the event itself.
 * All times are the service's; the clock of this machine plays no part.
 *
 * Usually the newest events are read until one before `floor` shows that nothing is missing. A backlog is read oldest
 * first, in portions. Since the service may round the start of its window to a whole day, the place in the day is found
 * by a binary search.
 *
 * What the service does to a reader, and what becomes of it here:
 *
 *  - pages are short or empty without being the last, because events of deleted links are taken out of them: what ends
 *    a list is an event before `floor`, or that the readings from both ends meet;
 *  - new events push others to later pages, so that they come twice: IDs are compared;
 *  - events of the same instant change places between requests, so that one can slip through between two pages: where
 *    two pages may meet within an instant, that place is read again in one piece. More of one instant than fits into
 *    that piece (at least a third of a page) can only be relied on if the service keeps their order.
 */

export interface CursorState {
	/** Epoch milliseconds; everything before is done. */
	floor: number;
	/**
	 * Time of a known event before `floor`, epoch milliseconds: reading from there on ends in one request. Absent when
	 * none is known.
	 */
	start?: number;
	/** Times of the emitted events from `floor` on, epoch milliseconds by ID. */
	seen: Record<string, number>;
}

export interface Entry<Item> {
	id: string;
	/** Epoch milliseconds. */
	time: number;
	item: Item;
}

export interface PageRequest {
	/** Epoch milliseconds, possibly before the service's first day. Absent for all time. */
	start?: number;
	sortOrder: 'asc' | 'desc';
	/** The first is 1. */
	page: number;
	limit: number;
}

export interface PageRead<Item> {
	entries: Array<Entry<Item>>;
	/** The service's clock when it answered, epoch milliseconds, if it told. */
	serverTime?: number;
	/** Whether no time is left for another page. */
	timeIsUp: boolean;
}

export interface CursorSettings {
	/** Milliseconds after it happened within which an event may become visible. */
	lookBack: number;
	/** About how many events of a backlog one poll emits. */
	portion: number;
	/** How many events the state may remember. */
	memory: number;
	/** Enough for a quiet minute; a full first page would cost the same on every poll. Divides `fullPage`. */
	smallPage: number;
	/** The most that the service gives. */
	fullPage: number;
}

/**
 * `portion` and `memory` are shared by the kinds that are polled: 1,800 remembered events in all take less than 64 KB
 * of JSON.
 */
export const SIZES = { portion: 10_000, memory: 1800, smallPage: 50, fullPage: 1000 };

export interface CursorResult<Item> {
	/** Oldest first. */
	entries: Array<Entry<Item>>;
	state: CursorState;
}

/** Yields the pages to read and is given what was read. */
export type Reading<Item, Result> = Generator<PageRequest, Result, PageRead<Item>>;

/** What takes more full pages than this is read as a backlog. */
const MOST_NEWEST_PAGES = 3;

/** The state from which on everything since an instant is new. */
export function startFrom(time: number): CursorState {
	return { floor: time, seen: {} };
}

/** Finds the state from which on only what becomes visible from now on is new. */
export function* seed<Item>(settings: CursorSettings): Reading<Item, CursorState> {
	const { lookBack, memory, fullPage } = settings;
	const first = yield { sortOrder: 'desc', page: 1, limit: fullPage };
	const newest = visibleNewest(first) ?? first.serverTime;
	if (newest === undefined) return startFrom(0);
	const { rows, complete } = yield* readNewest<Item>(
		{ floor: newest - lookBack, start: newest - lookBack, seen: {} },
		settings,
	);
	// On a busy service the look-back begins shorter: what cannot be read or remembered is history, even if it is late.
	const times = unique(rows).map(({ time }) => time);
	const floor = Math.max(
		newest - lookBack,
		complete ? -Infinity : Math.min(newest, ...times) + 1,
		floorThatFits(times, memory),
	);
	const recent = rows.filter(({ time }) => time >= floor);
	return { floor, start: newestBefore(floor, rows), seen: Object.fromEntries(latestTimes(recent)) };
}

/** Finds what is new since `state`. Where a reading is not finished, `state` stays valid. */
export function* readNew<Item>(
	state: CursorState,
	settings: CursorSettings,
): Reading<Item, CursorResult<Item>> {
	const read = yield* readNewest<Item>(state, settings);
	if (read.complete) return conclude(state, read, settings);
	if (read.nothingNew || read.timeIsUp || read.newest === -Infinity) {
		return { entries: [], state: { ...state, start: read.start } };
	}
	const backlog = yield* readBacklog<Item>(state, read.newest, settings);
	return conclude(state, { ...read, ...backlog }, settings);
}

interface Read<Item> {
	/** All that was read, also what is before `floor`, was emitted, or came twice. */
	rows: Array<Entry<Item>>;
	/** Everything from `floor` up to, but not including, this instant was read. */
	through: number;
	serverTime?: number;
}

interface NewestRead<Item> extends Read<Item> {
	/** Time of the newest event, or the service's own time if that is earlier; -Infinity when none is visible. */
	newest: number;
	/** As in the state; absent also when the known event turned out to be gone. */
	start?: number;
	/** Whether everything from `floor` on was read. */
	complete: boolean;
	nothingNew: boolean;
	timeIsUp: boolean;
}

/** Reads from the newest event down to `floor`, unless that takes too many pages. */
function* readNewest<Item>(
	state: CursorState,
	{ smallPage, fullPage }: CursorSettings,
): Reading<Item, NewestRead<Item>> {
	const { start, floor, seen } = state;
	const isBelow = ({ time }: Entry<Item>) => time < floor;
	const limit = start === undefined ? fullPage : smallPage + Object.keys(seen).length;
	const peek = yield { start, sortOrder: 'desc', page: 1, limit: Math.min(limit, fullPage) };
	const read: NewestRead<Item> = {
		rows: peek.entries,
		through: Infinity,
		serverTime: peek.serverTime,
		newest: visibleNewest(peek) ?? -Infinity,
		start,
		complete: peek.entries.some(isBelow),
		// Where no older event is known, nothing would show the end. That the newest page has nothing new has to do.
		nothingNew: start === undefined && !peek.entries.some((entry) => isNew(state, entry)),
		timeIsUp: peek.timeIsUp,
	};
	if (read.complete || read.nothingNew || read.timeIsUp) return read;

	const pages = new PageReader<Item>({ start, sortOrder: 'desc' }, fullPage);
	read.rows = pages.rows;
	while (!pages.timeIsUp && pages.count < MOST_NEWEST_PAGES) {
		const entries = yield* pages.next();
		if (pages.count === 1) read.newest = newestOf(entries, read.serverTime) ?? read.newest;
		read.complete = entries.some(isBelow);
		if (entries.length === 0) read.complete = yield* meetsOtherEnd(state, pages.rows, fullPage);
		if (read.complete || entries.length === 0) break;
	}
	return { ...read, start: pages.start, timeIsUp: pages.timeIsUp };
}

/** Whether the oldest page reaches up to what was read from the newest on, and shows nothing else that is new. */
function* meetsOtherEnd<Item>(
	state: CursorState,
	rows: Array<Entry<Item>>,
	fullPage: number,
): Reading<Item, boolean> {
	const read = new Set(rows.map(({ id }) => id));
	const { entries } = yield { sortOrder: 'asc', page: 1, limit: fullPage };
	if (rows.length === 0) return entries.length === 0;
	return (
		entries.some(({ id }) => read.has(id)) &&
		entries.every((entry) => read.has(entry.id) || !isNew(state, entry))
	);
}

/** Reads a portion from `floor` on, oldest first, up to what is `newest`. */
function* readBacklog<Item>(
	state: CursorState,
	newest: number,
	{ portion, smallPage, fullPage }: CursorSettings,
): Reading<Item, Read<Item>> {
	const request = { start: state.floor, sortOrder: 'asc' as const };
	const skipped = yield* pagesBefore<Item>(state.floor, request, smallPage, fullPage);
	const pages = new PageReader<Item>(request, fullPage, skipped);
	const upTo = (through: number) => ({
		rows: pages.rows,
		through,
		serverTime: pages.serverTime,
	});
	let fresh = 0;
	let first = Infinity;
	let last = state.floor - 1;
	do {
		const entries = yield* pages.next();
		for (const entry of entries.filter((each) => isNew(state, each))) {
			fresh += 1;
			first = Math.min(first, entry.time);
		}
		last = Math.max(last, entries.at(-1)?.time ?? last);
		if (entries.length > 0) continue;
		// Either this is the end, or a whole page of events of deleted links; the newest event may be one by now.
		const end = visibleNewest(yield { sortOrder: 'desc', page: 1, limit: fullPage });
		if (end === undefined) break;
		newest = Math.min(newest, end);
		if (last >= newest) return upTo(Infinity);
		// Within one instant there is no place to stop.
	} while (!pages.timeIsUp && last <= newest && !(fresh >= portion && last > first));
	return upTo(last);
}

/**
 * How many full pages hold nothing at or after `floor`: what comes after them begins before `floor`. Where nothing is
 * visible the search goes on before it.
 */
function* pagesBefore<Item>(
	floor: number,
	request: Pick<PageRequest, 'start' | 'sortOrder'>,
	smallPage: number,
	fullPage: number,
): Reading<Item, number> {
	let timeIsUp = false;
	const areBefore = function* (pages: number): Reading<Item, boolean> {
		const page = (pages * fullPage) / smallPage + 1;
		const read = yield { ...request, page, limit: smallPage };
		timeIsUp = read.timeIsUp;
		return read.entries.length > 0 && read.entries[0].time < floor;
	};
	let low = 0;
	let high = 1;
	while (!timeIsUp && (yield* areBefore(high))) {
		low = high;
		high *= 2;
	}
	while (!timeIsUp && high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (yield* areBefore(middle)) low = middle;
		else high = middle;
	}
	return low;
}

/** Reads full pages one after another and keeps what they held. */
class PageReader<Item> {
	readonly rows: Array<Entry<Item>> = [];

	/** How many pages were read. */
	count = 0;

	timeIsUp = false;

	serverTime?: number;

	/** As requested; absent also when the known event there turned out to be gone. */
	start?: number;

	readonly #sortOrder: PageRequest['sortOrder'];

	readonly #fullPage: number;

	readonly #skipped: number;

	#previous?: Array<Entry<Item>>;

	constructor(
		request: Pick<PageRequest, 'start' | 'sortOrder'>,
		fullPage: number,
		/** How many pages are not read. */
		skipped = 0,
	) {
		this.start = request.start;
		this.#sortOrder = request.sortOrder;
		this.#fullPage = fullPage;
		this.#skipped = skipped;
	}

	*next(): Reading<Item, Array<Entry<Item>>> {
		const limit = this.#fullPage;
		const before = (this.#skipped + this.count) * limit;
		let entries = yield* this.#read(before / limit + 1, limit);
		if (entries.length === 0 && this.start !== undefined && this.#sortOrder === 'desc') {
			// An older event than the known one, which is gone, may show the end.
			this.start = undefined;
			entries = yield* this.#read(before / limit + 1, limit);
		}
		if (this.#previous && mayShareInstant(this.#previous, entries, limit)) {
			const seam = pageAround(before, limit);
			yield* this.#read(seam.page, seam.limit);
		}
		this.#previous = entries;
		this.count += 1;
		return entries;
	}

	*#read(page: number, limit: number): Reading<Item, Array<Entry<Item>>> {
		const read = yield { start: this.start, sortOrder: this.#sortOrder, page, limit };
		this.timeIsUp = read.timeIsUp;
		this.serverTime ??= read.serverTime;
		this.rows.push(...read.entries);
		return read.entries;
	}
}

/** A short page lacks events of deleted links, which may be of any instant. */
function mayShareInstant<Item>(
	page: Array<Entry<Item>>,
	next: Array<Entry<Item>>,
	limit: number,
): boolean {
	if (page.length === 0 && next.length === 0) return false;
	const short = page.length < limit || next.length < limit;
	return short || page.at(-1)?.time === next[0]?.time;
}

/** The page in whose middle, as nearly as possible, a position is. */
function pageAround(position: number, largest: number): { page: number; limit: number } {
	let best = { page: 1, limit: largest, margin: -1 };
	for (let limit = largest; limit > largest / 2; limit--) {
		const margin = Math.min(position % limit, limit - (position % limit));
		if (margin > best.margin) best = { page: Math.floor(position / limit) + 1, limit, margin };
	}
	return best;
}

/** What to emit of what was read, and the state after it. */
function conclude<Item>(
	state: CursorState,
	{ rows, through, serverTime, newest, start }: NewestRead<Item>,
	{ lookBack, memory }: CursorSettings,
): CursorResult<Item> {
	const fresh = unique(
		rows
			.filter((entry) => entry.time < through && isNew(state, entry))
			.sort((a, b) => a.time - b.time),
	);
	const latest = latestTimes(rows);
	const known = Object.entries(state.seen).map(
		([id, time]) => [id, Math.max(time, latest.get(id) ?? time)] as const,
	);
	const times = [...known.map(([, time]) => time), ...fresh.map(({ id }) => latest.get(id) ?? 0)];
	let floor = Math.max(state.floor, Math.min(through, newest - lookBack));
	if (floorThatFits(times, memory) > floor) {
		// More than can be remembered happened within the look-back. What the service's clock says is past it can be done
		// with; if the service does not tell its time, the look-back is cut short.
		const fitting = serverTime === undefined ? floorThatFits(times, memory) : serverTime - lookBack;
		floor = Math.max(floor, Math.min(through, fitting));
	}
	const seen = new Map(known.filter(([, time]) => time >= floor));
	const entries = fresh.filter(({ id }) => {
		const time = latest.get(id) ?? 0;
		// What does not fit is left for later polls, when the floor has risen.
		if (time >= floor && seen.size >= memory) return false;
		if (time >= floor) seen.set(id, time);
		return true;
	});
	return {
		entries,
		state: {
			floor,
			start: newestBefore(floor, rows) ?? start,
			seen: Object.fromEntries(seen),
		},
	};
}

function isNew<Item>({ floor, seen }: CursorState, { id, time }: Entry<Item>): boolean {
	return time >= floor && !Object.hasOwn(seen, id);
}

/** The lowest floor that leaves no more than `most` of the times at or after it. */
function floorThatFits(times: number[], most: number): number {
	return times.length > most ? times.toSorted((a, b) => b - a)[most] + 1 : -Infinity;
}

/** Where an event is listed twice, the second may be dated later. */
function latestTimes<Item>(rows: Array<Entry<Item>>): Map<string, number> {
	const latest = new Map<string, number>();
	for (const { id, time } of rows) latest.set(id, Math.max(time, latest.get(id) ?? time));
	return latest;
}

/** The first of each ID. */
function unique<Item>(rows: Array<Entry<Item>>): Array<Entry<Item>> {
	const ids = new Set<string>();
	return rows.filter(({ id }) => ids.size < ids.add(id).size);
}

function newestBefore<Item>(floor: number, rows: Array<Entry<Item>>): number | undefined {
	return newestOf(rows.filter(({ time }) => time < floor));
}

function visibleNewest<Item>({ entries, serverTime }: PageRead<Item>): number | undefined {
	return newestOf(entries, serverTime);
}

/** An event may be dated ahead by mistake; what the service's clock says is the latest that can have happened. */
function newestOf<Item>(entries: Array<Entry<Item>>, latest = Infinity): number | undefined {
	if (entries.length === 0) return undefined;
	return Math.min(
		latest,
		entries.reduce((newest, { time }) => Math.max(newest, time), -Infinity),
	);
}
