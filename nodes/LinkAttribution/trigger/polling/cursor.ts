import { Seen, type StoredSeen } from './seen';

/**
 * The cursor of polling: finds the new events of one kind.
 *
 * The service sorts events only by time, and they can appear late, so no position separates old events from new ones. The
 * state contains instead
 *
 *  - `floor`: all earlier events are processed
 *  - `seen`: the events from `floor` on that were emitted
 *
 * A pass reads all events from `floor` on, and emits those that are not in `seen`. Then the floor rises to the service's
 * time minus the look-back, so that events that appear within the look-back are never before it. All times are the
 * service's; this machine's clock is not used.
 *
 * Usually, a pass is one page: the newest events, down to one before the floor. If that takes more than a few pages, or
 * does not prove that nothing is missing, a sweep reads oldest first from the floor. The state is valid after each page,
 * so a poll can stop anywhere, and the next one continues from there.
 *
 * Quirks of the service's list, and how the cursor handles them:
 *
 *  - The start of a window can be rounded to a whole day. A search finds the floor in the list, and stores its position.
 *  - Events of deleted links are removed from a page after it was cut, so a page can be short or empty without being the
 *    last. Only a known event proves that nothing is missing.
 *  - New events shift others to later positions. They are read twice, and compared by ID.
 *  - With a filter by link, events of deleted links vanish from the list, and shift others to earlier positions. Each page
 *    overlaps the previous one, and a page that starts with an unknown event moves the sweep back.
 *  - Events of the same instant change their order between requests. The overlap starts with the instant of the last
 *    event. If an instant takes more than a quarter of a page, the service must keep their order, and none may vanish.
 */

export interface CursorState {
	/** Epoch milliseconds. All earlier events are processed. */
	floor: number;
	/** Time of a known event before `floor`, epoch milliseconds. A window from there proves that nothing is missing. */
	start?: number;
	/** The events from `floor` on that were emitted. */
	seen: StoredSeen;
	/** A pass in progress. */
	sweep?: Sweep;
	/** Where the last sweep found the floor. */
	hint?: Position;
	/** Number of rows of deleted links on the newest page, at least. */
	deletedRows?: number;
	/** Number of consecutive polls without visible events. */
	emptyPolls?: number;
}

/** A position in the list from `window` on, sorted oldest first. */
interface Position {
	/** Epoch milliseconds. */
	window: number;
	/** All rows before this one are known. */
	at: number;
}

interface Sweep extends Position {
	/** The search for the floor. */
	search?: Search;
	/** Whether there was a search, so that another one requires a full page. */
	isSearched?: boolean;
	/** Rows after `at` that were read and empty: of deleted links, or after the end. */
	emptyRows?: {
		count: number;
		/** The service's time when the first of them was read. */
		since?: number;
	};
	/** Number of empty pages to read before checking whether the end was reached. Set if there are events after them. */
	emptyPageLimit?: number;
	/** The page, newest first, that is read next to check whether the end was reached. */
	check?: number;
	/** The time of the last event, if the next page contains all events of that instant. */
	completeInstant?: number;
	/** The time of the last event, if the row at this position is older, so that it shows whether rows vanished before it. */
	cutInstant?: number;
	/** Number of rows to move back if the next page starts with an unknown event. */
	stepBack?: number;
	/** Time of the last event that was read. */
	last?: number;
	/** Time of the newest event when the pass started, for a service that does not send its time. */
	newest?: number;
	/** Whether the floor no longer rises in this pass: a late event can be before the rows that were read. */
	isFloorFixed?: boolean;
}

interface Search {
	/** Number of pages to skip next. */
	step: number;
	/** A position that is probably not before the floor. */
	high?: number;
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
	/** The service's clock before it read the list, epoch milliseconds, if it sent one. */
	serverTime?: number;
}

/** Limits that all kinds of a node share. Counts down while they read. */
interface Capacity {
	/** Number of events that can still be stored. */
	memory: number;
	/** Number of events that the poll can still emit. */
	items: number;
}

