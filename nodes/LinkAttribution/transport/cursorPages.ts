import type { IDataObject } from 'n8n-workflow';
import { asError } from './unknown';
import { endlessList, fetchPage, isBadQuery, type ListRequest, type Page } from './pagination';
import { readAhead, type Numbered } from './readAhead';
import { hasRoomFor, type ApiContext } from './request';

/** More requests than a list read in parallel needs at most before its rate limit is looked at again. */
const AMPLE = 100;

/**
 * Lists with `startingAfter`, whose cursor is the ID of the last item. A cursor is known only when the page before has
 * come, so as long as the rate limit leaves room pages are read ahead by their number, and each one is used only once it
 * is proven to be what the cursor would have given.
 *
 * @param most items that will be read, so that no page beyond them is asked for
 * @throws UserError when the service gives the same cursor again, which would never end
 */
export async function* cursorPages(
	this: ApiContext,
	request: ListRequest,
	most: number,
	maxPageSize: number,
): AsyncGenerator<Page> {
	const pageSize = Math.min(most, maxPageSize);
	const { result: first } = await fetchPage.call(this, request, { pageSize }, pageSize);
	yield first;
	if (first.length < pageSize) return;
	// The second one too is read by the cursor, as most lists end there, and what is read ahead needs more requests.
	const second = await pageAfter.call(this, request, pageSize, first);
	yield without(first, second);
	if (second.length < pageSize) return;
	let last: Page | undefined = second;
	if (await hasRoomFor.call(this, request.path, AMPLE)) {
		last = yield* pagesAhead.call(this, request, pageSize, most, second);
	}
	if (last) yield* pagesAfter.call(this, request, pageSize, last);
}

function without(known: Page, items: Page): Page {
	const ids = new Set(known.map(({ id }) => id));
	return items.filter(({ id }) => !ids.has(id));
}

/** One page after the other, each with the cursor that the one before gave. */
async function* pagesAfter(
	this: ApiContext,
	request: ListRequest,
	pageSize: number,
	page: Page,
): AsyncGenerator<Page> {
	const seen = new Set<unknown>();
	for (let last = page; ;) {
		const cursor = last.at(-1)?.id;
		if (cursor === undefined || seen.has(cursor)) throw endlessList();
		seen.add(cursor);
		const next = await pageAfter.call(this, request, pageSize, last);
		yield without(last, next);
		if (next.length < pageSize) return;
		last = next;
	}
}

/** The page after the last of these items that still exists: the service knows no cursor that was deleted. */
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

/** How many pages are asked for ahead: many, as each one takes a second request before it is proven. */
const AFTER_TWO_FULL_PAGES = { first: 16, most: 32 };

interface Ahead {
	items: Page;
	/** What the cursor gives after the last item: a page of at most one; undefined when that cannot be told. */
	follower?: Promise<Page | undefined>;
}

/**
 * Pages by number, in parallel. Items that are created or deleted meanwhile shift the pages, so that by itself a page
 * could repeat items, or leave some out. A page follows the one before for certain when it holds its last item, or when
 * the cursor after that item leads to the first one of the page; provided both are sorted by ID.
 *
 * @returns the last page that was proven when the list goes on but not so; undefined at the end of the list
 */
async function* pagesAhead(
	this: ApiContext,
	request: ListRequest,
	pageSize: number,
	most: number,
	second: Page,
): AsyncGenerator<Page, Page | undefined> {
	const controller = new AbortController();
	const { signal } = controller;
	const lastPage = Math.ceil(most / pageSize);
	const withFollower = (items: Page, page: number): Ahead => {
		const goesOn = items.length === pageSize && page < lastPage;
		const follower = goesOn ? followerOf.call(this, request, items, signal) : undefined;
		return { items, follower };
	};
	const fetch = async (page: number, cancel: AbortSignal): Promise<Numbered<Ahead | undefined>> => {
		try {
			const read = await fetchPage.call(this, request, { page, pageSize }, pageSize, cancel);
			return { ...read, result: withFollower(read.result, page) };
		} catch (thrown) {
			if (isBadQuery(thrown)) return { result: undefined, smooth: true, full: false };
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
				AFTER_TWO_FULL_PAGES,
			);
			for await (const ahead of pages) {
				if (!ahead) break;
				const next = await continuation(before, ahead.items);
				// A full page of nothing new: many links were created, or the service does not page at all.
				if (!next || (next.length === 0 && ahead.items.length === pageSize)) break;
				shifted = false;
				page++;
				if (next.length > 0) yield next;
				if (ahead.items.length < pageSize) return undefined;
				before = ahead;
			}
			// After a deletion what comes next is in the page before; more than one page cannot be found again.
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
		// Not proven, so the list is read on without it, which shows what is wrong.
		return undefined;
	}
}

/** What of a page comes after the one before; undefined when it is not proven that nothing lies between. */
async function continuation(before: Ahead, items: Page): Promise<Page | undefined> {
	const last = before.items.at(-1);
	const overlap = items.findIndex(({ id }) => id === last?.id);
	const next = items.slice(overlap + 1);
	if (!isSorted([...before.items.slice(0, 1), last ?? {}, ...next])) return undefined;
	if (overlap >= 0) return next;
	const follower = await before.follower;
	return follower && follower[0]?.id === next[0]?.id ? next : undefined;
}

/** Whether IDs only fall, or only rise. */
function isSorted(items: IDataObject[]): boolean {
	const ids = items.map(({ id }) => String(id));
	const falling = ids[0] > ids[1];
	return ids.every((id, index) => {
		const previous = ids[index - 1];
		return previous === undefined || (falling ? previous > id : previous < id);
	});
}
