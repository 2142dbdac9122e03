import { deepCopy } from 'n8n-workflow';
import { asObject } from '../item';
import type { CursorState } from './cursor';
import type { Kind } from './events';
import { Seen } from './seen';

export interface KindState {
	/** Of the service's address and the query, so that a change begins with what happens from then on. */
	filter: string;
	cursor: CursorState;
	/** Polls in a row in which this kind failed while others were read. */
	failures?: number;
}

/** What a node remembers from poll to poll. */
export interface PollingState {
	kinds: Partial<Record<Kind, KindState>>;
	/** The kind that is read first. */
	next?: Kind;
	/** ID of the workspace that is followed. */
	workspace?: string;
	/** The service's time since when none of its events are visible, epoch milliseconds. */
	blankSince?: number;
	/** IDs of the links that the filters name by URL. */
	links?: Record<string, string>;
	/** The node has never polled. Not stored. */
	isNew?: true;
}

/** @param lookBack milliseconds */
export function readState(stored: unknown, lookBack: number): PollingState {
	if (stored === undefined || stored === null) return { kinds: {}, isNew: true };
	const state = asObject(stored);
	// n8n's static data watches itself, which cannot be cloned.
	if ('kinds' in state) return deepCopy(state) as unknown as PollingState;
	// Version 1.0.0 stored the kinds alone, and times by ID.
	const kinds = Object.entries(state as unknown as PollingState['kinds']).flatMap(
		([kind, { filter, cursor }]) => {
			const { floor, start } = cursor;
			// A look-back that was not a number left none.
			if (!Number.isFinite(floor)) return [];
			const seen = new Seen();
			for (const [id, time] of Object.entries(cursor.seen)) seen.add(id, Number(time));
			return [[kind, { filter, cursor: { floor, start, seen: seen.toJSON(lookBack) } }]];
		},
	);
	return { kinds: Object.fromEntries(kinds) as PollingState['kinds'] };
}
