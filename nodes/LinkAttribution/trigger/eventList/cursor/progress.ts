import { newestOf, type Entry, type PageRead, type PageRequest } from '../page';
import { Seen } from '../seen';
import type { Known, Next, Position, Reading, StoredMode, Sweep } from './state';

/** Limits that all kinds of a node share. Counts down while they read. */
export interface Capacity {
	/** Number of events that can still be stored. */
	memory: number;
	/** Number of events that the poll can still emit. */
	items: number;
}

/** When a kind of events was published, by the service's clock, epoch milliseconds. */
export interface Publishing {
	/** No earlier events are emitted. */
	since: number;
	/** Visible events up to this time may have happened before: the service states its time in whole seconds. */
	until: number;
}

export interface CursorSettings {
	/** Maximum milliseconds between an event and its appearance in the list. */
	lookBack: number;
	/** Enough for a quiet minute; a full first page would cost the same on every poll. */
	smallPage: number;
	/** The service's maximum. */
	fullPage: number;
	/**
	 * When a cursor without a state was published, asked after its first page. Default: with that page, or with the newest
	 * event if the service does not send its time.
	 */
	publishing?: () => Publishing | undefined;
	/** Whether an event is not to be emitted, although it is new in the list. Asked once for each. */
	isKnown?: (entry: Entry<unknown>) => boolean;
}

/** Later times are of a clock that was wrong. */
export const MAX_AHEAD_MS = 60_000;

/** What is known of the list, and what is new in it. */
export class Progress<Item> {
	/** The new events, in the order in which they were found. */
	readonly entries: Array<Entry<Item>> = [];

	/** Whether all visible events were read and emitted. */
	isComplete = false;

	floor: number;

	start: number | undefined;

	hint: Position | undefined;

	deletedRows: number;

	#offset: number | undefined;

	readonly settings: CursorSettings;

	readonly capacity: Capacity;

	readonly seen: Seen;

	/** IDs that this poll emitted: an event that is listed twice can have a later time in the second entry. */
	readonly #emitted = new Set<string>();

	/** Whether an event could not be emitted, for lack of capacity. */
	#isBlocked = false;

	/** Of all events that were read. */
	readonly #times = new Set<number>();

	constructor(known: Known, settings: CursorSettings, capacity: Capacity) {
		this.settings = settings;
		this.capacity = capacity;
		({ floor: this.floor, start: this.start, deletedRows: this.deletedRows } = known);
		this.#offset = known.offset;
		this.hint = known.hint && { ...known.hint };
		this.seen = new Seen(known.seen);
		capacity.memory -= this.seen.size;
	}

