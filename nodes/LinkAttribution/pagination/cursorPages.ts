import type { IDataObject } from 'n8n-workflow';
import { pauses } from '../input/pauses';
import { asError } from '../input/unknown';
import { ApiError } from '../transport/apiError';
import { apiRequest, hasRoomFor } from '../transport/request';
import type { ApiContext } from '../transport/types';
import { endlessListError } from './items';
import { fetchPage, isBadQuery, numberedPages, unread, type ListRequest, type Page } from './pages';
import { pageOf, type PageNumber } from './pageOf';
import { readAhead, type Numbered } from './readAhead';

/** Requests that must fit into the rate limit for pages to be read ahead, as some are beyond the end of the list. */
const MIN_ROOM = 32;

/**
 * Lists with `startingAfter`, whose cursor is the ID of the last item. A cursor is known only with the page before it, so
 * if the rate limit has room, pages are read ahead by number, each as far back as to prove what the cursor would return.
 *
 * @param max items that will be read; no page beyond them is requested
 * @throws UserError if the service ignores the cursor, so that the list would never end
 */
export async function* cursorPages(
	context: ApiContext,
	request: ListRequest,
	max: number,
	maxPageSize: number,
): AsyncGenerator<Page> {
	const read = new Set<unknown>();
	for await (const page of pagesAfterCursors(context, request, max, maxPageSize)) {
		yield read.size < MAX_NUMBERED ? unread(page, read) : page;
	}
	if (read.size < max) yield* missingPages(context, request, maxPageSize, read);
}

/** Items that the service lists by page number. */
const MAX_NUMBERED = 100_000;

/**
 * Items that the cursor does not reach. The public service sorts the pages of a list by creation, but those after a cursor
 * by ID (`apps/web/lib/api/pagination.ts`), and imported items, and commissions with a date, are older than their IDs. If
 * there are any, the list has more items than were read.
 */
async function* missingPages(
	context: ApiContext,
	request: ListRequest,
	pageSize: number,
	read: Set<unknown>,
): AsyncGenerator<Page> {
	// One page is the whole list.
	if (read.size < pageSize || read.size >= MAX_NUMBERED) return;
	const page = Math.floor(read.size / pageSize) + 1;
	const tail = await lengthOf(context, request, { page, pageSize });
	let missing = tail === pageSize ? Infinity : tail - (read.size % pageSize);
	if (missing <= 0) return;
	let before: unknown;
	for await (const rows of numberedPages(context, request, Infinity, pageSize)) {
		const items = [...rows];
		// The service ignores page numbers.
		if (items.length === 0 || items[0].id === before) return;
		before = items[0].id;
		const others = unread(items, read);
		if (others.length > 0) yield others;
		missing -= others.length;
		if (missing <= 0) return;
	}
}

/** The number of items of a page; 0 if the service does not tell. */
async function lengthOf(
	context: ApiContext,
	request: ListRequest,
	page: PageNumber,
): Promise<number> {
	try {
		return (await fetchPage(context, request, { ...page }, page.pageSize)).result.length;
	} catch (thrown) {
		// The list does not depend on it.
		if (thrown instanceof ApiError) return 0;
		throw asError(thrown);
	}
}

async function* pagesAfterCursors(
	context: ApiContext,
	request: ListRequest,
	max: number,
	maxPageSize: number,
): AsyncGenerator<Page> {
	const pageSize = Math.min(max, maxPageSize);
	const { result: first } = await fetchItems(context, request, { pageSize }, pageSize);
	yield first;
	if (first.length < pageSize) return;
	// The second page is read by cursor too: few lists are longer.
	const second = await pageAfter(context, request, pageSize, first);
	yield second.items;
	if (second.isLast) return;
	let last: Page | undefined = second.items;
	const order = orderOf([...first, ...last]);
	if (order && (await hasRoomFor(context, request.path, MIN_ROOM))) {
		const expected = Math.min(max, (await countOf(context, request)) + 1);
		last = yield* pagesAhead(context, request, { pageSize, expected, order, tail: last });
	}
	while (last) {
		const { items, isLast } = await pageAfter(context, request, pageSize, last);
		yield items;
		last = isLast ? undefined : items;
	}
}

/** How many items a list has, so that no pages beyond its end are read ahead; Infinity where the service does not tell. */
async function countOf(context: ApiContext, { countPath, query }: ListRequest): Promise<number> {
	if (countPath === undefined) return Infinity;
	try {
		const count = await apiRequest(context, { method: 'GET', path: countPath, query });
		return typeof count === 'number' ? count : Infinity;
	} catch {
		// The list does not depend on it.
		return Infinity;
	}
}

/** As `fetchPage`, with the items parsed: they are looked at several times. */
async function fetchItems(...page: Parameters<typeof fetchPage>): Promise<Numbered<Page>> {
	const read = await fetchPage(...page);
	const pause = pauses();
	const result: Page = [];
	for (const item of read.result) {
		result.push(item);
		await pause();
	}
	return { ...read, result };
}