export interface CursorSettings {
	/** Maximum milliseconds between an event and its appearance in the list. */
	lookBack: number;
	/** Enough for a quiet minute; a full first page would cost the same on every poll. */
	smallPage: number;
	/** The service's maximum. */
	fullPage: number;
}

/** 6,000 stored events take about 50 KB of JSON. */
export const SIZES = { items: 10_000, memory: 6000, smallPage: 50, fullPage: 1000 };

/** Yields the pages to request, and receives them. It can be stopped after any page. */
export type Reading<Item, Result = void> = Generator<PageRequest, Result, PageRead<Item>>;

/** Maximum pages that a pass reads newest first, in addition to those of the stored events. */
const MAX_NEWEST_PAGES = 3;

/** Consecutive empty pages before checking whether there are events after them. */
const MAX_EMPTY_PAGES = 32;

/** While no event is visible, every 8th poll also reads a page further back. */
const DEEP_POLL_INTERVAL = 8;

/** A state in which all events since an instant are new. @param time epoch milliseconds */
export function startFrom(time: number): CursorState {
	return { floor: time, seen: {} };
}

/** Reads the new events of one kind. */
export class Cursor<Item> {
	/** The new events, in the order in which they were found. */
	readonly entries: Array<Entry<Item>> = [];

	/** Whether all visible events were read and emitted. */
	isComplete = false;

	readonly #settings: CursorSettings;

	readonly #capacity: Capacity;

	readonly #seen: Seen;

	/** IDs that this poll emitted: an event that is listed twice can have a later time in the second entry. */
	readonly #emitted = new Set<string>();

	/** Of all events that were read. */
	readonly #times = new Set<number>();

	readonly #state: Omit<CursorState, 'seen'>;

	#isInitialized: boolean;

	/** @param state undefined to start with the events that become visible from now on */
	constructor(state: CursorState | undefined, settings: CursorSettings, capacity: Capacity) {
		this.#settings = settings;
		this.#capacity = capacity;
		this.#isInitialized = state !== undefined;
		const { seen, ...rest } = structuredClone(state ?? startFrom(0));
		this.#seen = new Seen(seen);
		this.#state = rest;
		capacity.memory -= this.#seen.size;
	}

