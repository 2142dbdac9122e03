import type { IDataObject } from 'n8n-workflow';
import { fingerprintOf } from '../item';

/** A lead or sale, with its ID in a delivery, in the event list, or in both. */
interface Slot {
	delivery?: string;
	listed?: string;
	/** By the source that brought it first, epoch milliseconds. */
	time: number;
}

type Source = 'delivery' | 'listed';

const MINUTE_MS = 60_000;

/** The list dates leads and sales up to this much earlier or later than their deliveries. */
const SKEW_MS = 5000;

/** Per node. */
const MAX_CONTENTS = 10_000;

/** By node and content. An event of the list is in two minutes, if it can have been delivered in either. */
const nodes = new Map<string, Map<string, Slot[]>>();

/**
 * Takes a lead or sale for one that the other source has brought with the same content, if this process knows one that
 * was not taken yet: the sources have no ID in common, and a customer can buy the same product twice within a minute.
 *
 * @param source where the item comes from
 * @returns what identifies it in both sources; undefined if the other source has brought it
 */
export function claimContent(
	node: string,
	source: Source,
	item: IDataObject,
): string[] | undefined {
	const known = nodes.get(node) ?? new Map<string, Slot[]>();
	nodes.set(node, known);
	const id = String(item.id);
	const other = source === 'delivery' ? 'listed' : 'delivery';
	const time = Date.parse(String(item.timestamp));
	const contents = contentsOf(item, source, time);
	// The earlier minute first: the list is read in the order of time.
	const candidates = [...contents].reverse().flatMap((content) => known.get(content) ?? []);
	const distance = (slot: Slot) => (slot[source] === id ? -1 : Math.abs(slot.time - time));
	// An event that is listed late must not take the place of another one in its minute.
	const [counterpart] = candidates
		.filter((slot) => slot[other] !== undefined && (slot[source] ?? id) === id)
		.sort((a, b) => distance(a) - distance(b));
	if (counterpart) {
		counterpart[source] = id;
		return undefined;
	}
	const slot = candidates.find((each) => each[source] === id) ?? { [source]: id, time };
	const keys = contents.map((content) => {
		const slots = known.get(content) ?? [];
		if (!slots.includes(slot)) slots.push(slot);
		known.set(content, slots);
		return `${content} ${slots.filter((each) => each[source] !== undefined).indexOf(slot)}`;
	});
	for (const oldest of known.keys()) {
		if (known.size <= MAX_CONTENTS) break;
		known.delete(oldest);
	}
	return keys;
}

/** Forgets a delivery that did not start the workflow. */
export function releaseContent(node: string, id: string): void {
	for (const slots of nodes.get(node)?.values() ?? []) {
		for (const slot of slots) if (slot.delivery === id) delete slot.delivery;
	}
}

/** Forgets what a round that ended early had taken, from either source. */
export function forgetContents(node: string, ids: Iterable<unknown>): void {
	const forgotten = new Set(ids);
	const known = nodes.get(node);
	for (const [content, slots] of known ?? []) {
		const others = slots.filter(({ delivery, listed }) => !forgotten.has(delivery ?? listed));
		known?.set(content, others);
	}
}

/**
 * With the minute in which the list dates a delivery at the earliest. That of an event of the list is the same one, or the
 * minute before.
 */
function contentsOf(item: IDataObject, source: Source, time: number): string[] {
	const fingerprint = fingerprintOf(item);
	const times = source === 'delivery' ? [time - SKEW_MS] : [time, time - 2 * SKEW_MS];
	const minutes = times.map((each) => Math.floor(each / MINUTE_MS));
	return [...new Set(minutes)].map((minute) => `${fingerprint} ${minute.toString(36)}`);
}

export function isConversion({ event }: IDataObject): boolean {
	return event === 'lead' || event === 'sale';
}
