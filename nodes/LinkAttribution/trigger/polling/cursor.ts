import { Seen, type StoredSeen } from './seen';

/**
 * The cursor of polling: which events of one kind are new, from the last state and the pages that are read.
 *
 * The service lists events by time only, so a position cannot say what is new. The state says instead:
 *
 *  - everything before `floor` is done;
 *  - of what is at or after `floor`, the events in `seen` were emitted.
 *
 * A pass reads everything from `floor` on and emits what is not in `seen`. The floor then rises to the service's time
 * less the look-back: an event that becomes visible later, but within the look-back, is never behind it. All times are
 * the service's; the clock of this machine plays no part.
 *
 * Usually a pass is one page: the newest events down to one before the floor. If that takes more than a few pages, or
 * ends without proof, a sweep reads oldest first from the floor on. The state is valid after each page, so a poll can
 * stop anywhere and the next one continues there.
 *
 * How the service's list can mislead a reader, and what is done about it:
 *
 *  - It may round the start of a window to a whole day: a search finds the floor in the list, and is remembered.
 *  - Events of deleted links are taken out of a page after it was cut, so a page can be short or empty without being the
 *    last: only an event that is known proves that nothing is missing.
 *  - New events push others to later positions: they are read twice and compared by ID.
 *  - With a filter by link, events of deleted links vanish from the list and pull others to earlier positions: each page
 *    overlaps the one before, and a page that begins with something unknown sends the sweep back.
 *  - Events of the same instant change places between requests: the overlap begins with the instant of the last event.
 *    More than a quarter of a page of one instant can only be relied on if the service keeps their order and none of them
 *    vanishes.
 */

export interface CursorState {
	/** Epoch milliseconds; everything before is done. */
	floor: number;
	/** Time of a known event before `floor`, epoch milliseconds: a window from there on proves that nothing is missing. */
	start?: number;
	/** The events from `floor` on that were emitted. */
	seen: StoredSeen;
	/** A pass in progress. */
	sweep?: Sweep;
	/** Where the last sweep found the floor. */
	hint?: Position;
	/** How many rows of deleted links were on the newest page. */
	hidden?: number;
	/** For how many polls nothing was visible. */
	blank?: number;
}

/** A position in the list from `window` on, oldest first. */
interface Position {
	/** Epoch milliseconds. */
	window: number;
	/** Rows before this one are known. */
	at: number;
}

interface Sweep extends Position {
	/** The search for the floor: the next step in pages, and a position that is not before the floor. */
	search?: Search;
	/** Whether there was a search, so that the next one needs a full page to begin with. */
	isSearched?: boolean;
	/** Rows after `at` that were read and are of deleted links or after the end. */
	beyond?: number;
	/** The service's time when the first of them were read. */
	beyondSince?: number;
	/** Whether unread events are known to come after these rows, so that they are not after the end. */
	hasMore?: boolean;
	/** The time of the last one of them, epoch milliseconds. */
	more?: number;
	/** How many empty pages after `at` are read before it is checked whether it is still there. */
	patience?: number;
	/** Which page from the newest event on to read next, since the last page may have been the end; 0 is a small one. */
	check?: number;
	/** The time of the last event, if the next page of the sweep has all events of that instant. */
	instant?: number;
	/** The time of the last event, if the row at this position is older, and so tells whether rows vanished before it. */
	cut?: number;
	/** How many rows to go back if the next page begins with something unknown. */
	back?: number;
	/** Time of the last event that was read. */
	last?: number;
	/** Time of the newest event when the pass began. */
	newest?: number;
	/** Whether the floor rises no further in this pass: a late event may lie behind what was read. */
	held?: boolean;
}

interface Search {
	/** Pages. */
	step: number;
	/** A position that is not before the floor, as far as is known. */
	high?: number;
	/** Whether a small page at the next position was empty. */
	full?: boolean;
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
	/** The service's clock before it read the list, epoch milliseconds, if it told. */
	serverTime?: number;
}

/** What all kinds of a node share. Counts down while they read. */
export interface Room {
	/** How many more events may be remembered. */
	memory: number;
	/** How many more events one poll emits. */
	items: number;
}

