import type { IDataObject } from 'n8n-workflow';
import { ApiError } from '../transport/apiError';
import { asRows } from '../transport/expected';
import { MEGABYTE } from '../transport/jsonList';
import { apiResponse } from '../transport/request';
import type { ApiContext, ApiRequest, Rows } from '../transport/types';
import { readAhead, type Numbered } from './readAhead';

export interface ListRequest extends Omit<ApiRequest, 'method' | 'body'> {
	/** Where the service counts what the same query lists. */
	countPath?: string;
}

export type Page = IDataObject[];

/** @param full number of items from which on more pages are likely */
export async function fetchPage(
	context: ApiContext,
	request: ListRequest,
	query: IDataObject,
	full: number,
	signal?: AbortSignal,
): Promise<Numbered<Rows>> {
	const pageRequest = {
		...request,
		method: 'GET' as const,
		query: { ...request.query, ...query },
		signal,
	};
	const { body, retries, size } = await apiResponse(context, pageRequest);
	const items = asRows(body, pageRequest);
	// Large pages are read one at a time: those that are read ahead are in memory together.
	const isFull = items.length >= full && size < LARGE_PAGE_BYTES;
	return { result: items, wasRetried: retries > 0, isFull };
}

const LARGE_PAGE_BYTES = 16 * MEGABYTE;

/** How often a list is read whose items change places. */
const MAX_PASSES = 3;

/**
 * Lists with `page` and `pageSize`: a page that is not full is the last one.
 *
 * Items that are equal in what a list is sorted by, e.g. partners without sales, can change places between two requests
 * (`ORDER BY` without the ID in `apps/web/lib/api/partners/get-partners.ts`): one that comes twice is in the place of
 * another one, which is looked for with pages of another size.
 *
 * @param max items that will be read; no page beyond them is requested
 */
export async function* numberedPages(
	context: ApiContext,
	request: ListRequest,
	max: number,
	maxPageSize: number,
): AsyncGenerator<Rows> {
	const pageSize = Math.min(max, maxPageSize);
	const read = new Set<unknown>();
	let rows = 0;
	for await (const items of pagesOfSize(context, request, max, pageSize)) {
		rows += items.length;
		yield noted(items, read);
	}
	for (let pass = 1; pass < MAX_PASSES && read.size < rows; pass++) {
		const smaller = Math.max(1, pageSize - pass);
		for await (const items of pagesOfSize(context, request, max, smaller)) {
			const others = unread(items, read);
			if (others.length > 0) yield others;
		}
	}
}

/** The items that were not read before; their IDs are added. */
export function unread(items: Iterable<IDataObject>, read: Set<unknown>): Page {
	return [...items].filter(({ id }) => id === undefined || read.size < read.add(id).size);
}

/** The same rows, whose IDs are noted when they are read. */
function noted(rows: Rows, ids: Set<unknown>): Rows {
	return {
		length: rows.length,
		*[Symbol.iterator]() {
			for (const item of rows) {
				ids.add(item.id ?? item);
				yield item;
			}
		},
	};
}

/** @param max as in `numberedPages` */
async function* pagesOfSize(
	context: ApiContext,
	request: ListRequest,
	max: number,
	pageSize: number,
): AsyncGenerator<Rows> {
	const pages = readAhead(
		async (page, signal) => await fetchPage(context, request, { page, pageSize }, pageSize, signal),
		Math.ceil(max / pageSize),
	);
	for await (const items of pages) {
		yield items;
		if (items.length < pageSize) return;
	}
}

export const MAX_EVENTS_PER_PAGE = 1000;

/** The share of a page from which on more events are likely, although some were dropped. */
const FILLED = 0.5;

/** Empty pages of the maximum size in a row after which an event list has ended. */
const EMPTY_PAGES_AT_END = 2;

/**
 * The event list, with `page` and `limit`. The service drops events of deleted links from a page, so a page can be
 * short, even empty, while later ones still have events. After an empty page, pages of the maximum size get past many
 * such events. That, and new events, can return an event twice.
 *
 * @param max events that will be read; no page beyond them is requested unless pages are short
 */
export async function* eventPages(
	context: ApiContext,
	request: ListRequest,
	limit: number,
	max = Infinity,
): AsyncGenerator<Rows> {
	const pagesOf = (size: number, skipped: number) =>
		readAhead(
			async (number, signal) =>
				await fetchPage(
					context,
					request,
					{ page: skipped + number, limit: size },
					size * FILLED,
					signal,
				),
			Math.ceil(max / size),
		);
	let read = 0;
	if (limit < MAX_EVENTS_PER_PAGE) {
		for await (const items of pagesOf(limit, 0)) {
			read += limit;
			yield items;
			if (items.length === 0) break;
		}
	}
	let empty = 0;
	const skipped = Math.floor(read / MAX_EVENTS_PER_PAGE);
	for await (const items of pagesOf(MAX_EVENTS_PER_PAGE, skipped)) {
		yield items;
		empty = items.length === 0 ? empty + 1 : 0;
		if (empty === EMPTY_PAGES_AT_END) return;
	}
}

/** Whether the service rejected the query itself. */
export function isBadQuery(thrown: unknown): boolean {
	return thrown instanceof ApiError && [400, 422].includes(thrown.failure.status ?? 0);
}
