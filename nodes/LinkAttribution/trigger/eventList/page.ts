import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { eventId, eventTime } from '../../actions/event/output';
import { FIRST_DAY } from '../../actions/event/period';
import { asList } from '../../transport/expected';
import { apiResponse } from '../../transport/request';

/** The kinds of events in the list, by the names of their webhook events. */
export const KINDS = {
	'link.clicked': 'clicks',
	'lead.created': 'leads',
	'sale.created': 'sales',
} as const;

export type Kind = (typeof KINDS)[keyof typeof KINDS];

/** An event of the list. */
export interface Entry<Item> {
	id: string;
	/** Epoch milliseconds. */
	time: number;
	item: Item;
}

export interface PageRequest {
	/** Epoch milliseconds, possibly before the service's first day. Absent for all time. */
	start?: number;
	sortOrder: 'asc' | 'desc';
	/** The first is 1. */
	page: number;
	limit: number;
}

export interface PageRead<Item> {
	entries: Array<Entry<Item>>;
	/** The service's clock before it read the list, epoch milliseconds, if it sent one. */
	serverTime?: number;
	/** The same if `serverTime` is an earlier one, until which events are read. */
	clock?: number;
}

/** @param query with the kind as `event` */
export async function readPage(
	context: IPollFunctions,
	query: IDataObject,
	{ start = 0, ...page }: PageRequest,
): Promise<PageRead<IDataObject>> {
	const window = start > FIRST_DAY ? { start: new Date(start).toISOString() } : { interval: 'all' };
	const before = performance.now();
	const request = {
		method: 'GET',
		path: '/events',
		query: { ...query, ...page, ...window },
	} as const;
	const { body, headers } = await apiResponse(context, request);
	// The service read the list before it dated the response.
	const serverTime = Date.parse(String(headers.date)) - Math.round(performance.now() - before);
	return {
		entries: asList(body, request).map((item) => ({
			id: eventId(item),
			time: eventTime(item).getTime(),
			item,
		})),
		...(!Number.isNaN(serverTime) && { serverTime }),
	};
}

/** An event can be dated in the future by mistake, so the service's clock is the maximum. */
export function newestOf(rows: Array<Entry<unknown>>, latest = Infinity): number | undefined {
	if (rows.length === 0) return undefined;
	return Math.min(latest, Math.max(...rows.map(({ time }) => time)));
}