/**
 * The page after the last of these items that still exists: the service rejects the ID of a deleted one.
 *
 * @throws UserError if it has no other items, although the list goes on
 */
async function pageAfter(
	context: ApiContext,
	request: ListRequest,
	pageSize: number,
	known: Page,
): Promise<{ items: Page; isLast: boolean }> {
	const ids = new Set(known.map(({ id }) => id));
	for (let index = known.length - 1; ; index--) {
		const query = { pageSize, startingAfter: known[index].id };
		try {
			const { result } = await fetchItems(context, request, query, pageSize);
			const items = result.filter(({ id }) => !ids.has(id));
			const isLast = result.length < pageSize;
			if (items.length === 0 && !isLast) throw endlessListError();
			return { items, isLast };
		} catch (thrown) {
			if (index === 0 || !isBadQuery(thrown)) throw asError(thrown);
		}
	}
}

/** Pages read ahead. */
const WIDTH = { first: 8, max: 16 };

/** Items of the longest list that can be read. */
const MAX_ITEMS = 1_000_000;

/** Whether one ID comes before another one in a list. */
type Order = (a: IDataObject, b: IDataObject) => boolean;

interface Start {
	pageSize: number;
	/** Items that the list is expected to have, one more than it has by the service's count. */
	expected: number;
	order: Order;
	/** The last items that were read, two pages from the beginning. */
	tail: Page;
}

/**
 * Pages by number, in parallel. Items that are created, deleted, or moved meanwhile shift the pages. Each page therefore
 * has a page size that makes it overlap with the previous page. A page is a part of the list at one moment, without gaps:
 * if it has an item that is not after the last one read, the rest is what the cursor would return. Otherwise, the cursor
 * is followed until it reaches the page.
 *
 * Example: of a list, newest first, two pages of ten are read, up to item 20. The next one is page 3 of nine: items 19 to
 * 27. If one item is created meanwhile, it has items 18 to 26: item 20 is among them, so items 21 to 26 are next. If two
 * are deleted, it has items 21 to 29: what comes after item 20 is not proven, so the cursor is followed.
 *
 * @returns the last items read if the list goes on after them; undefined at the end of the list
 */
async function* pagesAhead(
	context: ApiContext,
	request: ListRequest,
	{ pageSize: maxPageSize, expected, order, tail }: Start,
): AsyncGenerator<Page, Page | undefined> {
	const plan = plannedPages(2 * maxPageSize, maxPageSize, Math.min(expected, MAX_ITEMS));
	const fetch = async (
		number: number,
		cancel: AbortSignal,
	): Promise<Numbered<{ items: Page; isLast: boolean } | undefined>> => {
		const nothing = { result: undefined, wasRetried: false, isFull: false };
		if (number > plan.length) return nothing;
		const { page, pageSize } = plan[number - 1];
		try {
			const read = await fetchItems(context, request, { page, pageSize }, pageSize, cancel);
			return { ...read, result: { items: read.result, isLast: read.result.length < pageSize } };
		} catch (thrown) {
			if (isBadQuery(thrown)) return nothing;
			throw asError(thrown);
		}
	};
	let last = tail;
	for await (const page of readAhead(fetch, plan.length, WIDTH)) {
		// The list is longer than expected, or the service does not take page numbers, or sorts such pages differently.
		if (!page || !isInOrder(page.items, order)) return last;
		const isAfter = (item: IDataObject) => order(last[last.length - 1], item);
		while (page.items.every(isAfter)) {
			const { items, isLast } = await pageAfter(context, request, maxPageSize, last);
			yield items;
			if (isLast) return undefined;
			if (!isInOrder([...last.slice(-1), ...items], order)) return items;
			last = items;
		}
		const known = new Set(last.map(({ id }) => id));
		// Items joined the list, it is not in this order everywhere, or the service ignores page numbers.
		if (!page.items.every((item) => isAfter(item) || known.has(item.id))) return last;
		const next = page.items.filter(isAfter);
		if (next.length > 0) yield next;
		last = [...last, ...next].slice(-maxPageSize);
		if (page.isLast) return undefined;
	}
	return last;
}

/** Pages up to an item of a list, each of which repeats the last item of the one before, if small pages can. */
function plannedPages(read: number, maxPageSize: number, expected: number): PageNumber[] {
	const pages: PageNumber[] = [];
	for (let end = read, begin = 0; begin < end && end < expected;) {
		const next = pageOf(end - 1, maxPageSize);
		pages.push(next);
		begin = end;
		end = next.page * next.pageSize;
	}
	return pages;
}

/** The order of a list by ID; undefined if it has none. */
function orderOf(items: Page): Order | undefined {
	const orders: Order[] = [
		(a, b) => String(a.id) > String(b.id),
		(a, b) => String(a.id) < String(b.id),
	];
	return orders.find((order) => isInOrder(items, order));
}

function isInOrder(items: Page, order: Order): boolean {
	return items.every((item, index) => index === 0 || order(items[index - 1], item));
}
