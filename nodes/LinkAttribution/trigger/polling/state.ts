import { deepCopy } from 'n8n-workflow';
import { asObject } from '../item';
import type { CursorState } from './cursor';
import type { Kind } from './events';
import { Seen } from './seen';

interface KindState {
	/** Hash of the base URL and the query: after a change, polling starts with new events. */
	filter: string;
	cursor: CursorState;
	/** Consecutive polls in which this kind failed while others succeeded. */
	failures?: number;
}

/** What a node stores between polls. */
export interface PollingState {
	kinds: Partial<Record<Kind, KindState>>;
	/** The kind that is read first. */
	next?: Kind;
	/** ID of the workspace. */
	workspace?: string;
	/** Since when none of its events are visible, by the service's clock, epoch milliseconds. */
	emptySince?: number;
	/** IDs of the links that the filters name by URL. */
	links?: Record<string, string>;
	/** The node has never polled. Not stored. */
	isNew?: true;
}

/** @param lookBack milliseconds */
export function readState(stored: unknown, lookBack: number): PollingState {
	if (stored === undefined || stored === null) return { kinds: {}, isNew: true };
	const state = asObject(stored);
	// n8n's static data is a proxy, which `structuredClone` rejects.
	if ('kinds' in state) return deepCopy(state) as unknown as PollingState;
	// Version 1.0.0 stored only the kinds, and the times of events by their ID.
	const kinds = Object.entries(state as unknown as PollingState['kinds']).flatMap(
		([kind, { filter, cursor }]) => {
			const { floor, start } = cursor;
			// A look-back that was not a number stored none.
			if (!Number.isFinite(floor)) return [];
			const seen = new Seen();
			for (const [id, time] of Object.entries(cursor.seen)) seen.add(id, Number(time));
			return [[kind, { filter, cursor: { floor, start, seen: seen.toJSON(lookBack) } }]];
		},
	);
	return { kinds: Object.fromEntries(kinds) as PollingState['kinds'] };
}
