import { deepCopy } from 'n8n-workflow';
import { isObject } from '../../input/json';
import type { CursorState } from '../eventList/cursor/cursor';
import type { Kind } from '../eventList/page';
import type { Workspace } from './workspace';

/** A kind of events. */
export type KindState = {
	/** Hash of the base URL and the filters: after a change, the kind starts with new events. */
	filter: string;
} & ({ cursor: CursorState } | Unread);

/** A kind that could not be read yet. */
interface Unread {
	/** By this machine's clock, as the service's is not known yet; epoch milliseconds. */
	publishedAt: number;
}

/** What a node stores between polls. */
export interface PollingState {
	kinds: Partial<Record<Kind, KindState>>;
	/** The kind that is read first. */
	next?: Kind;
	workspace?: Workspace;
	/** IDs of the links that the filters name by URL. */
	links?: Record<string, string>;
	/** The node has never polled. Not stored. */
	isNew?: true;
}

/** Anyone who can edit a workflow can edit what is stored: what cannot be read starts over. */
export function readState(stored: unknown): PollingState {
	if (stored === undefined || stored === null) return { kinds: {}, isNew: true };
	if (!isObject(stored) || !isObject(stored.kinds)) return { kinds: {} };
	// n8n's static data is a proxy, which `structuredClone` rejects.
	const { kinds, next, workspace, links } = deepCopy(stored);
	const valid = Object.entries(kinds as Record<string, unknown>).filter(([, kind]) => isKind(kind));
	return {
		kinds: Object.fromEntries(valid) as PollingState['kinds'],
		next: next as Kind | undefined,
		workspace: isObject(workspace) ? (workspace as unknown as Workspace) : undefined,
		links: isObject(links) ? (links as Record<string, string>) : undefined,
	};
}

function isKind(kind: unknown): boolean {
	if (!isObject(kind)) return false;
	const { cursor } = kind;
	if (cursor === undefined) return Number.isFinite(kind.publishedAt);
	return (
		isObject(cursor) &&
		Number.isFinite(cursor.floor) &&
		typeof cursor.mode === 'string' &&
		isObject(cursor.seen) &&
		Object.values(cursor.seen).every((hashes) => typeof hashes === 'string')
	);
}