	/** Undefined before the first page of a cursor that started without a state. */
	get state(): CursorState | undefined {
		if (!this.#isInitialized) return undefined;
		const start = newestBefore(this.#state.floor, this.#times) ?? this.#state.start;
		return { ...this.#state, start, seen: this.#seen.toJSON(this.#settings.lookBack) };
	}

	*read(): Reading<Item> {
		if (!this.#isInitialized) return yield* this.#initialize();
		if (!this.#state.sweep && (yield* this.#readNewest())) return;
		while (this.#state.sweep && this.#capacity.items > 0) {
			const { sweep } = this.#state;
			if (sweep.check !== undefined) yield* this.#checkEnd(sweep, sweep.check);
			else if (sweep.search) yield* this.#search(sweep, sweep.search);
			else yield* this.#readPage(sweep);
		}
	}

	/** Creates a state in which all visible events are old. */
	*#initialize(): Reading<Item> {
		const { lookBack, fullPage } = this.#settings;
		const rows: Array<Entry<Item>> = [];
		let now: number | undefined;
		let position = 0;
		for (let pages = 1; ; pages++) {
			const request = pageFrom(position, fullPage);
			const page = yield* this.#page({ sortOrder: 'desc', ...request });
			const { entries } = page;
			rows.push(...entries);
			now ??= page.serverTime ?? newestOf(rows);
			if (now === undefined) {
				this.#isInitialized = true;
				return;
			}
			const floor = now - lookBack;
			const isComplete = entries.some(({ time }) => time < floor);
			this.#initializeWith(rows, now);
			if (isComplete || pages > MAX_NEWEST_PAGES + this.#seen.size / fullPage) return;
			position = endOf(request) - overlapOf(entries, request);
		}
	}

	/** On a busy service, the look-back starts shorter: events that cannot be read or stored count as old. */
	#initializeWith(rows: Array<Entry<Item>>, now: number): void {
		const final = now - this.#settings.lookBack;
		const read = rows.length === 0 ? final : Math.min(...rows.map(({ time }) => time)) + 1;
		this.#isInitialized = true;
		this.#state.floor = Math.max(final, Math.min(read, now + 1));
		for (const { id, time } of rows) if (time >= this.#state.floor) this.#remember(id, time);
		this.#forgetOldest(now + 1);
	}

	/** Reads from the newest event down to the floor. @returns whether nothing remains to be read */
	*#readNewest(): Reading<Item, boolean> {
		const { smallPage, fullPage } = this.#settings;
		const rows: Array<Entry<Item>> = [];
		const maxPages = MAX_NEWEST_PAGES + Math.ceil(this.#seen.size / fullPage);
		if (yield* this.#findsFurtherBack()) return false;
		const expected = smallPage + this.#seen.size + (this.#state.deletedRows ?? 0);
		const limit = this.#state.start === undefined ? fullPage : Math.min(expected, fullPage);
		let request = { page: 1, limit };
		let serverTime: number | undefined;
		for (let pages = 1; ; pages++) {
			const page = yield* this.#page({ start: this.#state.start, sortOrder: 'desc', ...request });
			const { entries } = page;
			if (pages === 1) serverTime = page.serverTime;
			// Events vanished from the list.
			const isDisjoint = rows.length > 0 && entries.length > 0 && !haveCommon(rows, entries);
			rows.push(...entries);
			if (pages === 1 && this.#hasNothingNew(page, limit)) return true;
			delete this.#state.emptyPolls;
			if (!isDisjoint && entries.some(({ time }) => time < this.#state.floor)) {
				this.#state.deletedRows = Math.min(fullPage, request.limit - entries.length);
				this.#finish(rows, serverTime);
				return true;
			}
			this.#state.sweep ??= this.#newSweep(newestOf(rows, serverTime));
			const isFull = entries.length === request.limit;
			if (isDisjoint || pages > maxPages || (isFull && this.#state.start === undefined))
				return false;
			if (entries.length === 0 && this.#state.start !== undefined) {
				// The known event no longer exists. An older one may prove the end.
				this.#state.start = undefined;
			} else if (request.limit === limit && limit < fullPage) {
				request = { page: 1, limit: fullPage };
			} else {
				request = pageFrom(endOf(request) - overlapOf(entries, request), fullPage);
			}
		}
	}

	/** Looks further back where nothing is visible: the newest events may all be of deleted links. */
	*#findsFurtherBack(): Reading<Item, boolean> {
		const { emptyPolls = 0 } = this.#state;
		if (emptyPolls % DEEP_POLL_INTERVAL !== DEEP_POLL_INTERVAL - 1) return false;
		const page = 2 + (Math.floor(emptyPolls / DEEP_POLL_INTERVAL) % MAX_EMPTY_PAGES);
		const { entries } = yield* this.#page({
			sortOrder: 'desc',
			page,
			limit: this.#settings.fullPage,
		});
		this.#state.emptyPolls = emptyPolls + 1;
		if (entries.length === 0) return false;
		delete this.#state.emptyPolls;
		this.#state.sweep = this.#newSweep(newestOf(entries));
		return true;
	}

	/**
	 * If no event before the floor is known, nothing proves that a page is complete. While it has no new events, it is
	 * accepted, and the floor does not rise.
	 */
	#hasNothingNew({ entries, serverTime }: PageRead<Item>, limit: number): boolean {
		if (this.#state.start !== undefined || entries.length >= limit) return false;
		if (entries.some((entry) => entry.time < this.#state.floor || this.#isNew(entry))) return false;
		// Once an event is older than the look-back, a sweep can find the start of the list.
		const final = (serverTime ?? -Infinity) - this.#settings.lookBack;
		if (entries.some(({ time }) => time < final)) return false;
		if (entries.every(({ time }) => time > (serverTime ?? Infinity))) {
			this.#state.emptyPolls = (this.#state.emptyPolls ?? 0) + 1;
		} else if ((entries.at(-1)?.time ?? Infinity) > this.#seen.oldest) {
			return false;
		}
		this.isComplete = true;
		return true;
	}

	/** With a window of an earlier day, positions would be large. */
	#newSweep(newest: number | undefined): Sweep {
		const { hint, floor } = this.#state;
		const isUsable = hint && dayOf(hint.window) === dayOf(floor);
		return { ...(isUsable ? hint : { window: floor, at: 0 }), newest };
	}

	/** One step of the search for the floor: first forward in growing steps, then by bisection. */
	*#search(sweep: Sweep, search: Search): Reading<Item> {
		const { fullPage } = this.#settings;
		const { at } = sweep;
		const target =
			search.high === undefined
				? at + search.step * fullPage
				: at + Math.floor((search.high - at) / 2);
		const request = pageFrom(target, fullPage);
		const { entries } = yield* this.#page({ start: sweep.window, sortOrder: 'asc', ...request });
		const before = startOf(request);
		if (entries.length > 0 && entries[0].time < this.#state.floor && before > at) {
			sweep.at = before;
			search.step *= 2;
		} else {
			search.high = target;
		}
		if (search.high !== undefined && search.high - sweep.at <= fullPage) delete sweep.search;
	}

	*#readPage(sweep: Sweep): Reading<Item> {
		const { fullPage } = this.#settings;
		const position = sweep.at + (sweep.emptyRows?.count ?? 0);
		const request = pageFrom(position, fullPage);
		const { entries, serverTime } = yield* this.#page({
			start: sweep.window,
			sortOrder: 'asc',
			...request,
		});
		const from = startOf(request);
		const isShort = entries.length < request.limit;
		if (from > 0 && !sweep.emptyRows && !this.#isBeforeUnread(sweep, entries.at(0))) {
			// Known events vanished from the list, so unread events can be before this position.
			const stepBack = sweep.stepBack ?? fullPage;
			sweep.at = Math.max(0, sweep.at - stepBack);
			delete sweep.cutInstant;
			sweep.stepBack = 2 * stepBack;
			return;
		}
		delete sweep.stepBack;
		if (entries.length === 0) {
			this.#skipShortPage(sweep, request, serverTime);
			return;
		}
		const firstFromFloor = entries.findIndex(({ time }) => time >= this.#state.floor);
		if (firstFromFloor === -1 && !sweep.emptyRows && !(isShort && sweep.isSearched)) {
			sweep.at = Math.max(sweep.at, from + entries.length - 1);
			sweep.search = { step: 1 };
			sweep.isSearched = true;
			return;
		}
		if (firstFromFloor > 0)
			this.#state.hint = { window: sweep.window, at: from + firstFromFloor - 1 };
		const processed = this.#emitPage(sweep, entries, serverTime);
		if (processed < entries.length) {
			sweep.at = Math.max(sweep.at, from + processed - 1);
			delete sweep.cutInstant;
			delete sweep.emptyRows;
			// Without capacity to store more events, the floor must rise first.
			if (this.#capacity.items > 0) this.#state.sweep = undefined;
			return;
		}
		const last = entries.at(-1)?.time;
		const instant = from + entries.findIndex(({ time }) => time === last);
		// Progress even if most of a page is of one instant.
		const furthest = endOf(request) - Math.floor((endOf(request) - position) / 2);
		const isCut = !isShort && instant > from && instant >= furthest;
		// Rows of deleted links can only increase the real position of a row.
		let reached = isShort ? instant : furthest;
		if (isCut) reached = instant - 1;
		if (reached > sweep.at) {
			sweep.at = reached;
			if (isCut) sweep.cutInstant = last;
			else delete sweep.cutInstant;
			delete sweep.emptyPageLimit;
			delete sweep.emptyRows;
		}
		if (isShort) this.#skipShortPage(sweep, request, serverTime);
	}

	/** Whether the first row of a page is before the first unread one. */
	#isBeforeUnread({ cutInstant = Infinity }: Sweep, entry: Entry<Item> | undefined): boolean {
		return entry !== undefined && !this.#isNew(entry) && entry.time < cutInstant;
	}

	/** Emits the new events of a page of a sweep, and raises the floor. @returns number of processed rows */
	#emitPage(sweep: Sweep, entries: Array<Entry<Item>>, serverTime: number | undefined): number {
		// Events that were added to the skipped rows meanwhile are read by the next pass.
		const reference = sweep.emptyRows?.since ?? serverTime ?? sweep.newest;
		const final =
			sweep.isFloorFixed || reference === undefined
				? -Infinity
				: reference - this.#settings.lookBack;
		const processed = this.#emitRows(entries, final, serverTime !== undefined);
		const last = entries[processed - 1]?.time ?? -Infinity;
		sweep.last = Math.max(last, sweep.last ?? this.#state.floor - 1);
		if (!sweep.isFloorFixed) this.#raise(Math.min(entries[processed]?.time ?? last, final));
		if (last > final) sweep.isFloorFixed = true;
		return processed;
	}

	/** After a page that is not full: it lacks events of deleted links, or is the last one. */
	#skipShortPage(sweep: Sweep, request: Slice, serverTime: number | undefined): void {
		const { fullPage } = this.#settings;
		const { emptyRows = { since: serverTime }, emptyPageLimit = 0 } = sweep;
		const count = endOf(request) - Math.floor(fullPage / 3) - sweep.at;
		sweep.emptyRows = { ...emptyRows, count };
		if (count > emptyPageLimit * fullPage) sweep.check = 1;
	}

	/** Checks whether the newest events reach back to the last one that was read, so that nothing remains. */
	*#checkEnd(sweep: Sweep, page: number): Reading<Item> {
		const { fullPage } = this.#settings;
		const { entries, serverTime } = yield* this.#page({
			start: sweep.window,
			sortOrder: 'desc',
			page,
			limit: fullPage,
		});
		const last = Math.max(sweep.last ?? -Infinity, this.#state.floor - 1);
		const isKnown = entries.some((entry) => entry.time <= last && !this.#isNew(entry));
		const reachesBefore = entries.some(({ time }) => time < last);
		if (isKnown && !reachesBefore && sweep.completeInstant !== last) {
			// This page and the last one of the sweep can both cut the instant; one more page of the sweep does not.
			delete sweep.check;
			sweep.completeInstant = last;
		} else if (isKnown) {
			this.#state.deletedRows = Math.min(fullPage, page * fullPage - entries.length);
			this.#finish(entries, serverTime);
		} else if (entries.length > 0) {
			// Events may have been added to rows that seemed to be after the end.
			delete sweep.emptyRows;
			sweep.emptyPageLimit = 2 * (sweep.emptyPageLimit ?? MAX_EMPTY_PAGES / 2);
			delete sweep.check;
		} else if (page < MAX_EMPTY_PAGES) {
			sweep.check = page + 1;
		} else {
			this.#state.sweep = undefined;
		}
	}

	/** Ends a pass with the newest rows, so that no event from the floor on is unread. */
	#finish(rows: Array<Entry<Item>>, serverTime: number | undefined): void {
		const { lookBack } = this.#settings;
		const isFloorFixed = this.#state.sweep?.isFloorFixed;
		const hasServerTime = serverTime !== undefined;
		const newest = newestOf(rows, serverTime);
		const sorted = [...rows].sort((a, b) => a.time - b.time);
		const reference = serverTime ?? newest;
		const final = reference === undefined ? -Infinity : reference - lookBack;
		const processed = this.#emitRows(sorted, final, hasServerTime);
		this.#state.sweep = undefined;
		this.isComplete = processed === sorted.length;
		if (newest === undefined) return;
		// The service's clock can be wrong, and no later event may be before the floor.
		const all = hasServerTime ? Math.min(final, newest + 1) : final;
		if (!isFloorFixed) this.#raise(Math.min(all, sorted[processed]?.time ?? Infinity));
		if (!hasServerTime && !isFloorFixed && processed === sorted.length)
			this.#forgetOldest(newest + 1);
	}

	/**
	 * Emits the new events of rows, oldest first, up to the capacity.
	 *
	 * @param final events up to this time need not be stored after the pass
	 * @returns number of processed rows
	 */
	#emitRows(rows: Array<Entry<Item>>, final: number, hasServerTime: boolean): number {
		let previous: number | undefined;
		for (const [index, entry] of rows.entries()) {
			const { id, time } = entry;
			if (this.#isNew(entry)) {
				// Never stops within an instant.
				if (time !== previous) {
					if (this.#capacity.items <= 0) return index;
					// Without the service's time, the look-back is shortened instead.
					if (hasServerTime && time > final && !this.#hasMemory) return index;
				}
				this.#capacity.items -= 1;
				this.#emitted.add(id);
				this.entries.push(entry);
				this.#remember(id, time);
			} else if (time >= this.#state.floor) {
				this.#remember(id, time);
			}
			previous = time;
		}
		return rows.length;
	}

	/** Even if the other kinds use all the capacity, a few events of this kind can be stored. */
	get #hasMemory(): boolean {
		return this.#capacity.memory > 0 || this.#seen.size < this.#settings.fullPage / 5;
	}

	#isNew({ id, time }: Entry<Item>): boolean {
		return time >= this.#state.floor && !this.#emitted.has(id) && !this.#seen.has(id);
	}

	*#page(request: PageRequest): Reading<Item, PageRead<Item>> {
		const page = yield request;
		for (const { time } of page.entries) this.#times.add(time);
		return page;
	}

