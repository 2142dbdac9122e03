import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { eventId, eventTime } from '../../actions/event/output';
import { asError } from '../../transport/unknown';
import { apiResponse, asList } from '../../transport/request';
import {
	Cursor,
	SIZES,
	type CursorState,
	type Entry,
	type PageRead,
	type PageRequest,
} from './cursor';
import { readRoundRobin } from './roundRobin';

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

interface KindToRead {
	kind: Kind;
	/** Filters of `GET /events`. */
	query: IDataObject;
	/** From `startFrom` or the previous call. */
	state: CursorState;
	/** Maximum milliseconds between an event and its appearance in the list. */
	lookBack: number;
	/** Epoch milliseconds, after which no page is requested. */
	deadline: number;
	/** Epoch milliseconds; later events are ignored. */
	until: number;
}

interface KindRead {
	/** New events, oldest first. */
	entries: Array<Entry<IDataObject>>;
	/** For the next call, which continues from there. */
	state: CursorState;
	/** Whether all visible events were read. */
	isComplete: boolean;
}

/** Reads the events of one kind after a state: at least one page, whatever the deadline. */
export async function readKind(
	context: IPollFunctions,
	{ kind, query, state, lookBack, deadline, until }: KindToRead,
): Promise<KindRead> {
	const { smallPage, fullPage, memory, items } = SIZES;
	const settings = { lookBack, smallPage, fullPage };
	const cursor = new Cursor<IDataObject>(state, settings, { memory, items });
	const task = {
		reading: cursor.read(),
		readPage: async (request: PageRequest) => {
			const page = await readPage(context, { ...query, event: kind }, request);
			return {
				entries: page.entries.filter(({ time }) => time < until),
				serverTime: page.serverTime && Math.min(page.serverTime, until),
			};
		},
	};
	const { outcomes } = await readRoundRobin([task], () => Date.now() < deadline);
	if (outcomes[0].error !== undefined && outcomes[0].pages === 0) {
		throw asError(outcomes[0].error);
	}
	const entries = [...cursor.entries].sort((a, b) => a.time - b.time);
	return { entries, state: cursor.state ?? state, isComplete: cursor.isComplete };
}

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
