import { UserError, type IDataObject } from 'n8n-workflow';
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
	const { body, repetitions } = await apiResponse.call(this, {
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
	return { result: items, smooth: repetitions === 0, full: items.length >= full };
}

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

/**
 * Reads pages until `most` items are there.
 *
 * @param pick what becomes of an item; undefined leaves it out
 */
export async function collect(
	pages: AsyncIterable<Page>,
	most: number,
	pick: (item: IDataObject) => IDataObject | undefined = (item) => item,
): Promise<Page> {
	const items: Page = [];
	for await (const page of pages) {
		for (const item of page) {
			if (items.length === most) return items;
			const picked = pick(item);
			if (picked !== undefined) items.push(picked);
		}
		if (items.length === most) return items;
	}
	return items;
}

/** Whether the service refused the query itself. */
export function isBadQuery(thrown: unknown): boolean {
	return thrown instanceof RefusedRequest && [400, 422].includes(thrown.refusal.status ?? 0);
}