	#remember(id: string, time: number): void {
		const before = this.#seen.size;
		this.#seen.add(id, time);
		this.#capacity.memory -= this.#seen.size - before;
	}

	#raise(floor: number): void {
		if (floor <= this.#state.floor) return;
		const before = this.#seen.size;
		this.#state.floor = floor;
		this.#seen.prune(floor);
		this.#capacity.memory += before - this.#seen.size;
	}

	/** @param all the floor that forgets all events that were read */
	#forgetOldest(all: number): void {
		if (this.#capacity.memory >= 0) return;
		const fitting = this.#seen.floorThatFits(this.#seen.size + this.#capacity.memory);
		this.#raise(Math.min(all, fitting));
	}
}

type Slice = Pick<PageRequest, 'page' | 'limit'>;

/** The page that contains a position and ends furthest after it. */
function pageFrom(position: number, fullPage: number): Slice {
	let best = { page: 1, limit: fullPage };
	let reach = 0;
	for (let limit = fullPage; limit > fullPage / 2 && limit > reach; limit--) {
		const ahead = limit - (position % limit);
		if (ahead > reach) {
			reach = ahead;
			best = { page: Math.floor(position / limit) + 1, limit };
		}
	}
	return best;
}

function startOf({ page, limit }: Slice): number {
	return (page - 1) * limit;
}

