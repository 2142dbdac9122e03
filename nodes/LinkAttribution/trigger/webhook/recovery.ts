import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { asObject, fromPoll, fromPush, nodeKey, type Envelope } from '../item';
import { Cursor, SIZES, startFrom, type CursorState } from '../eventList/cursor/cursor';
import { KINDS, readPage, type Entry, type Kind, type PageRequest } from '../eventList/page';
import { readRoundRobin } from '../eventList/roundRobin';
import { claimContent, isConversion } from './contents';
import { eventsOf, isWanted, readPushFilters } from './pushFilters';
import { rememberRun, wasReceivedHere } from './received';
import type { Attempt } from './webhooksApi';

/** A period in which events may not have been delivered. Epoch milliseconds by the service's clock. */
export interface Outage {
	from: number;
	/** Absent while the outage lasts. */
	to?: number;
	/** How far each kind was read. */
	cursors: Partial<Record<Kind, CursorState>>;
}

/** Maximum time between an event and its delivery if the service and n8n work. */
const MAX_DELIVERY_MS = 2 * 60_000;

/** Maximum time between an event and its appearance in the list. */
const LOOK_BACK_MS = 10 * 60_000;

const SETTINGS = { ...SIZES, lookBack: LOOK_BACK_MS };

/** The list dates leads and sales later than their deliveries, by up to this. */
const MARGIN_MS = 60_000;

interface Recovered {
	json: IDataObject;
	/** As listed. */
	event: IDataObject;
	/** Identifies a lead or sale; otherwise empty. */
	content: string[];
}

/**
 * Reads the clicks, leads, and sales of an outage that were not delivered.
 *
 * @param now by the service's clock, epoch milliseconds
 * @param deadline epoch milliseconds, after which no page is requested
 * @returns the items, the outage unless it was read completely, and why a kind could not be read
 */
export async function recover(
	context: IPollFunctions,
	outage: Outage,
	log: Attempt[],
	now: number,
	deadline: number,
): Promise<{ items: Recovered[]; outage?: Outage; error?: unknown }> {
	const end = outage.to === undefined ? Infinity : outage.to + MARGIN_MS;
	const until = Math.min(end, now - MAX_DELIVERY_MS);
	const kinds = eventsOf(context).flatMap((event) => (isListed(event) ? [event] : []));
	const delivered = new DeliveredEvents(nodeKey(context), log);
	const cursors = { ...outage.cursors };
	const items: Recovered[] = [];
	let isComplete = until === end && now > end + LOOK_BACK_MS;
	let error: unknown;
	for (const [index, event] of kinds.entries()) {
		const kind = KINDS[event];
		const query = { ...queryOf(context), event: kind };
		const kindDeadline = Date.now() + (deadline - Date.now()) / (kinds.length - index);
		const state = cursors[kind] ?? startFrom(outage.from);
		const cursor = new Cursor<IDataObject>(state, SETTINGS, { ...SIZES });
		const task = {
			reading: cursor.read(),
			readPage: async (request: PageRequest) => {
				const { entries, serverTime } = await readPage(context, query, request);
				return {
					entries: entries.filter(({ time }) => time < until),
					serverTime: serverTime && Math.min(serverTime, until),
				};
			},
		};
		const { outcomes } = await readRoundRobin([task], () => Date.now() < kindDeadline);
		if (outcomes[0].pages === 0) error ??= outcomes[0].error;
		cursors[kind] = cursor.state;
		isComplete &&= cursor.isComplete;
		for (const entry of [...cursor.entries].sort((a, b) => a.time - b.time)) {
			const content = isWanted(context, envelopeOf(event, entry)) && delivered.contentOf(entry);
			if (!content) continue;
			const json = { ...fromPoll(entry.item), recovered: true };
			items.push({ json, event: entry.item, content });
		}
	}
	const isRead = isComplete && error === undefined;
	const rest = isRead ? undefined : { ...outage, cursors };
	return { items, outage: rest, error };
}

/** Whether the list contains events of this type. */
export function isListed(event: string): event is keyof typeof KINDS {
	return Object.hasOwn(KINDS, event);
}

/** The filters that the list supports. */
function queryOf(context: IPollFunctions): IDataObject {
	const { linkIds, folderIds, domains, partnerIds } = readPushFilters(context);
	return {
		linkId: linkIds.join(','),
		folderId: folderIds.join(','),
		domain: domains.join(','),
		partnerId: partnerIds.join(','),
	};
}

function envelopeOf(event: string, { id, time, item }: Entry<IDataObject>): Envelope {
	return { id, event, createdAt: new Date(time).toISOString(), data: item, raw: item };
}

/** The events that were delivered, or that are in the delivery log and were emitted from it. */
class DeliveredEvents {
	readonly #node: string;

	readonly #clicks = new Set<unknown>();

	constructor(node: string, log: Attempt[]) {
		this.#node = node;
		for (const { envelope } of log) {
			if (!envelope) continue;
			this.#clicks.add(asObject(envelope.data.click).id);
			const item = fromPush(envelope);
			if (isConversion(item)) claimContent(node, 'delivery', item);
		}
	}

	/** @returns undefined if it was delivered */
	contentOf({ id, item }: Entry<IDataObject>): string[] | undefined {
		if (wasReceivedHere(this.#node, id)) return undefined;
		if (item.event === 'click') return this.#clicks.has(id) ? undefined : [];
		const content = claimContent(this.#node, 'listed', fromPoll(item));
		// Outages can overlap.
		if (!content) rememberRun(this.#node, id);
		return content;
	}
}
