import type { IDataObject } from 'n8n-workflow';
import { fingerprintOf } from '../item';

/** One of the leads or sales with the same content within a minute, in a delivery, in the event list, or in both. */
interface Slot {
	delivery?: string;
	listed?: string;
}

type Source = keyof Slot;

const MINUTE_MS = 60_000;

/** The list dates leads and sales up to this much later than their deliveries. */
const SKEW_MS = 5000;

/** Per node. */
const MAX_SLOTS = 10_000;

const nodes = new Map<string, Map<string, Slot>>();

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
	const slots = nodes.get(node) ?? new Map<string, Slot>();
	nodes.set(node, slots);
	const id = String(item.id);
	const other = source === 'delivery' ? 'listed' : 'delivery';
	const all = contentsOf(item);
	const contents = source === 'listed' ? all : all.slice(0, 1);
	// The earlier minute first: the list is read in the order of time.
	for (const content of [...contents].reverse()) {
		for (let n = 0; slots.has(`${content} ${n}`); n++) {
			const slot = slots.get(`${content} ${n}`) as Slot;
			if (slot[other] === undefined) continue;
			if (slot[source] !== undefined && slot[source] !== id) continue;
			slot[source] = id;
			return undefined;
		}
	}
	const keys = contents.map((content) => {
		let n = 0;
		while ((slots.get(`${content} ${n}`)?.[source] ?? id) !== id) n++;
		return `${content} ${n}`;
	});
	slots.set(keys[0], { [source]: id });
	const [oldest] = slots.keys();
	if (slots.size > MAX_SLOTS) slots.delete(oldest);
	return keys;
}

/** Forgets a delivery that did not start the workflow. */
export function releaseContent(node: string, id: string): void {
	const slots = nodes.get(node) ?? new Map<string, Slot>();
	for (const [key, { delivery }] of slots) if (delivery === id) slots.delete(key);
}

/** With the minute; at its begin, the previous one too. */
function contentsOf(item: IDataObject): string[] {
	const fingerprint = fingerprintOf(item);
	const time = Date.parse(String(item.timestamp));
	const minutes = [time, time - SKEW_MS].map((each) => Math.floor(each / MINUTE_MS));
	return [...new Set(minutes)].map((minute) => `${fingerprint} ${minute.toString(36)}`);
}

export function isConversion({ event }: IDataObject): boolean {
	return event === 'lead' || event === 'sale';
}
