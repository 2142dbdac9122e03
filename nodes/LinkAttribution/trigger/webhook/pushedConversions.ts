import type { IDataObject } from 'n8n-workflow';
import { likenessOf } from '../item';

/** A lead or sale that was pushed. */
interface Arrival {
	/** Epoch milliseconds. */
	time: number;
	likeness: string;
}

/** How many of a node are remembered. */
const MAX_ARRIVALS = 5000;

/** Milliseconds by which a push and the event list may date the same lead or sale differently. */
const SAME_TIME = 60_000;

/** The leads and sales that were pushed to a node, by the ID of the delivery. */
const nodes = new Map<string, Map<string, Arrival>>();

/** Remembers a pushed lead or sale; other kinds are known by their ID. */
export function rememberArrival(node: string, id: string, item: IDataObject): void {
	if (item.event !== 'lead' && item.event !== 'sale') return;
	const arrivals = nodes.get(node) ?? new Map<string, Arrival>();
	nodes.set(node, arrivals);
	arrivals.set(id, { time: Date.parse(String(item.timestamp)), likeness: likenessOf(item) });
	const [oldest] = arrivals.keys();
	if (arrivals.size > MAX_ARRIVALS) arrivals.delete(oldest);
}

/**
 * The delivery that pushed a lead or sale of the event list, as far as this process knows. Each delivery is given only
 * once: a customer may buy the same twice.
 */
export function takeArrival(node: string, item: IDataObject): string | undefined {
	const arrivals = nodes.get(node) ?? new Map<string, Arrival>();
	const likeness = likenessOf(item);
	const time = Date.parse(String(item.timestamp));
	let nearest: string | undefined;
	let distance = SAME_TIME;
	for (const [id, arrival] of arrivals) {
		const between = Math.abs(arrival.time - time);
		if (arrival.likeness !== likeness || between > distance) continue;
		[nearest, distance] = [id, between];
	}
	if (nearest !== undefined) arrivals.delete(nearest);
	return nearest;
}
