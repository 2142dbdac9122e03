import { UserError, type IDataObject } from 'n8n-workflow';
import { at } from './unknown';
import { RefusedRequest } from './errors';
import { readAhead, type Numbered } from './readAhead';
import { apiResponse, type ApiContext, type ApiRequest } from './request';

export type ListRequest = Omit<ApiRequest, 'method' | 'body'>;
export type Page = IDataObject[];

/** @param full from how many items on more pages are likely */
export async function fetchPage(
	this: ApiContext,
	request: ListRequest,
	query: IDataObject,
	full: number,
	signal?: AbortSignal,
): Promise<Numbered<Page>> {
	const { body, repetitions, size } = await apiResponse.call(this, {
		...request,
		method: 'GET',
		query: { ...request.query, ...query },
		signal,
	});
	if (!Array.isArray(body)) {
		throw new UserError(
			`The service answered GET ${request.path} with something that is not a list.`,
		);
	}
	const items = body as Page;
	// Large pages are read one at a time, as those that are read ahead are in memory together.
	const isFull = items.length >= full && size < LARGE_PAGE;
	return { result: items, smooth: repetitions === 0, full: isFull };
}

/** Bytes. */
const LARGE_PAGE = 16 * 1024 * 1024;

/**
 * Lists with `page` and `pageSize`: a page that is not full is the last one.
 *
 * @param most items that will be read, so that no page beyond them is asked for
 */
export async function* numberedPages(
	this: ApiContext,
	request: ListRequest,
	most: number,
	maxPageSize: number,
): AsyncGenerator<Page> {
	const pageSize = Math.min(most, maxPageSize);
	const pages = readAhead(
		async (page, signal) =>
			await fetchPage.call(this, request, { page, pageSize }, pageSize, signal),
		Math.ceil(most / pageSize),
	);
	for await (const items of pages) {
		yield items;
		if (items.length < pageSize) return;
	}
}

export const MOST_EVENTS_PER_PAGE = 1000;

/** The share of a page that shows that there are more events, though some were taken out. */
const FILLED = 0.5;

/** Empty pages of the greatest size in a row after which an event list counts as read to its end. */
const EMPTY_PAGES_AT_END = 2;

/**
 * The event list, with `page` and `limit`. The service takes events of deleted links out of a page after it was cut, so
 * a page can be short, even empty, while later ones still hold events. After an empty page it goes on with the largest
 * ones, to get past many such events; that, and new events, can bring an event twice.
 *
 * @param most events that will be read, so that no page beyond them is asked for unless pages are short
 */
export async function* eventPages(
	this: ApiContext,
	request: ListRequest,
	limit: number,
	most = Infinity,
): AsyncGenerator<Page> {
	const pagesOf = (size: number, skipped: number) =>
		readAhead(
			async (number, signal) =>
				await fetchPage.call(
					this,
					request,
					{ page: skipped + number, limit: size },
					size * FILLED,
					signal,
				),
			Math.ceil(most / size),
		);
	let read = 0;
	if (limit < MOST_EVENTS_PER_PAGE) {
		for await (const items of pagesOf(limit, 0)) {
			read += limit;
			yield items;
			if (items.length === 0) break;
		}
	}
	let empty = 0;
	const skipped = Math.floor(read / MOST_EVENTS_PER_PAGE);
	for await (const items of pagesOf(MOST_EVENTS_PER_PAGE, skipped)) {
		yield items;
		empty = items.length === 0 ? empty + 1 : 0;
		if (empty === EMPTY_PAGES_AT_END) return;
	}
}

/** A list of a million items with 100 on a page has as many. */
const MAX_PAGES = 10_000;

/** Many items that are created at the same moment can shift a page onto the next one, so that it comes twice. */
const MAX_REPEATED_PAGES = 3;

/**
 * Passes pages on for as long as the list makes progress.
 *
 * @throws UserError when it would never end: it repeats its items, or goes on beyond any real list
 */
export async function* endingPages(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
	const seen = new Set<unknown>();
	let count = 0;
	let repeated = 0;
	for await (const page of pages) {
		if (++count > MAX_PAGES) {
			throw new UserError(`The list has more than ${MAX_PAGES.toLocaleString('en-US')} pages`, {
				description:
					"Narrow the filters. If the list should be short, check the 'Base URL' of the credential.",
			});
		}
		const known = seen.size;
		for (const item of page) seen.add(idOf(item) ?? item);
		repeated = page.length > 0 && seen.size === known ? repeated + 1 : 0;
		if (repeated === MAX_REPEATED_PAGES) throw endlessList();
		yield page;
	}
}

/** Of an event, that of the conversion, or else of the click. */
function idOf(item: IDataObject): unknown {
	return at(item, 'id') ?? at(item, 'eventId') ?? at(at(item, 'click'), 'id');
}

export function endlessList(): UserError {
	return new UserError('The service returns the same items on every page, so the list never ends', {
		description: "Check the 'Base URL' of the credential, and that its server supports pages.",
	});
}

/** Bytes that the items of one list may take. */
const MAX_LIST_SIZE = 1024 ** 3;

/**
 * Reads pages until `most` items are there.
 *
 * @param pick what becomes of an item; undefined leaves it out
 * @throws UserError when the list does not end, or does not fit into memory
 */
export async function collect(
	pages: AsyncIterable<Page>,
	most: number,
	pick: (item: IDataObject) => IDataObject | undefined = (item) => item,
): Promise<Page> {
	const items: Page = [];
	let size = 0;
	for await (const page of endingPages(pages)) {
		for (const item of page) {
			if (items.length === most) return items;
			const picked = pick(item);
			if (picked === undefined) continue;
			items.push(picked);
			size += sizeOf(picked);
		}
		if (size > MAX_LIST_SIZE) {
			throw new UserError('The items of this list are larger than 1 GB together', {
				description: "Narrow the filters, or set a smaller 'Limit'.",
			});
		}
		if (items.length === most) return items;
	}
	return items;
}

/** Bytes that a value takes in memory, roughly. */
function sizeOf(value: unknown): number {
	let size = 0;
	const open = [value];
	while (open.length > 0) {
		const next = open.pop();
		if (typeof next === 'string') size += next.length;
		size += 16;
		if (typeof next === 'object' && next !== null) {
			size += 64;
			for (const value of Object.values(next)) open.push(value);
		}
	}
	return size;
}

/** Whether the service refused the query itself. */
export function isBadQuery(thrown: unknown): boolean {
	return thrown instanceof RefusedRequest && [400, 422].includes(thrown.refusal.status ?? 0);
}
