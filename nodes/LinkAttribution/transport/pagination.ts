import { UserError, type IDataObject } from 'n8n-workflow';
import { apiRequest, type ApiContext, type ApiRequest } from './request';

type ListRequest = Omit<ApiRequest, 'method' | 'body'>;
type Page = IDataObject[];

async function fetchPage(
	this: ApiContext,
	request: ListRequest,
	query: IDataObject,
): Promise<Page> {
	const page = await apiRequest.call(this, {
		...request,
		method: 'GET',
		query: { ...request.query, ...query },
	});
	if (!Array.isArray(page)) {
		throw new UserError(
			`The service answered GET ${request.path} with something that is not a list.`,
		);
	}
	return page as Page;
}

/** Lists with `page` and `pageSize`: a page that is not full is the last one. */
export async function* numberedPages(
	this: ApiContext,
	request: ListRequest,
	pageSize: number,
): AsyncGenerator<Page> {
	for (let page = 1; ; page++) {
		const items = await fetchPage.call(this, request, { page, pageSize });
		yield items;
		if (items.length < pageSize) return;
	}
}

/**
 * Lists with `startingAfter`, whose cursor is the ID of the last item.
 *
 * @throws UserError when the service gives the same cursor again, which would never end
 */
export async function* cursorPages(
	this: ApiContext,
	request: ListRequest,
	pageSize: number,
): AsyncGenerator<Page> {
	const seen = new Set<unknown>();
	let startingAfter: unknown;
	for (;;) {
		const items = await fetchPage.call(this, request, {
			pageSize,
			...(startingAfter === undefined ? {} : { startingAfter: String(startingAfter) }),
		});
		yield items;
		if (items.length < pageSize) return;
		startingAfter = items.at(-1)?.id;
		if (startingAfter === undefined || seen.has(startingAfter)) {
			throw new UserError(
				`The list of ${request.path} does not go on after ${String(startingAfter)}.`,
			);
		}
		seen.add(startingAfter);
	}
}

export const MOST_EVENTS_PER_PAGE = 1000;

/** Empty pages of the greatest size in a row after which an event list counts as read to its end. */
const EMPTY_PAGES_AT_END = 2;

/**
 * The event list, with `page` and `limit`. The service takes events of deleted links out of a page after it was cut, so
 * a page can be short, even empty, while later ones still hold events. After an empty page it goes on with the largest
 * ones, to get past many such events; that, and new events, can bring an event twice.
 */
export async function* eventPages(
	this: ApiContext,
	request: ListRequest,
	firstLimit: number,
): AsyncGenerator<Page> {
	let limit = firstLimit;
	let empty = 0;
	for (let page = 1; empty < EMPTY_PAGES_AT_END; page++) {
		const items = await fetchPage.call(this, request, { page, limit });
		yield items;
		if (items.length > 0) {
			empty = 0;
		} else if (limit < MOST_EVENTS_PER_PAGE) {
			page = Math.floor((page * limit) / MOST_EVENTS_PER_PAGE);
			limit = MOST_EVENTS_PER_PAGE;
		} else {
			empty++;
		}
	}
}

/** Reads pages until `most` items are there that `keep` lets through. */
export async function collect(
	pages: AsyncIterable<Page>,
	most: number,
	keep: (item: IDataObject) => boolean = () => true,
): Promise<Page> {
	const items: Page = [];
	for await (const page of pages) {
		for (const item of page) {
			if (items.length === most) return items;
			if (keep(item)) items.push(item);
		}
		if (items.length === most) return items;
	}
	return items;
}
