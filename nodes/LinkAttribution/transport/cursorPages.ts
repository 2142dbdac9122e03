import type { IDataObject } from 'n8n-workflow';
import { asError } from './unknown';
import { endlessListError, fetchPage, isBadQuery, type ListRequest, type Page } from './pages';
import { readAhead, type Numbered } from './readAhead';
import { hasRoomFor } from './request';
import type { ApiContext } from './types';

/** Requests that must fit into the rate limit for pages to be read ahead, which takes two for each. */
const MIN_ROOM = 100;

/**
 * Lists with `startingAfter`, whose cursor is the ID of the last item. A cursor is known only with the page before it, so
 * if the rate limit has room, pages are read ahead by number, and each is used only once it is proven to be the page that
 * the cursor leads to.
 *
 * @param max items that will be read; no page beyond them is requested
 * @throws UserError if the service returns the same cursor again, so that the list would never end
 */
export async function* cursorPages(
	this: ApiContext,
	request: ListRequest,
	max: number,
	maxPageSize: number,
): AsyncGenerator<Page> {
	const pageSize = Math.min(max, maxPageSize);
	const { result: first } = await fetchPage.call(this, request, { pageSize }, pageSize);
	yield first;
	if (first.length < pageSize) return;
	// The second page is read by cursor too: few lists are longer, and reading ahead takes more requests.
	const second = await pageAfter.call(this, request, pageSize, first);
	yield without(first, second);
	if (second.length < pageSize) return;
	let last: Page | undefined = second;
	if (await hasRoomFor.call(this, request.path, MIN_ROOM)) {
		last = yield* pagesAhead.call(this, request, pageSize, max, second);
	}
	if (last) yield* pagesAfter.call(this, request, pageSize, last);
}

function without(known: Page, items: Page): Page {
	const ids = new Set(known.map(({ id }) => id));
	return items.filter(({ id }) => !ids.has(id));
}

/** One page after the other, each by the cursor from the one before. */
async function* pagesAfter(
	this: ApiContext,
	request: ListRequest,
	pageSize: number,
	page: Page,
): AsyncGenerator<Page> {
	const seen = new Set<unknown>();
	for (let last = page; ;) {
		const cursor = last.at(-1)?.id;
		if (cursor === undefined || seen.has(cursor)) throw endlessListError();
		seen.add(cursor);
		const next = await pageAfter.call(this, request, pageSize, last);
		yield without(last, next);
		if (next.length < pageSize) return;
		last = next;
	}
}

/** The page after the last of these items that still exists: the service rejects the ID of a deleted one. */
async function pageAfter(
	this: ApiContext,
	request: ListRequest,
	pageSize: number,
	items: Page,
): Promise<Page> {
	for (let index = items.length - 1; ; index--) {
		const startingAfter = items[index].id;
		try {
			const query = { pageSize, startingAfter };
			return (await fetchPage.call(this, request, query, pageSize)).result;
		} catch (thrown) {
			if (index === 0 || !isBadQuery(thrown)) throw asError(thrown);
		}
	}
}

/** Pages read ahead: many, as each takes a second request to prove. */
const WIDTH = { first: 16, max: 32 };

interface Ahead {
	items: Page;
	/** The item after the last one by cursor, as a page of at max one; undefined if it could not be read. */
	follower?: Promise<Page | undefined>;
}

/**
 * Pages by number, in parallel. Items that are created or deleted meanwhile shift the pages, so a page can repeat items
 * or miss some. A page is proven to follow the one before if it contains its last item, or if the cursor after that item
 * leads to the first item of the page, and if both are sorted by ID.
 *
 * @returns the last proven page if the list goes on after it; undefined at the end of the list
 */
async function* pagesAhead(
	this: ApiContext,
	request: ListRequest,
	pageSize: number,
	max: number,
	second: Page,
): AsyncGenerator<Page, Page | undefined> {
	const controller = new AbortController();
	const { signal } = controller;
	const lastPage = Math.ceil(max / pageSize);
	const withFollower = (items: Page, page: number): Ahead => {
		const hasNext = items.length === pageSize && page < lastPage;
		const follower = hasNext ? followerOf.call(this, request, items, signal) : undefined;
		return { items, follower };
	};
	const fetch = async (page: number, cancel: AbortSignal): Promise<Numbered<Ahead | undefined>> => {
		try {
			const read = await fetchPage.call(this, request, { page, pageSize }, pageSize, cancel);
			return { ...read, result: withFollower(read.result, page) };
		} catch (thrown) {
			if (isBadQuery(thrown)) return { result: undefined, wasRetried: false, isFull: false };
			throw asError(thrown);
		}
	};
	let before = withFollower(second, 2);
	let page = 3;
	try {
		for (let shifted = false; ;) {
			const firstPage = page;
			const pages = readAhead(
				async (number, cancel) => await fetch(firstPage + number - 1, cancel),
				lastPage - firstPage + 1,
				WIDTH,
			);
			for await (const ahead of pages) {
				if (!ahead) break;
				const next = await continuation(before, ahead.items);
				// A full page without anything new: many items were created, or the service ignores page numbers.
				if (!next || (next.length === 0 && ahead.items.length === pageSize)) break;
				shifted = false;
				page++;
				if (next.length > 0) yield next;
				if (ahead.items.length < pageSize) return undefined;
				before = ahead;
			}
			// After a deletion the next items are on the page before; a larger shift is not followed.
			if (shifted) return before.items;
			shifted = true;
			page--;
		}
	} finally {
		controller.abort();
	}
}

async function followerOf(
	this: ApiContext,
	request: ListRequest,
	items: Page,
	signal: AbortSignal,
): Promise<Page | undefined> {
	const startingAfter = items.at(-1)?.id;
	if (startingAfter === undefined) return undefined;
	try {
		const query = { startingAfter, pageSize: 1 };
		return (await fetchPage.call(this, request, query, 1, signal)).result;
	} catch {
		// The page is then not proven, and reading on by cursor shows the problem.
		return undefined;
	}
}

/** The items of a page after those of the page before; undefined if it is not proven that none lie between them. */
async function continuation(before: Ahead, items: Page): Promise<Page | undefined> {
	const last = before.items.at(-1);
	const overlap = items.findIndex(({ id }) => id === last?.id);
	const next = items.slice(overlap + 1);
	if (!isSorted([...before.items.slice(0, 1), last ?? {}, ...next])) return undefined;
	if (overlap >= 0) return next;
	const follower = await before.follower;
	return follower && follower[0]?.id === next[0]?.id ? next : undefined;
}

/** Whether IDs are in ascending or in descending order. */
function isSorted(items: IDataObject[]): boolean {
	const ids = items.map(({ id }) => String(id));
	const falling = ids[0] > ids[1];
	return ids.every((id, index) => {
		const previous = ids[index - 1];
		return previous === undefined || (falling ? previous > id : previous < id);
	});
}
