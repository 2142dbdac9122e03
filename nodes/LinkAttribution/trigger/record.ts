import { createHash } from 'node:crypto';
import { deepCopy, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod/v4';
import { isObject } from '../input/json';
import { startFrom, type CursorState } from './eventList/cursor/cursor';
import type { Kind } from './eventList/page';
import { MAX_PAUSES, type Period } from './periods';

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

/** The state that a node stores between rounds, in both deliveries. Times are epoch milliseconds by the service's clock. */
export interface TriggerRecord {
	/** Number of rounds. */
	rounds: number;
	/** When the workflow was first published, or the 'Start Date' of polling. */
	since?: number;
	/** When it was last published, by this machine's clock, if the service has not stated its time since then. */
	publishedBy?: number;
	/** All events before the floor of a kind's cursor have been emitted. */
	kinds: Partial<Record<Kind, KindState>>;
	/** The kind that is read first. */
	next?: Kind;
	/** ID of the workspace, once an event has shown it. */
	workspace?: string;
	/** When the first of the latest polls began that have shown no event, and the last one that read empty lists. */
	empty?: { since: number; at?: number };
	/** IDs of the links that the filters name by URL. */
	links?: Record<string, string>;
	/** The URL of the node, without a mark, if it was a round in webhook delivery. */
	url?: string;
	/** The webhook, and since when it delivers what the node wants. */
	webhook?: { id: string; from: number };
	/**
	 * The webhook that the credential shows, working or not; without an ID if none was visible yet. That of another workspace
	 * is another one: until an event has shown the workspace, its events count since then.
	 */
	shownWebhook?: { id: string; since: number; isKnown?: boolean };
	/** When the webhook was last as wanted, and its log hid nothing. */
	checkedAt?: number;
	/** Since when the service has not allowed a catch-up to read the event list. */
	refusedAt?: number;
	/** When the last poll of polling delivery began that read something, at the latest. */
	polledAt?: number;
	/** Until when polling emitted events, if webhooks deliver them now: what is before comes from the list alone. */
	polledUntil?: number;
	/** The latest periods in which the workflow was unpublished. */
	pauses: Period[];
	/** The latest filters of webhook delivery, and until when they applied. */
	filters: Array<{ value: PushFilters; until?: number }>;
	/** IDs of the events of the delivery logs that were emitted. */
	emitted: string[];
	/** Keys of the warnings that are not repeated. */
	shown: string[];
	/** The node has never polled. Not stored. */
	isNew?: true;
}

/** The result of a round, in either delivery. */
export interface RoundResult {
	/** Before the round, with the kinds that it has added. */
	begun: TriggerRecord;
	/** After the round, if its items are executed. */
	record: TriggerRecord;
	items: INodeExecutionData[];
	/** Failures and warnings to show as failed executions of the workflow. */
	reports: Error[];
}

/** Minimum milliseconds from a position to now in webhook delivery: events can be delivered or listed late. */
export const MARGIN_MS = 10 * 60_000;

export const MAX_FILTERS = 3;
export const MAX_SHOWN = 20;

const optionalNumber = z.number().optional().catch(undefined);
const optionalText = z.string().min(1).optional().catch(undefined);

const texts = z.array(z.string());

const pushFiltersSchema = z.object({
	linkIds: texts,
	folderIds: texts,
	domains: texts,
	partnerIds: texts,
	programIds: texts,
	saleType: z.string(),
});

/** The filters of webhook delivery. Empty ones match all events. */
export type PushFilters = z.output<typeof pushFiltersSchema>;

/** The entries that can be read, the last ones if there are too many. */
function listOf<Schema extends z.ZodType>(entry: Schema, max: number) {
	return z
		.array(z.unknown())
		.catch([])
		.transform((list) => list.map((each) => entry.safeParse(each)))
		.transform((list) => list.flatMap((each) => (each.success ? [each.data] : [])).slice(-max));
}

const pausesSchema = listOf(z.object({ from: z.number(), to: z.number() }), MAX_PAUSES);

const cursorSchema = z.looseObject({ floor: z.number(), seen: z.record(z.string(), z.string()) });

/** The modes of a pass have a position in the list. */
const kindSchema = z.union([
	z.looseObject({ filter: z.string(), cursor: z.undefined(), publishedAt: z.number() }),
	z.looseObject({
		filter: z.string(),
		cursor: z.union([
			cursorSchema.extend({ mode: z.enum(['newest', 'deep']) }),
			cursorSchema.extend({
				mode: z.enum(['leap', 'bisect', 'sweep', 'cut', 'back', 'skip', 'check', 'tie']),
				...{ window: z.number(), at: z.number(), last: z.number(), ahead: z.number() },
			}),
		]),
	}),
]);

const recordSchema = z.object({
	rounds: z.number().catch(0),
	since: optionalNumber,
	publishedBy: optionalNumber,
	kinds: z
		.record(z.string(), z.unknown())
		.catch({})
		.transform((kinds) => {
			const known = Object.entries(kinds).filter(([, kind]) => kindSchema.safeParse(kind).success);
			return Object.fromEntries(known) as TriggerRecord['kinds'];
		}),
	next: optionalText.transform((text) => text as Kind | undefined),
	workspace: optionalText,
	empty: z.object({ since: z.number(), at: z.number().optional() }).optional().catch(undefined),
	links: z.record(z.string(), z.string()).optional().catch(undefined),
	url: optionalText,
	webhook: z
		.object({ id: z.string().min(1), from: z.number().catch(0) })
		.optional()
		.catch(undefined),
	shownWebhook: z
		.object({ id: z.string(), since: z.number(), isKnown: z.boolean().optional() })
		.optional()
		.catch(undefined),
	checkedAt: optionalNumber,
	refusedAt: optionalNumber,
	polledAt: optionalNumber,
	polledUntil: optionalNumber,
	pauses: pausesSchema,
	filters: listOf(
		z.object({ value: pushFiltersSchema, until: z.number().optional() }),
		MAX_FILTERS,
	),
	emitted: listOf(z.string(), Infinity),
	shown: listOf(z.string(), MAX_SHOWN),
});

/** Anyone who can edit a workflow can edit what is stored: what cannot be read starts over. */
export function readRecord(stored: unknown): TriggerRecord {
	const isNew = stored === undefined || stored === null;
	// n8n's static data is a proxy.
	const record = recordSchema.parse(isObject(stored) ? deepCopy(stored) : {});
	return isNew ? { ...record, isNew } : record;
}

export function readPauses(stored: IDataObject[] = []): Period[] {
	return pausesSchema.parse(deepCopy(stored));
}

/** A cursor of which all events before an instant have been emitted. */
export function raised(cursor: CursorState, floor: number): CursorState {
	if (cursor.floor >= floor) return cursor;
	return { ...startFrom(floor), seen: cursor.seen };
}

/** The cursor of a kind, also if it was never read. @param ahead milliseconds that the service's clock is ahead */
export function cursorOf(kind: KindState, ahead = 0): CursorState {
	return 'cursor' in kind ? kind.cursor : startFrom(kind.publishedAt + ahead);
}

/** The kinds of a record, each with the state that a function returns. */
export function mapKinds(
	{ kinds }: TriggerRecord,
	change: (state: KindState, kind: Kind) => KindState,
): TriggerRecord['kinds'] {
	const states = Object.entries(kinds) as Array<[Kind, KindState]>;
	return Object.fromEntries(states.map(([kind, state]) => [kind, change(state, kind)]));
}

/** The kinds with cursors that are raised. A kind that was never read stays as it is. */
export function raisedKinds(record: TriggerRecord, floor: number): TriggerRecord['kinds'] {
	return mapKinds(record, (state) =>
		'cursor' in state ? { ...state, cursor: raised(state.cursor, floor) } : state,
	);
}

/** Identifies what a delivery reads of a kind: the delivery, and a hash of the base URL and the filters. */
export function filterOf(delivery: 'polling' | 'webhook', source: unknown[]): string {
	const hash = createHash('sha256').update(JSON.stringify(source)).digest('hex').slice(0, 16);
	return `${delivery}:${hash}`;
}

/** Whether a kind keeps its position. A changed filter starts with new events, but each delivery has its own filters. */
export function keepsPosition(known: string, filter: string): boolean {
	return known === filter || known.split(':')[0] !== filter.split(':')[0];
}

/** All listed events before it have been emitted. Infinity if there are no such kinds. @param ahead see `cursorOf` */
export function positionOf({ kinds }: TriggerRecord, ahead = 0): number {
	return Math.min(...Object.values(kinds).map((kind) => cursorOf(kind, ahead).floor));
}

/** Whether the kinds were last read by polling. */
export function wasPolled({ kinds }: TriggerRecord): boolean {
	return Object.values(kinds).some(({ filter }) => filter.startsWith('polling:'));
}

/**
 * Since when the credential may be of another workspace: no event has shown one since then. Epoch milliseconds by the
 * service's clock; Infinity if the latest round has seen an event.
 *
 * @param lookBack milliseconds: an event that an empty list did not show yet can have happened so long before
 */
export function unknownSince({ shownWebhook, empty }: TriggerRecord, lookBack: number): number {
	const isKnown = shownWebhook === undefined || shownWebhook.isKnown;
	const polled = empty ? Math.max(empty.since, (empty.at ?? 0) - lookBack) : Infinity;
	return Math.min(isKnown ? Infinity : shownWebhook.since, polled);
}

/** Before it, everything was emitted; epoch milliseconds by the service's clock. */
export function provenUntil(record: TriggerRecord): number {
	const position = positionOf(record);
	return Number.isFinite(position) ? position : (record.checkedAt ?? 0);
}
