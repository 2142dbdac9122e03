import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { eventId, eventTime } from '../../actions/event/output';
import { apiResponse, asList } from '../../transport/request';
import {
	Cursor,
	SIZES,
	type CursorState,
	type Entry,
	type PageRead,
	type PageRequest,
	type Room,
} from './cursor';
import { takeTurns } from './turns';

/** The kinds that can be polled, by the service's names for their webhook events. */
export const KINDS = {
	'link.clicked': 'clicks',
	'lead.created': 'leads',
	'sale.created': 'sales',
} as const;

export type Kind = (typeof KINDS)[keyof typeof KINDS];

/** Before this day the service has no events and takes no dates. */
const FIRST_DAY = Date.UTC(2022, 8, 22);

export const NEEDS = { plan: 'Business' as const, scope: 'analytics.read' };

interface KindToRead {
	kind: Kind;
	/** Filters of `GET /events`. */
	query?: IDataObject;
	/** From `startFrom`, or as it was returned. */
	state: CursorState;
	/** Milliseconds after it happened within which an event may become visible. */
	lookBack: number;
	/** Epoch milliseconds after which no other page is read. */
	deadline: number;
	room?: Room;
	/** Epoch milliseconds; later events are passed over, as if they were not there yet. */
	until?: number;
}

interface KindRead {
	/** What is new, oldest first. */
	entries: Array<Entry<IDataObject>>;
	/** For the next call, which continues where this one stopped. */
	state: CursorState;
	/** Whether everything that is visible was read. */
	isComplete: boolean;
}

/** Reads the events of one kind forward from a state. At least one page is read, whatever the deadline. */
export async function readKind(
	context: IPollFunctions,
	{ kind, query = {}, state, lookBack, deadline, room, until = Infinity }: KindToRead,
): Promise<KindRead> {
	const { smallPage, fullPage, memory, items } = SIZES;
	const settings = { lookBack, smallPage, fullPage };
	const cursor = new Cursor<IDataObject>(state, settings, room ?? { memory, items });
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
	const { outcomes } = await takeTurns([task], () => Date.now() < deadline);
	if (outcomes[0].error !== undefined && outcomes[0].pages === 0) {
		await Promise.reject(outcomes[0].error as Error);
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
