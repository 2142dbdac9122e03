import type { Entry } from '../page';
import { check, tie } from './check';
import { forward } from './forward';
import { deep, more, newest, start } from './newest';
import { Progress, type Capacity, type CursorSettings } from './progress';
import { bisect, leap } from './search';
import type { CursorState, Mode, Next, Reading, StoredMode } from './state';

export type { CursorSettings, Publishing } from './progress';
export type { CursorState, Reading } from './state';

/** 6,000 stored events take about 50 KB of JSON. */
export const SIZES = { items: 10_000, memory: 6000, smallPage: 50, fullPage: 1000 };

/** A state in which all events since an instant are new. @param time epoch milliseconds */
export function startFrom(time: number): CursorState {
	return { floor: time, seen: {}, deletedRows: 0, mode: 'newest', emptyPolls: 0 };
}

/**
 * Reads the new events of one kind.
 *
 * The service sorts events only by time, and they can appear late, so no position separates old events from new ones. The
 * state contains instead
 *
 *  - `floor`: all earlier events are processed
 *  - `seen`: the events from `floor` on that were emitted
 *  - `mode`: which page to read next, and why
 *
 * A pass reads all events from `floor` on, and emits those that are not in `seen`. Then the floor rises to the service's
 * time minus the look-back, so that events that appear within the look-back are never before it. All times are the
 * service's; this machine's clock is not used. The state is valid after each page, so a poll can stop anywhere, and the
 * next one continues from there.
 *
 * Modes: `newest` reads the newest page, mostly the only one of a poll. If it does not reach an event before the floor,
 * `more` reads up to three others, and then the pass reads oldest first: `leap` and `bisect` search for the floor, `sweep`
 * reads from there, and after a page that is not full, `check` looks at the newest page to find out whether that was the
 * end.
 *
 * Quirks of the service's list, and how the modes handle them:
 *
 *  - The start of a window can be rounded to a whole day. A search finds the floor in the list, and stores its position.
 *  - Events of deleted links are removed from a page after it was cut, so a page can be short or empty without being the
 *    last: `skip` reads on behind it. Only a known event proves that nothing is missing.
 *  - New events shift others to later positions. They are read twice, and compared by ID.
 *  - With a filter by link, events of deleted links vanish from the list, and shift others to earlier positions. Each page
 *    overlaps the previous one, and a page that starts with an unknown event moves the pass `back`.
 *  - Events of the same instant can change their order between requests. The overlap starts with the instant of the last
 *    event (`cut`). If an instant takes more than a quarter of a page, the service must keep their order, and none may
 *    vanish. The order can be the same in both directions, so `tie` reads the rest of an instant at the end.
 *
 * Example: pages of up to 6 rows, the floor at time 2, and 12 events, of which (5) is of a deleted link and not shown.
 *
 *     time      1  2  3  4  (5)  6  7  8  9  10  11  12
 *     position  0  1  2  3   4   5  6  7  8   9  10  11
 *
 *  1. `newest` reads 12 11 10 9 8 7: none is before the floor, and the page is full.
 *  2. `sweep` reads positions 0 to 5, 1 2 3 4 6, and emits all from the floor on. The page is short, so it may be the last
 *     one. The position of 6 is at least 4, as it is the fifth event.
 *  3. `check` reads 12 11 10 9 8 7: no known event, so there are more.
 *  4. `skip` needs position 4 again. Of all pages that contain it, page 2 of 4 rows (4 to 7) ends last. It shows 6 7 8. 6 is
 *     known, so nothing vanished; 7 and 8 are emitted. The page is short again.
 *  5. `check` reads 12 11 10 9 8 7: 8 is known, and 7 is before it, so all events from 8 on are on this page. 9 to 12 are
 *     emitted, and the floor rises.
 */
export class Cursor<Item> {
	readonly #list: Progress<Item>;

	#mode: Mode;

	/** @param state undefined to start with the events that happen from the first page on */
	constructor(state: CursorState | undefined, settings: CursorSettings, capacity: Capacity) {
		const { floor, start, seen, hint, deletedRows, offset, ...mode } = state ?? startFrom(0);
		const known = { floor, start, seen, hint, deletedRows, offset };
		this.#list = new Progress<Item>(known, settings, capacity);
		this.#mode = state === undefined ? { mode: 'start' } : { ...mode };
	}

	/** The new events, in the order in which they were found. */
	get entries(): Array<Entry<Item>> {
		return this.#list.entries;
	}

	/** Whether all visible events were read and emitted. */
	get isComplete(): boolean {
		return this.#list.isComplete;
	}

	/** Undefined before the first page of a cursor that started without a state. */
	get state(): CursorState | undefined {
		const mode = stored(this.#mode);
		return mode && { ...this.#list.known, ...mode };
	}

	/** Reads until nothing is new, or the capacity is used up. */
	*read(): Reading<Item> {
		for (let isEnd = false; !isEnd && this.#hasCapacity;) {
			const next: Next = yield* step(this.#list, this.#mode);
			this.#mode = next.mode;
			({ isEnd } = next);
		}
	}

	/** The newest pages are read in any case: mostly, they show that nothing is new. */
	get #hasCapacity(): boolean {
		return NEWEST_FIRST.includes(this.#mode.mode) || this.#list.capacity.items > 0;
	}
}

const NEWEST_FIRST: Array<Mode['mode']> = ['start', 'newest', 'deep', 'more'];

/** Reads the page that a mode requires. */
function step<Item>(list: Progress<Item>, mode: Mode): Reading<Item, Next> {
	switch (mode.mode) {
		case 'start':
			return start(list);
		case 'newest':
			return newest(list, mode);
		case 'deep':
			return deep(list, mode);
		case 'more':
			return more(list, mode);
		case 'leap':
			return leap(list, mode);
		case 'bisect':
			return bisect(list, mode);
		case 'sweep':
		case 'cut':
		case 'back':
		case 'skip':
			return forward(list, mode);
		case 'check':
			return check(list, mode);
		case 'tie':
			return tie(list, mode);
	}
}

function stored(mode: Mode): StoredMode | undefined {
	if (mode.mode === 'start') return undefined;
	return mode.mode === 'more' ? mode.sweep : mode;
}
