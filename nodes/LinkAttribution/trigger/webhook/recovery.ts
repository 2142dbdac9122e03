import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { asObject, fromPoll, fromPush, nodeKey, type Envelope } from '../item';
import { startFrom, type CursorState, type Entry } from '../polling/cursor';
import { KINDS, readKind, type Kind } from '../polling/events';
import { rememberArrival, takeArrival } from './arrivals';
import { eventsOf, isWanted, readPushFilters } from './pushFilters';
import { rememberRun, wasReceivedHere } from './received';
import type { Attempt } from './webhooksApi';

/** A time in which events may not have been delivered. Epoch milliseconds by the service's clock. */
export interface Gap {
	from: number;
	/** Absent while events may still be lost. */
	to?: number;
	/** How far each kind was read. */
	cursors: Partial<Record<Kind, CursorState>>;
	/** IDs of the logged deliveries of which the event was found in the list. */
	matched: string[];
}

/** After an event happened, within which it is delivered if nothing is wrong. */
const SETTLED_MS = 2 * 60_000;

/** After an event happened, within which it may become visible in the list. */
const LOOK_BACK_MS = 10 * 60_000;

/** After the end of a gap: the service dates leads and sales somewhat later than it publishes them. */
const MARGIN_MS = 60_000;

interface Recovered {
	json: IDataObject;
	/** As the service lists it. */
	event: IDataObject;
}

/**
 * Reads the clicks, leads, and sales of a gap that were not delivered.
 *
 * @param now by the service's clock, epoch milliseconds
 * @param deadline epoch milliseconds after which no other page is read
 * @returns the items, the gap unless it has been read to its end, and why a kind could not be read
 */
export async function recover(
	this: IPollFunctions,
	gap: Gap,
	log: Attempt[],
	now: number,
	deadline: number,
): Promise<{ items: Recovered[]; gap?: Gap; error?: unknown }> {
	const end = gap.to === undefined ? Infinity : gap.to + MARGIN_MS;
	const until = Math.min(end, now - SETTLED_MS);
	const kinds = eventsOf(this).flatMap((event) => (isListed(event) ? [event] : []));
	const found = new DeliveredEvents(nodeKey(this), log, gap.matched);
	const cursors = { ...gap.cursors };
	const items: Recovered[] = [];
	let isComplete = until === end && now > end + LOOK_BACK_MS;
	let error: unknown;
	for (const [index, event] of kinds.entries()) {
		const kind = KINDS[event];
		const share = (deadline - Date.now()) / (kinds.length - index);
		try {
			const read = await readKind(this, {
				kind,
				query: queryOf(this),
				state: cursors[kind] ?? startFrom(gap.from),
				lookBack: LOOK_BACK_MS,
				deadline: Date.now() + share,
				until,
			});
			cursors[kind] = read.state;
			isComplete &&= read.isComplete;
			for (const entry of read.entries) {
				if (!isWanted(this, envelopeOf(event, entry)) || found.has(entry)) continue;
				items.push({ json: { ...fromPoll(entry.item), recovered: true }, event: entry.item });
			}
		} catch (thrown) {
			error ??= thrown;
		}
	}
	const isRead = isComplete && error === undefined;
	return {
		items,
		gap: isRead ? undefined : { ...gap, cursors, matched: found.matched },
		error,
	};
}

/** Whether the list has events of this kind. */
export function isListed(event: string): event is keyof typeof KINDS {
	return Object.hasOwn(KINDS, event);
}

/** The filters that the list knows as well. */
function queryOf(context: IPollFunctions): IDataObject {
	const { linkIds, folderIds, domains, partnerIds } = readPushFilters(
		context.getNodeParameter('pushFilters', {}) as IDataObject,
	);
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

/** The events that were delivered, or were emitted from the delivery log. */
class DeliveredEvents {
	readonly matched: string[];

	readonly #node: string;

	readonly #clicks = new Set<unknown>();

	constructor(node: string, log: Attempt[], matched: string[]) {
		this.#node = node;
		this.matched = [...matched];
		for (const { envelope } of log) {
			if (!envelope) continue;
			this.#clicks.add(asObject(envelope.data.click).id);
			if (!matched.includes(envelope.id)) rememberArrival(node, envelope.id, fromPush(envelope));
		}
	}

	has({ id, item }: Entry<IDataObject>): boolean {
		if (wasReceivedHere(this.#node, id)) return true;
		if (item.event === 'click') return this.#clicks.has(id);
		const arrival = takeArrival(this.#node, fromPoll(item));
		if (arrival === undefined) return false;
		this.matched.push(arrival);
		// Another gap may begin before this one ends.
		rememberRun(this.#node, id);
		return true;
	}
}
