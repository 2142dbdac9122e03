import type { IDataObject } from 'n8n-workflow';
import { pauses } from '../input/pauses';
import { asError } from '../input/unknown';
import { endlessListError, fetchPage, isBadQuery, type ListRequest, type Page } from './pages';
import { pageOf, type PageNumber } from './pageOf';
import { readAhead, type Numbered } from './readAhead';
import { apiRequest, hasRoomFor } from './request';
import type { ApiContext } from './types';

/** Requests that must fit into the rate limit for pages to be read ahead, as some are beyond the end of the list. */
const MIN_ROOM = 32;

/**
 * Lists with `startingAfter`, whose cursor is the ID of the last item. A cursor is known only with the page before it, so
 * if the rate limit has room, pages are read ahead by number, each as far back as to prove what the cursor would return.
 *
 * @param max items that will be read; no page beyond them is requested
 * @throws UserError if the service returns the same cursor again, so that the list would never end
 */
export async function* cursorPages(
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
	yield without(first, second);
	if (second.length < pageSize) return;
	let last: Page | undefined = second;
	const order = orderOf([...first, ...without(first, second)]);
	if (order && (await hasRoomFor(context, request.path, MIN_ROOM))) {
		const expected = Math.min(max, (await countOf(context, request)) + 1);
		last = yield* pagesAhead(context, request, { pageSize, expected, order, tail: second });
	}
	if (last) yield* pagesAfter(context, request, pageSize, last);
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

function without(known: Page, items: Page): Page {
	const ids = new Set(known.map(({ id }) => id));
	return items.filter(({ id }) => !ids.has(id));
}

/** One page after the other, each by the cursor from the one before. */
async function* pagesAfter(
	context: ApiContext,
	request: ListRequest,
	pageSize: number,
	page: Page,
): AsyncGenerator<Page> {
	const seen = new Set<unknown>();
	for (let last = page; ;) {
		const cursor = last.at(-1)?.id;
		if (cursor === undefined || seen.has(cursor)) throw endlessListError();
		seen.add(cursor);
		const next = await pageAfter(context, request, pageSize, last);
		yield without(last, next);
		if (next.length < pageSize) return;
		last = next;
	}
}

/** The page after the last of these items that still exists: the service rejects the ID of a deleted one. */
async function pageAfter(
	context: ApiContext,
	request: ListRequest,
	pageSize: number,
	items: Page,
): Promise<Page> {
	for (let index = items.length - 1; ; index--) {
		const startingAfter = items[index].id;
		try {
			const query = { pageSize, startingAfter };
			return (await fetchItems(context, request, query, pageSize)).result;
		} catch (thrown) {
			if (index === 0 || !isBadQuery(thrown)) throw asError(thrown);
		}
	}
}

/** Pages read ahead. */
const WIDTH = { first: 8, max: 16 };

/** Items up to which a list is planned by its count: it is as long as any list can be read. */
const MAX_PLANNED = 1_000_000;

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
 * @returns the last items read if the list goes on after them; undefined at the end of the list
 */
async function* pagesAhead(
	context: ApiContext,
	request: ListRequest,
	{ pageSize: maxPageSize, expected, order, tail }: Start,
): AsyncGenerator<Page, Page | undefined> {
	const numbers = pageNumbers(2 * maxPageSize, maxPageSize);
	const planned: PlannedPage[] = [];
	const plan = (number: number): PlannedPage => {
		while (planned.length < number) planned.push(numbers.next().value);
		return planned[number - 1];
	};
	let needed = expected > MAX_PLANNED ? Infinity : 1;
	while (needed < Infinity && plan(needed).end < expected) needed++;
	const fetch = async (
		number: number,
		cancel: AbortSignal,
	): Promise<Numbered<{ items: Page; isLast: boolean } | undefined>> => {
		const { page, pageSize } = plan(number);
		try {
			const read = await fetchItems(context, request, { page, pageSize }, pageSize, cancel);
			return { ...read, result: { items: read.result, isLast: read.result.length < pageSize } };
		} catch (thrown) {
			if (isBadQuery(thrown)) return { result: undefined, wasRetried: false, isFull: false };
			throw asError(thrown);
		}
	};
	let last = tail;
	for await (const page of readAhead(fetch, needed, WIDTH)) {
		// The service does not take page numbers, or sorts such pages differently.
		if (!page || !isInOrder(page.items, order)) return last;
		const { items, isLast } = page;
		const isAfter = (item: IDataObject) => order(last[last.length - 1], item);
		while (items.every(isAfter)) {
			const bridge = await pageAfter(context, request, maxPageSize, last);
			const next = without(last, bridge);
			yield next;
			if (bridge.length < maxPageSize) return undefined;
			if (next.length === 0) throw endlessListError();
			if (!isInOrder([...last.slice(-1), ...next], order)) return bridge;
			last = bridge;
		}
		const next = items.filter(isAfter);
		if (next.length > 0) yield next;
		last = [...last, ...next].slice(-maxPageSize);
		if (isLast) return undefined;
		// Many items were created, or the service ignores page numbers.
		if (next.length === 0) return last;
	}
	return last;
}

interface PlannedPage extends PageNumber {
	/** Items of the list up to the end of the page. */
	end: number;
}

/** Pages that repeat at least the last item of the one before. */
function* pageNumbers(read: number, maxPageSize: number): Generator<PlannedPage, never> {
	for (let end = read; ;) {
		const next = pageOf(end - 1, maxPageSize);
		end = next.page * next.pageSize;
		yield { ...next, end };
	}
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
