import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { asError } from '../../input/unknown';
import { instant, ServiceClock } from '../eventList/clock';
import { KINDS, type Entry, type Kind } from '../eventList/page';
import {
	OtherWorkspace,
	readKinds,
	startingWith,
	type KindsRead,
	type ReadSettings,
	type Task,
} from '../eventList/readKinds';
import { fromPoll, nodeKey, type Envelope } from '../item';
import { isPublishedAt } from '../periods';
import {
	cursorOf,
	mapKinds,
	MARGIN_MS,
	raised,
	type KindState,
	type PushFilters,
	type TriggerRecord,
} from '../record';
import { startFrom } from '../eventList/cursor/cursor';
import { statusOf } from './webhooksApi';
import { forgetContents } from './contents';
import { isWanted, matchedFilters } from './pushFilters';
import { undeliveredContent } from './received';
import type { Wanted } from './types';

/** Younger events can still be on their way: the service sends clicks once a minute. */
const MAX_DELIVERY_MS = 2 * 60_000;

/** Maximum events of a round: what n8n's record of processed data holds twice, so that a crash repeats none. */
const MAX_ITEMS = 2500;

interface UndeliveredRead {
	items: Undelivered[];
	record: TriggerRecord;
	failures: unknown[];
	count: number;
	isShown?: boolean;
}

interface Undelivered {
	json: IDataObject;
	/** The event of the list. */
	event: IDataObject;
	/** Identifies a lead or sale in deliveries; otherwise empty. */
	content: string[];
}

interface ReadOptions {
	/** IDs of logged clicks. */
	clicks: Set<unknown>;
	/** By the service's clock, epoch milliseconds. */
	now: number;
	deadline: number;
	signal: AbortSignal;
	/** No further page is read after so many events. */
	max: number;
	/** Since when they count, by the service's clock, epoch milliseconds. */
	countedFrom?: number;
}

/**
 * Reads the clicks, leads, and sales from the position of the record on, without those that were delivered.
 *
 * @returns the record with the new positions, why kinds could not be read, the number of events that count, with those that
 *   were delivered, and whether any event has shown the workspace
 */
export async function readUndelivered(
	context: IPollFunctions,
	wanted: Wanted,
	record: TriggerRecord,
	{ clicks, now, deadline, signal, max, countedFrom = 0 }: ReadOptions,
): Promise<UndeliveredRead> {
	const all = Object.entries(record.kinds) as Array<[Kind, KindState]>;
	const kinds = startingWith(record.next, all, ([kind]) => kind);
	if (kinds.length === 0) return { items: [], record, failures: [], count: 0 };
	const clock = new ServiceClock(instant());
	const contents = new Map<string, string[]>();
	const found = new Set<string>();
	const count = (id: string, time: number) => time >= countedFrom && found.add(id);
	const isKnown = knownEvents(nodeKey(context), wanted, record, clicks, contents, count);
	const tasks = kinds.map(([kind, state]) => ({
		kind,
		cursor: cursorOf(state),
		isKnown: (entry: Entry<unknown>) => isKnown(kind, entry as Entry<IDataObject>),
	}));
	const until = now - MAX_DELIVERY_MS;
	const { workspace } = record;
	const isEnough = () => found.size > max;
	const limits = { items: MAX_ITEMS, deadline, isEnough, until };
	const settings = { lookBack: MARGIN_MS, ...limits, workspace, signal };
	let read: KindsRead;
	try {
		read = await readFiltered(context, wanted.filters, tasks, clock, settings);
	} catch (thrown) {
		forgetContents(nodeKey(context), contents.keys());
		if (!(thrown instanceof OtherWorkspace)) throw asError(thrown);
		const from = record.shownWebhook?.since ?? now;
		// A kind that was added starts later.
		const started = mapKinds(record, (state) => {
			const cursor = startFrom(Math.max(from, cursorOf(state).floor));
			return { filter: state.filter, cursor };
		});
		const other = { ...record, workspace: undefined, kinds: started };
		return { items: [], record: other, failures: [], count: 0 };
	}
	const { cursors, outcomes } = read;
	const states = kinds.map(([kind, { filter }], index) => {
		const { state = startFrom(0), isComplete } = cursors[index];
		// Polling waits for events that prove it, but this round has seen the newest ones, and found nothing else.
		const isProven = isComplete && tasks[index].cursor.mode === 'newest';
		const cursor = isProven ? raised(state, Math.min(until, clock.time) - MARGIN_MS) : state;
		return [kind, { filter, cursor }] as const;
	});
	return {
		items: cursors
			.flatMap(({ entries }) => entries)
			.map(({ id, item }) => ({
				json: { ...fromPoll(item), recovered: true },
				event: item,
				content: contents.get(id) ?? [],
			})),
		record: {
			...record,
			kinds: Object.fromEntries(states),
			next: read.next,
			workspace: read.workspace,
		},
		failures: outcomes.flatMap(({ pages, error }) => (pages === 0 && error ? [error] : [])),
		count: found.size,
		isShown: read.isEmpty === false,
	};
}

