import { createHash } from 'node:crypto';
import { deepCopy, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { isObject } from '../input/json';
import { startFrom, type CursorState } from './eventList/cursor/cursor';
import type { Kind } from './eventList/page';

/** A kind of events. */
export type KindState = {
	/** See `filterOf`. */
	filter: string;
} & ({ cursor: CursorState } | Unread);

/** A kind that could not be read yet. */
interface Unread {
	/** By this machine's clock, as the service's is not known yet; epoch milliseconds. */
	publishedAt: number;
}

/** Epoch milliseconds by the service's clock; neither its begin nor its end is part of it. */
export interface Period {
	from: number;
	to: number;
}

/** The state that a node stores between rounds, in both deliveries. Times are epoch milliseconds by the service's clock. */
export interface TriggerRecord {
	/** Number of rounds. */
	rounds: number;
	/** When the workflow was first published. */
	since?: number;
	/** All events before the floor of a kind's cursor have been emitted. */
	kinds: Partial<Record<Kind, KindState>>;
	/** The kind that is read first. */
	next?: Kind;
	/** ID of the workspace, once an event has shown it. */
	workspace?: string;
	/** When the last poll without visible events began, by this machine's clock. */
	emptyAt?: number;
	/** IDs of the links that the filters name by URL. */
	links?: Record<string, string>;
	/** The webhook, and since when it delivers what the node wants. */
	webhook?: { id: string; from: number };
	/** When the webhook was last as wanted. */
	checkedAt?: number;
	/** Until when webhooks delivered events, if the node polls now. */
	deliveredUntil?: number;
	/** Until when polling emitted events, if webhooks deliver them now: what is before comes from the list alone. */
	polledUntil?: number;
	/** The latest periods in which the workflow was unpublished. */
	pauses: Period[];
	/** IDs of the events of the delivery logs that were emitted. */
	emitted: string[];
	/** Keys of the warnings that are not repeated. */
	shown: string[];
	/** The node has never polled. Not stored. */
	isNew?: true;
}

/** The result of a round, in either delivery. */
export interface RoundResult {
	/** After the round, if its items are executed. */
	record: TriggerRecord;
	items: INodeExecutionData[];
	/** Failures and warnings to show as failed executions of the workflow. */
	reports: Error[];
}

export const MAX_PAUSES = 5;

export const MAX_SHOWN = 20;

/** Anyone who can edit a workflow can edit what is stored: what cannot be read starts over. */
export function readRecord(stored: unknown): TriggerRecord {
	const empty = { rounds: 0, kinds: {}, pauses: [], emitted: [], shown: [] };
	if (stored === undefined || stored === null) return { ...empty, isNew: true };
	if (!isObject(stored)) return empty;
	// n8n's static data is a proxy, which `structuredClone` rejects.
	const copy = deepCopy(stored) as Record<string, unknown>;
	const { webhook, kinds } = copy;
	const record: TriggerRecord = {
		rounds: numberOf(copy.rounds) ?? 0,
		since: numberOf(copy.since),
		kinds: Object.fromEntries(
			Object.entries(isObject(kinds) ? kinds : {}).filter(([, kind]) => isKind(kind)),
		) as TriggerRecord['kinds'],
		next: textOf(copy.next) as Kind | undefined,
		workspace: textOf(copy.workspace),
		emptyAt: numberOf(copy.emptyAt),
		links: isObject(copy.links) ? (copy.links as Record<string, string>) : undefined,
		webhook:
			isObject(webhook) && textOf(webhook.id) !== undefined
				? { id: String(webhook.id), from: numberOf(webhook.from) ?? 0 }
				: undefined,
		checkedAt: numberOf(copy.checkedAt),
		deliveredUntil: numberOf(copy.deliveredUntil),
		polledUntil: numberOf(copy.polledUntil),
		pauses: listOf(copy.pauses).filter(isPeriod).slice(-MAX_PAUSES),
		emitted: listOf(copy.emitted).filter((id) => typeof id === 'string'),
		shown: listOf(copy.shown).filter((key) => typeof key === 'string'),
	};
	return { ...record, shown: record.shown.slice(-MAX_SHOWN) };
}

/** A cursor of which all events before an instant have been emitted. */
export function raised(cursor: CursorState, floor: number): CursorState {
	if (cursor.floor >= floor) return cursor;
	return { ...startFrom(floor), seen: cursor.seen };
}

/** The cursor of a kind, also if it was never read. */
export function cursorOf(kind: KindState): CursorState {
	return 'cursor' in kind ? kind.cursor : startFrom(kind.publishedAt);
}

/** The kinds with cursors that are raised. A kind that was never read stays as it is. */
export function raisedKinds({ kinds }: TriggerRecord, floor: number): TriggerRecord['kinds'] {
	const entries = Object.entries(kinds).map(([kind, state]) => [
		kind,
		'cursor' in state ? { ...state, cursor: raised(state.cursor, floor) } : state,
	]);
	return Object.fromEntries(entries) as TriggerRecord['kinds'];
}

type Delivery = 'polling' | 'webhook';

/** Identifies what a delivery reads of a kind: the delivery, and a hash of the base URL and the filters. */
export function filterOf(delivery: Delivery, source: unknown[]): string {
	const hash = createHash('sha256').update(JSON.stringify(source)).digest('hex').slice(0, 16);
	return `${delivery}:${hash}`;
}

/** Whether a kind keeps its position. A changed filter starts with new events, but each delivery has its own filters. */
export function keepsPosition(known: string, filter: string): boolean {
	return known === filter || known.split(':')[0] !== filter.split(':')[0];
}

/** Whether the kinds were last read in a delivery. */
export function wasRead({ kinds }: TriggerRecord, delivery: Delivery): boolean {
	return Object.values(kinds).some(({ filter }) => filter.startsWith(`${delivery}:`));
}

/** Whether an event of the time was wanted: the workflow was published. @param time epoch milliseconds */
export function isPublishedAt({ since, pauses }: TriggerRecord, time: number): boolean {
	return time >= (since ?? 0) && !pauses.some(({ from, to }) => time > from && time < to);
}

function isKind(kind: unknown): boolean {
	if (!isObject(kind) || typeof kind.filter !== 'string') return false;
	const { cursor } = kind;
	if (cursor === undefined) return Number.isFinite(kind.publishedAt);
	return (
		isObject(cursor) &&
		Number.isFinite(cursor.floor) &&
		isMode(cursor) &&
		isObject(cursor.seen) &&
		Object.values(cursor.seen).every((hashes) => typeof hashes === 'string')
	);
}

/** The modes of a pass, which have a position in the list. */
const PASSES = ['leap', 'bisect', 'sweep', 'cut', 'back', 'skip', 'check', 'tie'];

function isMode(cursor: IDataObject): boolean {
	if (!PASSES.includes(String(cursor.mode)))
		return ['newest', 'deep'].includes(String(cursor.mode));
	return ['window', 'at', 'last', 'ahead'].every((name) => Number.isFinite(cursor[name]));
}

function isPeriod(value: unknown): value is Period {
	return isObject(value) && Number.isFinite(value.from) && Number.isFinite(value.to);
}

function listOf(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

function numberOf(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}
