import type { IDataObject } from 'n8n-workflow';
import { fingerprintOf } from '../item';

interface PushedConversion {
	/** Epoch milliseconds. */
	time: number;
	fingerprint: string;
}

/** Per node. */
const MAX_CONVERSIONS = 5000;

/** Maximum milliseconds between the times of a lead or sale in its delivery and in the event list. */
const MAX_TIME_DIFFERENCE = 60_000;

/** By node, and by the ID of the delivery. */
const nodes = new Map<string, Map<string, PushedConversion>>();

/** Remembers a pushed lead or sale. Events of other types are recognized by their ID. */
export function rememberConversion(node: string, id: string, item: IDataObject): void {
	if (item.event !== 'lead' && item.event !== 'sale') return;
	const conversions = nodes.get(node) ?? new Map<string, PushedConversion>();
	nodes.set(node, conversions);
	conversions.set(id, { time: timeOf(item), fingerprint: fingerprintOf(item) });
	const [oldest] = conversions.keys();
	if (conversions.size > MAX_CONVERSIONS) conversions.delete(oldest);
}

/**
 * The ID of the delivery that pushed a lead or sale of the event list, if this process received it. Each delivery matches
 * only one event: a customer may buy the same product twice.
 */
export function matchConversion(node: string, item: IDataObject): string | undefined {
	const fingerprint = fingerprintOf(item);
	let nearest: string | undefined;
	let minDifference = MAX_TIME_DIFFERENCE;
	for (const [id, conversion] of nodes.get(node) ?? []) {
		const difference = Math.abs(conversion.time - timeOf(item));
		if (conversion.fingerprint !== fingerprint || difference > minDifference) continue;
		[nearest, minDifference] = [id, difference];
	}
	if (nearest !== undefined) nodes.get(node)?.delete(nearest);
	return nearest;
}

function timeOf({ timestamp }: IDataObject): number {
	return Date.parse(String(timestamp));
}
