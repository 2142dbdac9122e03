import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { eventId, eventTime } from '../../actions/event/output';
import { apiResponse, asList } from '../../transport/request';
import type { PageRead, PageRequest } from './cursor';

/** The kinds of events that can be polled, by the names of their webhook events. */
export const KINDS = {
	'link.clicked': 'clicks',
	'lead.created': 'leads',
	'sale.created': 'sales',
} as const;

export type Kind = (typeof KINDS)[keyof typeof KINDS];

/** The service has no earlier events, and rejects earlier dates. */
const FIRST_DAY = Date.UTC(2022, 8, 22);

export const NEEDS = { plan: 'Business' as const, scope: 'analytics.read' };

/** @param query with the kind as `event` */
export async function readPage(
	context: IPollFunctions,
	query: IDataObject,
	{ start = 0, ...page }: PageRequest,
): Promise<PageRead<IDataObject>> {
	const window = start > FIRST_DAY ? { start: new Date(start).toISOString() } : { interval: 'all' };
	const before = Date.now();
	const request = {
		method: 'GET',
		path: '/events',
		query: { ...query, ...page, ...window },
		needs: NEEDS,
	} as const;
	const { body, headers } = await apiResponse.call(context, request);
	// The service read the list before it dated the response.
	const serverTime = Date.parse(String(headers.date)) - (Date.now() - before);
	return {
		entries: asList(body, request).map((item) => ({
			id: eventId(item),
			time: eventTime(item).getTime(),
			item,
		})),
		...(!Number.isNaN(serverTime) && { serverTime }),
	};
}
