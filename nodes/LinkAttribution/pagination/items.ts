import { UserError, type IDataObject } from 'n8n-workflow';
import { pauses } from '../input/pauses';
import { at } from '../input/unknown';
import { MEGABYTE } from '../transport/jsonList';
import type { Rows } from '../transport/types';
import type { Page } from './pages';

/** As many as 20 pages of events have: 2 MB. More new events do not come in the time between two pages. */
const RECENT = 20_000;

/** The last values that were added, at least 20,000 of them: enough to notice what a list repeats. */
class RecentValues {
	#current = new Set<unknown>();

	#previous = new Set<unknown>();

	/** @returns whether the value is not among the recent ones */
	add(value: unknown): boolean {
		const { size } = this.#current;
		const isNew = this.#current.add(value).size > size && !this.#previous.has(value);
		if (this.#current.size === RECENT) {
			this.#previous = this.#current;
			this.#current = new Set();
		}
		return isNew;
	}
}

/** As many as a million items have, 100 on each page. */
const MAX_PAGES = 10_000;

/** Many new items can shift a page onto the next one, so that it is returned twice. */
const MAX_REPEATED_PAGES = 3;

/** Notices what a list repeats, and one that never ends: it repeats all its items, or is longer than any real list. */
function endlessGuard() {
	const recent = new RecentValues();
	let pages = 0;
	let repeatedPages = 0;
	let hasNew = false;
	return {
		/** Takes the next item of a page. @returns whether the list has not repeated it */
		add(item: IDataObject): boolean {
			const isNew = recent.add(idOf(item) ?? item);
			hasNew ||= isNew;
			return isNew;
		},
		/** @throws UserError if the list does not end */
		endPage({ length }: Rows): void {
			if (++pages > MAX_PAGES) {
				const problem = `The list has more than ${MAX_PAGES.toLocaleString('en-US')} pages`;
				throw new UserError(problem, {
					description:
						"Narrow the filters. If the list should be short, check 'Base URL' in the credential.",
				});
			}
			repeatedPages = length > 0 && !hasNew ? repeatedPages + 1 : 0;
			if (repeatedPages === MAX_REPEATED_PAGES) throw endlessListError();
			hasNew = false;
		},
	};
}

/**
 * Passes pages on.
 *
 * @throws UserError if the list does not end
 */
export async function* finitePages(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
	const guard = endlessGuard();
	const pause = pauses();
	for await (const page of pages) {
		for (const item of page) {
			guard.add(item);
			await pause();
		}
		guard.endPage(page);
		yield page;
	}
}

/** The ID of an item; of an event, that of the conversion or else of the click. */
function idOf(item: IDataObject): unknown {
	return at(item, 'id') ?? at(item, 'eventId') ?? at(at(item, 'click'), 'id');
}

export function endlessListError(): UserError {
	return new UserError('The service returns the same items on every page, so the list never ends', {
		description: "Check 'Base URL' in the credential. Its server may not support pagination.",
	});
}

/** In memory. */
const MAX_LIST_BYTES = 640 * MEGABYTE;

/** Bytes that n8n takes for each item besides its fields: how it is linked, and the copy that is stored. */
const ITEM_BYTES = 1000;

/** Items that are in memory together at most while a list is passed on. */
const MAX_ITEMS_AT_ONCE = 50;

/**
 * Passes on up to `max` items, some at a time. New items shift others to later pages, so that a list repeats some, which
 * are dropped.
 *
 * @param pick maps an item; undefined drops it
 * @throws UserError if the list does not end
 */
export async function* pickedItems(
	pages: AsyncIterable<Rows>,
	max: number,
	pick: (item: IDataObject) => IDataObject | undefined,
): AsyncGenerator<Page> {
	const guard = endlessGuard();
	const pause = pauses();
	let left = max;
	for await (const page of pages) {
		let items: Page = [];
		for (const item of page) {
			if (left === 0) break;
			const picked = guard.add(item) ? pick(item) : undefined;
			if (picked === undefined) continue;
			left--;
			items.push(picked);
			if (items.length < MAX_ITEMS_AT_ONCE) continue;
			yield items;
			items = [];
			await pause();
		}
		guard.endPage(page);
		yield items;
		if (left === 0) return;
	}
}

/**
 * Reads pages until there are `max` items.
 *
 * @param pick as in `pickedItems`
 * @throws UserError if the list does not end, or does not fit into memory
 */
export async function collect(
	pages: AsyncIterable<Rows>,
	max: number,
	pick: (item: IDataObject) => IDataObject | undefined = (item) => item,
): Promise<Page> {
	const items: Page = [];
	let size = 0;
	for await (const some of pickedItems(pages, max, pick)) {
		for (const item of some) {
			items.push(item);
			size += ITEM_BYTES + sizeOf(item);
		}
		if (size > MAX_LIST_BYTES) {
			throw new UserError('The items of this list take more than 640 MB of memory', {
				description: "Set 'Return As' to File, narrow the filters, or reduce 'Limit'.",
			});
		}
	}
	return items;
}

/** Approximate bytes of an item in memory. */
export function sizeOf(item: IDataObject): number {
	let size = 0;
	const open: object[] = [item];
	const add = (value: unknown) => {
		if (typeof value === 'object' && value !== null) open.push(value);
		else size += typeof value === 'string' ? value.length + 24 : 24;
	};
	for (let next = open.pop(); next; next = open.pop()) {
		size += 100;
		if (Array.isArray(next)) next.forEach(add);
		// Object.values takes four times as long.
		else for (const name in next) add((next as IDataObject)[name]);
	}
	return size;
}