function endOf({ page, limit }: Slice): number {
	return page * limit;
}

/** Number of rows that the next page must repeat: those of the last instant. A short page may lack some of them. */
function overlapOf<Item>(entries: Array<Entry<Item>>, { limit }: Slice): number {
	if (entries.length < limit) return Math.floor(limit / 3);
	const last = entries.at(-1)?.time;
	const first = entries.findIndex(({ time }) => time === last);
	return Math.min(entries.length - first, Math.floor(limit / 2));
}

function haveCommon<Item>(rows: Array<Entry<Item>>, entries: Array<Entry<Item>>): boolean {
	const ids = new Set(rows.map(({ id }) => id));
	return entries.some(({ id }) => ids.has(id));
}

/** An event can be dated in the future by mistake, so the service's clock is the maximum. */
function newestOf<Item>(rows: Array<Entry<Item>>, latest = Infinity): number | undefined {
	if (rows.length === 0) return undefined;
	return Math.min(latest, Math.max(...rows.map(({ time }) => time)));
}

function newestBefore(floor: number, times: Iterable<number>): number | undefined {
	let newest: number | undefined;
	for (const time of times) {
		if (time < floor && time > (newest ?? -Infinity)) newest = time;
	}
	return newest;
}

const DAY = 86_400_000;

function dayOf(time: number): number {
	return Math.floor(time / DAY);
}
