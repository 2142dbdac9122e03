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
 * by a binary search over the pages.
 *
 * What the service does to a reader, and what becomes of it here:
 *
 *  - pages are short or empty without being the last, because events of deleted links are taken out of them: only
 *    several empty pages in a row, or an event before `floor`, end a list;
 *  - new events push others to later pages, so that they come twice: IDs are compared;
 *  - events of the same instant change places between requests, so that one can slip through between two pages: where
 *    two pages meet within an instant, that place is read again in one piece.
 */

export interface CursorState {
	/** Epoch milliseconds; everything before is done. */
	floor: number;
	/**
	 * Where to begin to read, epoch milliseconds: the time of a known event before `floor`, which ends a reading in one
	 * request. Absent when none is known; then everything is read.
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
	/** Absent for all time. */
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
}

export interface CursorResult<Item> {
	/** Oldest first. */
	entries: Array<Entry<Item>>;
	state: CursorState;
}

/** Yields the pages to read and is given what was read. */
export type Reading<Item, Result> = Generator<PageRequest, Result, PageRead<Item>>;

/** Enough for a quiet minute; a full first page would cost the same on every poll. */
const SMALL_PAGE = 50;
const FULL_PAGE = 1000;
/** What takes more full pages than this is read as a backlog. */
const MOST_NEWEST_PAGES = 3;
/** Empty pages in a row after which a list counts as read to its end. */
const EMPTY_PAGES_AT_END = 2;

/** The state from which on everything since an instant is new. */
export function startFrom(time: number): CursorState {
	return { floor: time, start: time, seen: {} };
}

/** Finds the state from which on only what happens from now on is new. */
export function* seed<Item>({ lookBack, memory }: CursorSettings): Reading<Item, CursorState> {
	const first = yield { sortOrder: 'desc', page: 1, limit: SMALL_PAGE };
	const newest = visibleNewest(first);
	// None at all, or only such as are not shown: whatever shows up from now on is new.
	if (newest === undefined) return { floor: 0, seen: {} };
	const floor = newest - lookBack;
	const read = yield* readNewest<Item>({ floor, seen: {} });
	const recent = read.entries.filter(({ time }) => time >= floor);
	if (read.complete && recent.length <= memory) {
		return { floor, start: newestBefore(floor, read.entries), seen: timesById(recent) };
	}
	// Too busy to tell apart later what is only late: it counts as history, like all that is visible now.
	return {
		floor: newest,
		start: newest,
		seen: timesById(read.entries.filter(({ time }) => time >= newest)),
	};
}

/** Finds what is new since `state`. Where a reading is not finished, `state` stays valid. */
export function* readNew<Item>(
	state: CursorState,
	settings: CursorSettings,
): Reading<Item, CursorResult<Item>> {
	const newest = yield* readNewest<Item>(state);
	if (newest.newest === undefined) return { entries: [], state };
	if (newest.complete) return conclude(state, newest, newest.newest, settings);
	if (newest.timeIsUp) return { entries: [], state };
	const backlog = yield* readBacklog<Item>(state, newest.newest, settings.portion);
	return conclude(state, backlog, newest.newest, settings);
}

interface Read<Item> {
	/** Every event read, also such as are before `floor` or were emitted; each once. */
	entries: Array<Entry<Item>>;
	/** Everything from `floor` up to, but not including, this instant was read. */
	through: number;
	/** Whether the list was read to its end, so that no event before `floor` is known. */
	ended: boolean;
	serverTime?: number;
}

interface NewestRead<Item> extends Read<Item> {
	/** Whether everything from `floor` on was read. */
	complete: boolean;
	timeIsUp: boolean;
	/** Time of the newest event, or the service's own time if that is earlier; undefined when no event is visible. */
	newest?: number;
}