export interface CursorSettings {
	/** Milliseconds after it happened within which an event may become visible. */
	lookBack: number;
	/** Enough for a quiet minute; a full first page would cost the same on every poll. */
	smallPage: number;
	/** The most that the service gives. */
	fullPage: number;
}

/** 6,000 remembered events take about 50 KB of JSON. */
export const SIZES = { items: 10_000, memory: 6000, smallPage: 50, fullPage: 1000 };

/** Yields the pages to read and is given what was read. It may be abandoned at any page. */
export type Reading<Item> = Generator<PageRequest, void, PageRead<Item>>;

/** Pages that a pass reads from the newest event on, beside those that hold what is remembered. */
const MAX_NEWEST_PAGES = 3;

/** Empty pages in a row after which it is checked whether an event still comes after them. */
const MAX_EMPTY_PAGES = 32;

/** Empty pages in a row after which they are read again, even if an event still comes after them. */
const MAX_PATIENCE = 1024;

/** While nothing is visible, every so many polls look at one page that is further back. */
const DEEP_LOOK = 8;

/** The state from which on everything since an instant is new. */
export function startFrom(time: number): CursorState {
	return { floor: time, seen: {} };
}

/** Reads what is new of one kind. */
export class Cursor<Item> {
	/** What is new, in the order in which it was found. */
	readonly entries: Array<Entry<Item>> = [];

	readonly #settings: CursorSettings;

	readonly #room: Room;

	readonly #seen: Seen;

	/** As emitted by this poll: what is listed twice can be dated later the second time. */
	readonly #emitted = new Set<string>();

	/** Of everything that was read. */
	readonly #times = new Set<number>();

	#floor: number;

	#start?: number;

	#sweep?: Sweep;

	#hint?: Position;

	#hidden: number;

	#blank: number;

	#isSeeded: boolean;

	#isComplete = false;

	/** @param state undefined to begin with what becomes visible from now on */
	constructor(state: CursorState | undefined, settings: CursorSettings, room: Room) {
		this.#settings = settings;
		this.#room = room;
		this.#isSeeded = state !== undefined;
		this.#floor = state?.floor ?? 0;
		this.#start = state?.start;
		this.#seen = new Seen(state?.seen);
		this.#sweep = structuredClone(state?.sweep);
		this.#hint = state?.hint;
		this.#hidden = state?.hidden ?? 0;
		this.#blank = state?.blank ?? 0;
		room.memory -= this.#seen.size;
	}