/**
 * Whether an event of the list is not to be emitted: it was delivered, or is not wanted.
 *
 * @param contents gets what identifies the others
 * @param count called for each event from while the workflow was published
 */
function knownEvents(
	node: string,
	wanted: Wanted,
	record: TriggerRecord,
	clicks: Set<unknown>,
	contents: Map<string, string[]>,
	count: (id: string, time: number) => unknown,
) {
	return (kind: Kind, { id, time, item }: Entry<IDataObject>): boolean => {
		if (!isPublishedAt(record, time)) return true;
		count(id, time);
		if (clicks.has(id)) return true;
		const envelope = envelopeOf(kind, id, time, item);
		if (!isWanted(wanted, envelope) || !matchedFilters(record, () => envelope, time)) return true;
		const content = undeliveredContent(node, id, fromPoll(item));
		if (content) contents.set(id, content);
		return content === undefined;
	};
}

/** Statuses if what a filter names is gone, belongs to another workspace (401), or is in a folder without access (403). */
const REFUSED = [400, 401, 403, 404, 422];

/** Reads with the filters of the node, or without them if the service refuses one of them. */
async function readFiltered(
	context: IPollFunctions,
	filters: PushFilters,
	tasks: Task[],
	clock: ServiceClock,
	settings: Omit<ReadSettings, 'queries'>,
): Promise<KindsRead> {
	const { saleType } = filters;
	const read = async (ofLinks: IDataObject) => {
		const queries = tasks.map(({ kind: event }) => ({
			...ofLinks,
			event,
			...(event === 'sales' && { saleType }),
		}));
		return await readKinds(context, tasks, clock, {
			...settings,
			queries: async () => await Promise.resolve(queries),
		});
	};
	const ofLinks = linkQuery(filters);
	const result = await read(ofLinks);
	const isFiltered = Object.values(ofLinks).some((ids) => ids !== '');
	const isRefused = result.outcomes.some(({ error }) => REFUSED.includes(statusOf(error) ?? 0));
	return isFiltered && isRefused ? await read({}) : result;
}

/** The filters on links that the list supports. */
function linkQuery({ linkIds, folderIds, domains, partnerIds }: PushFilters): IDataObject {
	return {
		linkId: linkIds.join(','),
		folderId: folderIds.join(','),
		domain: domains.join(','),
		partnerId: partnerIds.join(','),
	};
}

/** Without the customer, whose number of sales is that of today: the service has filtered by sale type. */
export function envelopeOf(kind: Kind, id: string, time: number, item: IDataObject): Envelope {
	const [event = ''] = Object.entries(KINDS).find(([, each]) => each === kind) ?? [];
	const data = { ...item, customer: undefined };
	return { id, event, createdAt: new Date(time).toISOString(), data, raw: item };
}