/** Reads from the newest event down to `floor`, unless that takes too many pages. */
function* readNewest<Item>(state: CursorState): Reading<Item, NewestRead<Item>> {
	const request = { start: state.start, sortOrder: 'desc' as const };
	const isBelow = ({ time }: Entry<Item>) => time < state.floor;
	const isNew = (entry: Entry<Item>) => !isBelow(entry) && !(entry.id in state.seen);

	const small = yield { ...request, page: 1, limit: SMALL_PAGE };
	const read = {
		entries: unique(small.entries),
		through: Infinity,
		ended: false,
		serverTime: small.serverTime,
		timeIsUp: small.timeIsUp,
		newest: visibleNewest(small),
	};
	if (small.entries.some(isBelow)) return { ...read, complete: true };
	// Where no older event is known, nothing could show that the end is reached. Anything new would come first.
	const nothingNew = state.start === undefined && !small.entries.some(isNew);
	if (nothingNew || small.timeIsUp) return { ...read, newest: undefined, complete: nothingNew };

	const pages = new PageReader<Item>(request);
	while (!pages.timeIsUp && pages.count < MOST_NEWEST_PAGES) {
		const page = yield* pages.next();
		if (pages.count === 1) read.newest = visibleNewest(page) ?? read.newest;
		read.entries = pages.entries();
		read.timeIsUp = pages.timeIsUp;
		if (page.entries.some(isBelow)) return { ...read, complete: true };
		if (pages.emptyInRow === EMPTY_PAGES_AT_END) {
			const complete = yield* isAllKnown(state, read.entries);
			return { ...read, ended: complete, complete };
		}
	}
	return { ...read, complete: false };
}

/**
 * Whether the other end of the list shows nothing unknown. After many events of deleted links in a row, which look like
 * the end from here, it would.
 */
function* isAllKnown<Item>(
	{ start, seen }: CursorState,
	entries: Array<Entry<Item>>,
): Reading<Item, boolean> {
	const known = new Set(entries.map(({ id }) => id));
	const oldest = yield { start, sortOrder: 'asc', page: 1, limit: FULL_PAGE };
	return oldest.entries.every(({ id }) => known.has(id) || id in seen);
}

/** Reads a portion from `floor` on, oldest first, at most up to what is `newest`. */
function* readBacklog<Item>(
	state: CursorState,
	newest: number,
	portion: number,
): Reading<Item, Read<Item>> {
	const request = { start: state.start, sortOrder: 'asc' as const };
	const pages = new PageReader<Item>(request, (yield* findPage<Item>(state.floor, request)) - 1);
	let fresh = 0;
	let first = Infinity;
	let last = -Infinity;
	// Empty pages before the newest event are not the end. Within one instant there is no place to stop.
	const ended = () => last >= newest && pages.emptyInRow === EMPTY_PAGES_AT_END;
	while (!pages.timeIsUp && !ended() && !(fresh >= portion && last > first)) {
		for (const { id, time } of (yield* pages.next()).entries) {
			if (time < state.floor || id in state.seen) continue;
			fresh += 1;
			first = Math.min(first, time);
			last = Math.max(last, time);
		}
	}
	return {
		entries: pages.entries(),
		through: ended() ? Infinity : last,
		ended: false,
		serverTime: pages.serverTime,
	};
}

/**
 * A page before which nothing at or after `floor` is: its own first event is before `floor`. An empty page tells
 * nothing, so the search then goes on before it.
 */
function* findPage<Item>(
	floor: number,
	request: Pick<PageRequest, 'start' | 'sortOrder'>,
): Reading<Item, number> {
	let low = 1;
	let high = 2;
	const beginsBefore = function* (page: number): Reading<Item, boolean> {
		const { entries } = yield { ...request, page, limit: FULL_PAGE };
		return entries.length > 0 && entries[0].time < floor;
	};
	while (yield* beginsBefore(high)) {
		low = high;
		high *= 2;
	}
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (yield* beginsBefore(middle)) low = middle;
		else high = middle;
	}
	return low;
}

/** Reads full pages one after another and keeps what they held. */
class PageReader<Item> {
	count = 0;

	emptyInRow = 0;

	timeIsUp = false;

	serverTime?: number;

	readonly #request: Pick<PageRequest, 'start' | 'sortOrder'>;

	readonly #skipped: number;

	readonly #byId = new Map<string, Entry<Item>>();

	#lastTime?: number;