	/** Undefined before the first page of a cursor that began without a state. */
	get state(): CursorState | undefined {
		if (!this.#isSeeded) return undefined;
		const start = newestBefore(this.#floor, this.#times) ?? this.#start;
		return {
			floor: this.#floor,
			...(start !== undefined && { start }),
			seen: this.#seen.toJSON(this.#settings.lookBack),
			...(this.#sweep && { sweep: this.#sweep }),
			...(this.#hint && { hint: this.#hint }),
			...(this.#hidden > 0 && { hidden: this.#hidden }),
			...(this.#blank > 0 && { blank: this.#blank }),
		};
	}

	/** Whether everything that is visible was read and emitted. */
	get isComplete(): boolean {
		return this.#isComplete;
	}

	*read(): Reading<Item> {
		if (!this.#isSeeded) return yield* this.#seed();
		if (!this.#sweep) {
			if (yield* this.#readNewest()) return;
		}
		while (this.#sweep && this.#room.items > 0) yield* this.#continue(this.#sweep);
	}

	/** Finds the state from which on only what becomes visible from now on is new. */
	*#seed(): Reading<Item> {
		const { lookBack, fullPage } = this.#settings;
		const rows: Array<Entry<Item>> = [];
		let now: number | undefined;
		let position = 0;
		for (let pages = 1; ; pages++) {
			const request = pageFrom(position, fullPage);
			const page = yield { sortOrder: 'desc', ...request };
			const { entries } = page;
			rows.push(...this.#note(entries));
			now ??= page.serverTime ?? newestOf(rows);
			if (now === undefined) {
				this.#isSeeded = true;
				return;
			}
			const floor = now - lookBack;
			const isComplete = entries.some(({ time }) => time < floor);
			this.#seedWith(rows, now);
			if (isComplete || pages > MAX_NEWEST_PAGES + this.#seen.size / fullPage) return;
			position = endOf(request) - overlapOf(entries, request);
		}
	}

	/** On a busy service the look-back begins shorter: what cannot be read or remembered is history, even if it is late. */
	#seedWith(rows: Array<Entry<Item>>, now: number): void {
		const final = now - this.#settings.lookBack;
		const read = rows.length === 0 ? final : oldestOf(rows) + 1;
		this.#isSeeded = true;
		this.#floor = Math.max(final, Math.min(read, now + 1));
		for (const { id, time } of rows) if (time >= this.#floor) this.#remember(id, time);
		this.#forgetWhatDoesNotFit(now + 1);
	}

	/** Reads from the newest event down to the floor. @returns whether that was everything */
	*#readNewest(): Generator<PageRequest, boolean, PageRead<Item>> {
		const { smallPage, fullPage } = this.#settings;
		const rows: Array<Entry<Item>> = [];
		const maxPages = MAX_NEWEST_PAGES + Math.ceil(this.#seen.size / fullPage);
		if (this.#blank % DEEP_LOOK === DEEP_LOOK - 1 && (yield* this.#findsDeep())) return false;
		const wanted = smallPage + this.#seen.size + this.#hidden;
		const limit = this.#start === undefined ? fullPage : Math.min(wanted, fullPage);
		let request = { page: 1, limit };
		let serverTime: number | undefined;
		for (let pages = 1; ; pages++) {
			const page = yield { start: this.#start, sortOrder: 'desc', ...request };
			const { entries } = page;
			if (pages === 1) serverTime = page.serverTime;
			// A gap between two pages: events vanished from the list.
			const hasGap = rows.length > 0 && entries.length > 0 && !haveCommon(rows, entries);
			rows.push(...this.#note(entries));
			if (pages === 1 && this.#isQuiet(page, limit)) return true;
			this.#blank = 0;
			if (!hasGap && entries.some(({ time }) => time < this.#floor)) {
				this.#hidden = Math.min(fullPage, request.limit - entries.length);
				this.#finish(rows, serverTime);
				return true;
			}
			this.#sweep ??= this.#begin(newestOf(rows, serverTime));
			const isFull = entries.length === request.limit;
			if (hasGap || pages > maxPages || (isFull && this.#start === undefined)) return false;
			if (entries.length === 0 && this.#start !== undefined) {
				// An older event than the known one, which is gone, may show the end.
				this.#start = undefined;
			} else if (request.limit === limit && limit < fullPage) {
				request = { page: 1, limit: fullPage };
			} else {
				request = pageFrom(endOf(request) - overlapOf(entries, request), fullPage);
			}
		}
	}

	/** Looks further back where nothing is visible: the newest events may all be of deleted links. */
	*#findsDeep(): Generator<PageRequest, boolean, PageRead<Item>> {
		const page = 2 + (Math.floor(this.#blank / DEEP_LOOK) % MAX_EMPTY_PAGES);
		const { entries } = yield { sortOrder: 'desc', page, limit: this.#settings.fullPage };
		this.#note(entries);
		this.#blank += 1;
		if (entries.length === 0) return false;
		this.#blank = 0;
		this.#sweep = this.#begin(newestOf(entries));
		return true;
	}

	/**
	 * Where no event before the floor is known, nothing proves that a page is all there is. As long as it shows nothing
	 * new, it has to do, and the floor stays.
	 */
	#isQuiet({ entries, serverTime }: PageRead<Item>, limit: number): boolean {
		if (this.#start !== undefined || entries.length >= limit) return false;
		if (entries.some((entry) => entry.time < this.#floor || this.#isNew(entry))) return false;
		// Once one is older than the look-back, a sweep can settle where the list begins.
		const final = (serverTime ?? -Infinity) - this.#settings.lookBack;
		if (entries.some(({ time }) => time < final)) return false;
		if (entries.every(({ time }) => time > (serverTime ?? Infinity))) {
			this.#blank += 1;
		} else if ((entries.at(-1)?.time ?? Infinity) > this.#seen.oldest) {
			return false;
		}
		this.#isComplete = true;
		return true;
	}

	/** The hint of an earlier day's window would make positions large. */
	#begin(newest: number | undefined): Sweep {
		const hint = this.#hint;
		const position =
			hint && dayOf(hint.window) === dayOf(this.#floor) ? hint : { window: this.#floor, at: 0 };
		return { ...position, ...(newest !== undefined && { newest }) };
	}

	*#continue(sweep: Sweep): Reading<Item> {
		if (sweep.check !== undefined) yield* this.#checkEnd(sweep, sweep.check);
		else if (sweep.search) yield* this.#search(sweep, sweep.search);
		else yield* this.#readPage(sweep);
	}

	/** One step of the search for the floor: first forward in growing steps, then by halves. */
	*#search(sweep: Sweep, search: Search): Reading<Item> {
		const { smallPage, fullPage } = this.#settings;
		const { at } = sweep;
		const target =
			search.high === undefined
				? at + search.step * fullPage
				: at + Math.floor((search.high - at) / 2);
		const request = search.full
			? pageFrom(target, fullPage)
			: { page: Math.floor(target / smallPage) + 1, limit: smallPage };
		const { entries } = yield { start: sweep.window, sortOrder: 'asc', ...request };
		this.#note(entries);
		const before = startOf(request);
		const isEmpty = entries.length === 0;
		if (isEmpty && !search.full) {
			// Of deleted links, or after the end.
			search.full = true;
			return;
		}
		delete search.full;
		if (!isEmpty && entries[0].time < this.#floor && before > at) {
			sweep.at = before;
			search.step *= 2;
		} else {
			search.high = target;
		}
		if (search.high !== undefined && search.high - sweep.at <= fullPage) delete sweep.search;
	}

	*#readPage(sweep: Sweep): Reading<Item> {
		const { fullPage } = this.#settings;
		const position = sweep.at + (sweep.beyond ?? 0);
		const request = pageFrom(position, fullPage);
		const { entries, serverTime } = yield { start: sweep.window, sortOrder: 'asc', ...request };
		this.#note(entries);
		const from = startOf(request);
		const isShort = entries.length < request.limit;
		if (from > 0 && !sweep.beyond && !this.#isBeforeUnread(sweep, entries.at(0))) {
			// What was known here vanished from the list, so events that were not read may be before this position.
			const back = sweep.back ?? fullPage;
			sweep.at = Math.max(0, sweep.at - back);
			delete sweep.cut;
			sweep.back = 2 * back;
			return;
		}
		delete sweep.back;
		if (entries.length === 0) {
			this.#passOver(sweep, request, serverTime);
			return;
		}
		const firstFromFloor = entries.findIndex(({ time }) => time >= this.#floor);
		if (firstFromFloor === -1 && !sweep.beyond && !(isShort && sweep.isSearched)) {
			sweep.at = Math.max(sweep.at, from + entries.length - 1);
			sweep.search = { step: 1 };
			sweep.isSearched = true;
			return;
		}
		if (firstFromFloor > 0) this.#hint = { window: sweep.window, at: from + firstFromFloor - 1 };
		const taken = this.#takePage(sweep, entries, serverTime);
		if (taken < entries.length) {
			sweep.at = Math.max(sweep.at, from + taken - 1);
			delete sweep.cut;
			delete sweep.beyond;
			// Without room to remember more, the floor has to rise first.
			if (this.#room.items > 0) this.#sweep = undefined;
			return;
		}
		const last = entries.at(-1)?.time;
		const instant = from + entries.findIndex(({ time }) => time === last);
		// Even if most of a page is of one instant.
		const furthest = endOf(request) - Math.floor((endOf(request) - position) / 2);
		const isCut = !isShort && instant > from && instant >= furthest;
		// Rows of deleted links can only make the real position of a row greater.
		let reached = isShort ? instant : furthest;
		if (isCut) reached = instant - 1;
		if (reached > sweep.at) {
			sweep.at = reached;
			if (isCut) sweep.cut = last;
			else delete sweep.cut;
			delete sweep.hasMore;
			delete sweep.patience;
			delete sweep.beyond;
		}
		if (isShort) this.#passOver(sweep, request, serverTime);
	}

	/** Whether the first row of a page is one of those before the first unread one. */
	#isBeforeUnread({ cut = Infinity }: Sweep, entry: Entry<Item> | undefined): boolean {
		return entry !== undefined && !this.#isNew(entry) && entry.time < cut;
	}

	/** Emits what is new of a page of a sweep, and lets the floor rise. @returns how many rows were taken */
	#takePage(sweep: Sweep, entries: Array<Entry<Item>>, serverTime: number | undefined): number {
		// What was added meanwhile to rows that were passed over is read by the next pass.
		const since = least(serverTime, sweep.beyond ? sweep.beyondSince : undefined);
		const reference = since ?? sweep.newest;
		const final =
			sweep.held || reference === undefined ? -Infinity : reference - this.#settings.lookBack;
		const taken = this.#take(entries, final, serverTime !== undefined);
		const last = entries[taken - 1]?.time ?? -Infinity;
		sweep.last = Math.max(last, sweep.last ?? this.#floor - 1);
		if (!sweep.held) this.#raise(Math.min(entries[taken]?.time ?? last, final));
		if (last > final) sweep.held = true;
		return taken;
	}

	/** After a page that is not full: it lacks events of deleted links, or it is the end. */
	#passOver(sweep: Sweep, request: Slice, serverTime: number | undefined): void {
		const { fullPage } = this.#settings;
		if (!sweep.beyond) sweep.beyondSince = serverTime;
		sweep.beyond = Math.max(0, endOf(request) - Math.floor(fullPage / 3) - sweep.at);
		const { patience = MAX_EMPTY_PAGES } = sweep;
		if (!sweep.hasMore || sweep.beyond > patience * fullPage) sweep.check = 0;
	}

	/** Whether the newest events reach back to what was read: then that was everything. */
	*#checkEnd(sweep: Sweep, number: number): Reading<Item> {
		const { smallPage, fullPage } = this.#settings;
		const request =
			number === 0 ? { page: 1, limit: smallPage } : { page: number, limit: fullPage };
		const { entries, serverTime } = yield { start: sweep.window, sortOrder: 'desc', ...request };
		this.#note(entries);
		const last = Math.max(sweep.last ?? -Infinity, this.#floor - 1);
		const isKnown = entries.some((entry) => entry.time <= last && !this.#isNew(entry));
		const reachesBefore = entries.some(({ time }) => time < last);
		if (isKnown && !reachesBefore && sweep.instant !== last) {
			// Both this page and the last one of the sweep can cut through the instant: one more of the sweep does not.
			if (number === 0) {
				sweep.check = 1;
			} else {
				delete sweep.check;
				sweep.instant = last;
			}
		} else if (isKnown) {
			this.#hidden = Math.min(fullPage, endOf(request) - entries.length);
			this.#finish(entries, serverTime);
		} else if (entries.length > 0) {
			const { patience = MAX_EMPTY_PAGES } = sweep;
			const isStillThere =
				patience < MAX_PATIENCE && entries.some(({ time }) => time === sweep.more);
			// Events may have been added to the rows that seemed to be after the end.
			if (!isStillThere) delete sweep.beyond;
			sweep.patience = isStillThere ? 2 * patience : undefined;
			sweep.more = entries[0].time;
			sweep.hasMore = true;
			delete sweep.check;
		} else if (number < MAX_EMPTY_PAGES) {
			sweep.check = number + 1;
		} else {
			this.#sweep = undefined;
		}
	}

	/** Ends a pass with the newest rows, after which nothing from the floor on is unread. */
	#finish(rows: Array<Entry<Item>>, serverTime: number | undefined): void {
		const { lookBack } = this.#settings;
		const isHeld = this.#sweep?.held;
		const tellsTime = serverTime !== undefined;
		const newest = newestOf(rows, serverTime);
		const sorted = [...rows].sort((a, b) => a.time - b.time);
		const reference = serverTime ?? newest;
		const final = reference === undefined ? -Infinity : reference - lookBack;
		const taken = this.#take(sorted, final, tellsTime);
		this.#sweep = undefined;
		this.#isComplete = taken === sorted.length;
		if (newest === undefined) return;
		// The service's time alone could be wrong, and nothing that is still to come may be behind the floor.
		const all = tellsTime ? Math.min(final, newest + 1) : final;
		if (!isHeld) this.#raise(Math.min(all, sorted[taken]?.time ?? Infinity));
		if (!tellsTime && !isHeld && taken === sorted.length) this.#forgetWhatDoesNotFit(newest + 1);
	}

	/**
	 * Emits what is new of rows, oldest first, as far as there is room.
	 *
	 * @param final events up to this time need not be remembered once the pass is over
	 * @returns how many rows were taken
	 */
	#take(rows: Array<Entry<Item>>, final: number, tellsTime: boolean): number {
		let previous: number | undefined;
		for (const [index, entry] of rows.entries()) {
			const { id, time } = entry;
			if (this.#isNew(entry)) {
				// Within one instant there is no place to stop.
				if (time !== previous) {
					if (this.#room.items <= 0) return index;
					// Without the service's time the look-back is cut short instead.
					if (tellsTime && time > final && !this.#hasMemory) return index;
				}
				this.#room.items -= 1;
				this.#emitted.add(id);
				this.entries.push(entry);
				this.#remember(id, time);
			} else if (time >= this.#floor) {
				this.#remember(id, time);
			}
			previous = time;
		}
		return rows.length;
	}

	/** Even if the other kinds need all the memory, a few events of this one can be remembered. */
	get #hasMemory(): boolean {
		return this.#room.memory > 0 || this.#seen.size < this.#settings.fullPage / 5;
	}

	#isNew({ id, time }: Entry<Item>): boolean {
		return time >= this.#floor && !this.#emitted.has(id) && !this.#seen.has(id);
	}

	#note(entries: Array<Entry<Item>>): Array<Entry<Item>> {
		for (const { time } of entries) this.#times.add(time);
		return entries;
	}

	#remember(id: string, time: number): void {
		const before = this.#seen.size;
		this.#seen.add(id, time);
		this.#room.memory -= this.#seen.size - before;
	}

	#raise(floor: number): void {
		if (floor <= this.#floor) return;
		const before = this.#seen.size;
		this.#floor = floor;
		this.#seen.prune(floor);
		this.#room.memory += before - this.#seen.size;
	}

	/** @param all the floor that forgets everything that was read */
	#forgetWhatDoesNotFit(all: number): void {
		if (this.#room.memory >= 0) return;
		const fitting = this.#seen.floorThatFits(this.#seen.size + this.#room.memory);
		this.#raise(Math.min(all, fitting));
	}
}

interface Slice {
	page: number;
	limit: number;
}

/** The page that has a position in it and reaches furthest beyond it. */
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

/** How many rows of a page the next one has to repeat: those of the last instant. A short page may lack some of it. */
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

function oldestOf<Item>(rows: Array<Entry<Item>>): number {
	return rows.reduce((oldest, { time }) => Math.min(oldest, time), Infinity);
}

/** An event may be dated ahead by mistake; what the service's clock says is the latest that can have happened. */
function newestOf<Item>(rows: Array<Entry<Item>>, latest = Infinity): number | undefined {
	if (rows.length === 0) return undefined;
	return Math.min(
		latest,
		rows.reduce((newest, { time }) => Math.max(newest, time), -Infinity),
	);
}

function newestBefore(floor: number, times: Iterable<number>): number | undefined {
	let newest: number | undefined;
	for (const time of times) {
		if (time < floor && time > (newest ?? -Infinity)) newest = time;
	}
	return newest;
}

function least(a: number | undefined, b: number | undefined): number | undefined {
	if (a === undefined || b === undefined) return a ?? b;
	return Math.min(a, b);
}

const DAY = 86_400_000;

function dayOf(time: number): number {
	return Math.floor(time / DAY);
}
