import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { workspaceOf } from '../item';
import type { ServiceClock } from './clock';
import {
	Cursor,
	SIZES,
	type CursorSettings,
	type CursorState,
	type Publishing,
} from './cursor/cursor';
import { readPage, type Entry, type Kind, type PageRead } from './page';
import { readRoundRobin, type Outcome } from './roundRobin';

/** A kind to read. */
export interface Task {
	kind: Kind;
	/** Undefined to start with the events from `publishing` on. */
	cursor: CursorState | undefined;
	publishing?: () => Publishing | undefined;
	isKnown?: CursorSettings['isKnown'];
}

export interface ReadSettings {
	/** Milliseconds; see `CursorSettings`. */
	lookBack: number;
	/** Maximum number of events. */
	items: number;
	/** By `performance.now()`: a page that would probably end later is left to the next round. */
	deadline: number;
	/** Whether the round needs no further page. */
	isEnough?: () => boolean;
	/** No later events are read, by the service's clock, epoch milliseconds. */
	until?: number;
	/** ID of the workspace whose events were read before. */
	workspace?: string;
	/** The queries of the kinds, asked before the first page. */
	queries: () => Promise<IDataObject[]>;
	/** Aborted when the round is to end. */
	signal: AbortSignal;
}

export interface KindsRead {
	/** One for each task, in their order. */
	cursors: Array<Cursor<IDataObject>>;
	outcomes: Outcome[];
	/** The kind to read first next time. */
	next: Kind;
	/** ID of the workspace, if an event has shown it. */
	workspace?: string;
	/** Whether no event was visible; undefined if not every list was read from its first page on. */
	isEmpty?: boolean;
}

/**
 * Reads the new events of some kinds from the event list.
 *
 * @throws OtherWorkspace if the events are not of the workspace whose events were read before
 */
export async function readKinds(
	context: IPollFunctions,
	tasks: Task[],
	clock: ServiceClock,
	{
		lookBack,
		items,
		deadline,
		isEnough = () => false,
		until = Infinity,
		workspace,
		queries,
		signal,
	}: ReadSettings,
): Promise<KindsRead> {
	const capacity = { memory: SIZES.memory, items };
	const cursors = tasks.map(({ cursor, publishing, isKnown }) => {
		const settings = { ...SIZES, lookBack, publishing, isKnown };
		return new Cursor<IDataObject>(cursor, settings, capacity);
	});
	let known: Promise<IDataObject[]> | undefined;
	let found = workspace;
	let hasEvents = false;
	const begun = new Set<number>();
	const { outcomes, next } = await readRoundRobin(
		cursors.map((cursor, index) => ({
			reading: cursor.read(),
			readPage: async (request) => {
				signal.throwIfAborted();
				known ??= queries();
				const query = (await known)[index];
				const page = await clock.read((each) => readPage(context, query, each), request);
				signal.throwIfAborted();
				if (request.page === 1) begun.add(index);
				hasEvents ||= page.entries.length > 0;
				const id = workspaceOf(page.entries.map(({ item }) => item));
				if (found !== undefined && id !== undefined && id !== found) throw new OtherWorkspace();
				found ??= id;
				return before(page, until);
			},
		})),
		() => !isEnough() && performance.now() + clock.slowest < deadline,
	);
	if (outcomes.some(({ error }) => error instanceof OtherWorkspace)) throw new OtherWorkspace();
	signal.throwIfAborted();
	const isKnown = hasEvents || begun.size === tasks.length;
	const isEmpty = isKnown ? !hasEvents : undefined;
	return { cursors, outcomes, next: tasks[next].kind, workspace: found, isEmpty };
}

/** The credential is of another workspace than before. */
export class OtherWorkspace extends Error {}

function before<Item>(page: PageRead<Item>, until: number): PageRead<Item> {
	const { entries, serverTime } = page;
	return {
		entries: entries.filter(({ time }: Entry<Item>) => time < until),
		serverTime: serverTime && Math.min(serverTime, until),
		clock: serverTime,
	};
}

/** The kinds with the one that had no time first. */
export function startingWith<Each>(
	next: Kind | undefined,
	kinds: Each[],
	kindOf: (each: Each) => Kind,
): Each[] {
	const first = kinds.findIndex((each) => kindOf(each) === next);
	return first > 0 ? [...kinds.slice(first), ...kinds.slice(0, first)] : kinds;
}