	/** @param skipped how many pages are not read */
	constructor(request: Pick<PageRequest, 'start' | 'sortOrder'>, skipped = 0) {
		this.#request = request;
		this.#skipped = skipped;
	}

	entries(): Array<Entry<Item>> {
		return [...this.#byId.values()];
	}

	*next(): Reading<Item, PageRead<Item>> {
		const page = this.#skipped + this.count + 1;
		const read = yield* this.#read(page, FULL_PAGE);
		const [first] = read.entries;
		if (first !== undefined && first.time === this.#lastTime) {
			yield* this.#readSeam((page - 1) * FULL_PAGE);
		}
		this.count += 1;
		this.emptyInRow = first === undefined ? this.emptyInRow + 1 : 0;
		this.#lastTime = read.entries.at(-1)?.time ?? this.#lastTime;
		return read;
	}

	/** Reads the surroundings of the place where two pages meet, with a page size that puts it in the middle of a page. */
	*#readSeam(offset: number): Reading<Item, void> {
		const page = offset / FULL_PAGE + 1;
		yield* this.#read(page, Math.floor(offset / (page - 0.5)));
	}

	*#read(page: number, limit: number): Reading<Item, PageRead<Item>> {
		const read = yield { ...this.#request, page, limit };
		this.timeIsUp = read.timeIsUp;
		this.serverTime ??= read.serverTime;
		for (const entry of read.entries) this.#byId.set(entry.id, entry);
		return read;
	}
}

/** What to emit of what was read, and the state after it. */
function conclude<Item>(
	state: CursorState,
	{ entries, through, ended, serverTime }: Read<Item>,
	newest: number,
	{ lookBack, memory }: CursorSettings,
): CursorResult<Item> {
	const fresh = entries
		.filter(({ id, time }) => time >= state.floor && time < through && !(id in state.seen))
		.sort((a, b) => a.time - b.time);
	let floor = Math.max(state.floor, Math.min(through, newest - lookBack));
	let remembered = from(floor, state.seen);
	const toRemember = fresh.filter(({ time }) => time >= floor).length;
	if (Object.keys(remembered).length + toRemember > memory) {
		// More than can be remembered happened within the look-back. What the service's clock says is past it can be done
		// with; if the service does not tell its time, the look-back is cut short.
		const settled = serverTime === undefined ? newest : serverTime - lookBack;
		floor = Math.max(floor, Math.min(through, settled));
		remembered = from(floor, state.seen);
	}
	// The rest, if any, is left for later polls, when the floor has risen.
	const done = fresh.filter(({ time }) => time < floor);
	const room = Math.max(0, memory - Object.keys(remembered).length);
	const recent = fresh.filter(({ time }) => time >= floor).slice(0, room);
	return {
		entries: [...done, ...recent],
		state: {
			floor,
			start: newestBefore(floor, entries) ?? (ended ? undefined : state.start),
			seen: { ...remembered, ...timesById(recent) },
		},
	};
}

function from(floor: number, seen: Record<string, number>): Record<string, number> {
	return Object.fromEntries(Object.entries(seen).filter(([, time]) => time >= floor));
}

function timesById<Item>(entries: Array<Entry<Item>>): Record<string, number> {
	return Object.fromEntries(entries.map(({ id, time }) => [id, time]));
}

function unique<Item>(entries: Array<Entry<Item>>): Array<Entry<Item>> {
	return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

function newestBefore<Item>(floor: number, entries: Array<Entry<Item>>): number | undefined {
	return newestOf(entries.filter(({ time }) => time < floor));
}

/** An event may be dated ahead by mistake; what the service's clock says is the latest that can have happened. */
function visibleNewest<Item>({
	entries,
	serverTime = Infinity,
}: PageRead<Item>): number | undefined {
	const newest = newestOf(entries);
	return newest === undefined ? undefined : Math.min(newest, serverTime);
}

function newestOf<Item>(entries: Array<Entry<Item>>): number | undefined {
	if (entries.length === 0) return undefined;
	return entries.reduce((newest, { time }) => Math.max(newest, time), -Infinity);
}
