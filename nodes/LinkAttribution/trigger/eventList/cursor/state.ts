import type { Entry, PageRead, PageRequest } from '../page';
import type { StoredSeen } from '../seen';

/** What the cursor stores between polls: what is known of the list, and what to read next. */
export type CursorState = Known & StoredMode;

/** What is known of the list in any mode. Times are epoch milliseconds. */
export interface Known {
	/** All earlier events are processed. */
	floor: number;
	/** Time of a known event before `floor`. A window from there proves that nothing is missing. */
	start?: number;
	/** The events from `floor` on that were emitted. */
	seen: StoredSeen;
	/** Where the last sweep found the floor. */
	hint?: Position;
	/** Minimum number of rows of deleted links on the newest page. */
	deletedRows: number;
	/** Milliseconds by which the service's clock was ahead of this machine's, in case it is set back. */
	offset?: number;
}

/** A position in the list from `window` on, sorted oldest first. */
export interface Position {
	/** Epoch milliseconds. */
	window: number;
	/** All rows before this one are known. The first is 0. */
	at: number;
}

/** What to read next, as stored. */
export type StoredMode = Newest | Deep | Search | Forward | Ending;

/** `Start` and `More` last only while a poll runs. */
export type Mode = Start | More | StoredMode;

/** The first page of a cursor that has no state yet. */
export interface Start {
	mode: 'start';
}

/** Between passes: read the newest page. */
export interface Newest {
	mode: 'newest';
	/** Number of consecutive polls without visible events. */
	emptyPolls: number;
}

/** No event is visible: first read a page further back, as the newest events may all be of deleted links. */
export interface Deep {
	mode: 'deep';
	emptyPolls: number;
}

/** The newest page did not reach the floor: read the next one. A poll that ends here continues with the sweep. */
export interface More {
	mode: 'more';
	rows: Array<Entry<unknown>>;
	/** Number of pages that were read. */
	pages: number;
	request: Slice;
	/** The service's clock before the first page. */
	serverTime: number | undefined;
	sweep: Sweep;
}

/** A pass from the floor to the newest event, oldest first. */
export interface Pass extends Position {
	/** Time of the last event that was read; before the first, the one before the floor. */
	last: number;
	/** Whether the floor no longer rises in this pass: a late event can be before the rows that were read. */
	isFloorFixed: boolean;
	/** Whether there was a search, so that another one requires a full page. */
	isSearched: boolean;
	/** Time of an event that a check found, so that the end is not before it. */
	ahead: number;
	/** Time of the newest event when the pass started, for a service that does not send its time. */
	newest?: number;
}

export type Search = Leap | Bisect;

/** The rows at the position are far before the floor: search further on, in growing steps. */
export interface Leap extends Pass {
	mode: 'leap';
	/** Number of pages to skip. */
	step: number;
}

/** The floor is between two positions. */
export interface Bisect extends Pass {
	mode: 'bisect';
	/** A position that is probably not before the floor. */
	high: number;
}

/** Modes that read the page at the position. */
export type Forward = Sweep | Cut | Back | Skip;

/** The row at the position is known. */
export interface Sweep extends Pass {
	mode: 'sweep';
}

/** The previous page ended within an instant: the row at the position is older, and shows whether rows vanished. */
export interface Cut extends Pass {
	mode: 'cut';
	/** Time of the last event of the previous page. */
	instant: number;
}

/** The page at a later position started with an unknown event: known ones vanished from the list. */
export interface Back extends Pass {
	mode: 'back';
	/** Number of rows to move back if that was not enough. */
	rows: number;
	/** The page must start before this time: some of the events of that instant may be unread. */
	instant: number;
}

/** The rows after the position were read and are empty: of deleted links, or after the end. */
export interface Skip extends Pass {
	mode: 'skip';
	/** Number of empty rows. */
	count: number;
	/** The service's clock when the first of them was read. */
	since?: number;
	/** Number of empty pages to read before checking whether the end was reached. */
	patience: number;
}

/** Modes that read newest first, to find out whether a pass has reached the end. */
export type Ending = Check | Tie;

/** Check whether the newest events reach back to the last one that was read. */
export interface Check extends Pass {
	mode: 'check';
	/** All newer pages are empty. */
	page: number;
	patience: number;
}

/** The newest page ended within the instant of the last event: read the rest of the instant. */
export interface Tie extends Pass {
	mode: 'tie';
	/** Number of newest rows that were read. */
	read: number;
	/** The row that the next page must contain. */
	next: number;
	/** Maximum number of empty rows between events of the instant. */
	gap: number;
	/** Number of newest rows after which the list ends if all since the last event were empty. */
	until: number;
	patience: number;
}

/** The mode after a page, and whether the poll ends with it. */
export interface Next {
	mode: Mode;
	isEnd: boolean;
}

export type Slice = Pick<PageRequest, 'page' | 'limit'>;

/** Yields the pages to request, and receives them. It can be stopped after any page. */
export type Reading<Item, Result = void> = Generator<PageRequest, Result, PageRead<Item>>;