	/** As stored. */
	get known(): Known {
		return {
			floor: this.floor,
			start: newestBefore(this.floor, this.#times) ?? this.start,
			seen: this.seen.toJSON(this.settings.lookBack),
			hint: this.hint,
			deletedRows: this.deletedRows,
			offset: this.#offset,
		};
	}

	*page(request: PageRequest): Reading<Item, PageRead<Item>> {
		const page = yield request;
		for (const { time } of page.entries) this.#times.add(time);
		return page;
	}

	/**
	 * Sets the floor back with the service's clock if that was ahead; otherwise, all events would be lost until it is there
	 * again. Events that it dated in the future are listed, and emitted again, when that time comes.
	 *
	 * @returns whether it was set back
	 */
	followClock(serverTime: number): boolean {
		const offset = serverTime - Date.now();
		const setBack = (this.#offset ?? offset) - offset;
		this.#offset = offset;
		if (this.floor <= serverTime + MAX_AHEAD_MS || setBack <= MAX_AHEAD_MS) return false;
		this.floor -= setBack;
		this.start = undefined;
		this.hint = undefined;
		return true;
	}

	isNew({ id, time }: Entry<unknown>): boolean {
		return time >= this.floor && !this.#emitted.has(id) && !this.seen.has(id);
	}

	/** A pass from the floor on. With a window of an earlier day, positions would be large. */
	sweep(newest: number | undefined): Sweep {
		const { hint, floor } = this;
		const isUsable = hint !== undefined && dayOf(hint.window) === dayOf(floor);
		return {
			mode: 'sweep',
			...(isUsable ? hint : { window: floor, at: 0 }),
			last: floor - 1,
			ahead: floor - 1,
			isFloorFixed: false,
			isSearched: false,
			newest,
		};
	}

	/**
	 * Emits the new events of rows, oldest first, up to the capacity.
	 *
	 * @param final events up to this time need not be stored after the pass
	 * @returns number of processed rows
	 */
	emit(rows: Array<Entry<Item>>, final: number, hasServerTime: boolean): number {
		let previous: number | undefined;
		for (const [index, entry] of rows.entries()) {
			const { id, time } = entry;
			if (this.isNew(entry)) {
				// Never stops within an instant.
				if (time !== previous && !this.#hasCapacity(time, final, hasServerTime)) {
					this.#isBlocked = true;
					return index;
				}
				this.#emitted.add(id);
				this.remember(id, time);
				if (this.settings.isKnown?.(entry) !== true) {
					this.capacity.items -= 1;
					this.entries.push(entry);
				}
			} else if (time >= this.floor) {
				this.remember(id, time);
			}
			previous = time;
		}
		return rows.length;
	}

	/**
	 * Ends a pass with the newest rows, so that no event from the floor on is unread.
	 *
	 * @param isFloorFixed whether the floor does not rise
	 * @param latest time of an event that was read before the rows and is not older
	 */
	finish(
		rows: Array<Entry<Item>>,
		serverTime: number | undefined,
		isFloorFixed = false,
		latest = -Infinity,
	): Next {
		const newest = Math.max(newestOf(rows, serverTime) ?? -Infinity, latest);
		const hasServerTime = serverTime !== undefined;
		const final = (serverTime ?? newest) - this.settings.lookBack;
		const sorted = [...rows].sort((a, b) => a.time - b.time);
		const processed = this.emit(sorted, final, hasServerTime);
		this.isComplete = !this.#isBlocked;
		if (newest === -Infinity) return end(NEWEST);
		// The service's clock can be wrong, and no later event may be before the floor.
		const all = hasServerTime ? Math.min(final, newest + 1) : final;
		if (!isFloorFixed) this.raise(Math.min(all, sorted[processed]?.time ?? Infinity));
		if (!hasServerTime) this.fit(this.isComplete ? newest + 1 : this.floor);
		return end(NEWEST);
	}

	remember(id: string, time: number): void {
		const before = this.seen.size;
		this.seen.add(id, time);
		this.capacity.memory -= this.seen.size - before;
	}

	raise(floor: number): void {
		if (floor <= this.floor) return;
		const before = this.seen.size;
		this.floor = floor;
		this.seen.prune(floor);
		this.capacity.memory += before - this.seen.size;
	}

	/** Forgets the oldest events if there are too many. @param max the floor rises at most to this */
	fit(max: number): void {
		if (this.capacity.memory >= 0) return;
		const fitting = this.seen.floorThatFits(this.seen.size + this.capacity.memory);
		this.raise(Math.min(max, fitting));
	}

	#hasCapacity(time: number, final: number, hasServerTime: boolean): boolean {
		if (this.capacity.items <= 0) return false;
		// Without the service's time, the look-back is shortened instead.
		if (time <= final || !hasServerTime) return true;
		// Even if the other kinds use all the capacity, a few events of this kind can be stored.
		return this.capacity.memory > 0 || this.seen.size < this.settings.fullPage / 5;
	}
}

const NEWEST: StoredMode = { mode: 'newest', emptyPolls: 0 };

export function goOn(mode: Next['mode']): Next {
	return { mode, isEnd: false };
}

/** @param mode of the next poll */
export function end(mode: StoredMode = NEWEST): Next {
	return { mode, isEnd: true };
}

function newestBefore(floor: number, times: Iterable<number>): number | undefined {
	let newest: number | undefined;
	for (const time of times) {
		if (time < floor && time > (newest ?? -Infinity)) newest = time;
	}
	return newest;
}

const DAY_MS = 86_400_000;

function dayOf(time: number): number {
	return Math.floor(time / DAY_MS);
}
