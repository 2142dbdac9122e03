import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { pauses } from '../../input/pauses';
import { asError } from '../../input/unknown';
import { serviceUrl } from '../../input/baseUrl';
import { credentialTypeOf } from '../../transport/connection';
import { isStarting } from '../n8nQuirks';
import { earliest, ServiceClock, type Instant } from '../eventList/clock';
import { nodeKey, rankOf } from '../item';
import { SIZES, startFrom, type Cursor, type CursorState } from '../eventList/cursor/cursor';
import { isForAllKinds, isTemporary, toPollError } from '../eventList/failure';
import type { Entry, Kind } from '../eventList/page';
import { OtherWorkspace, readKinds, startingWith, type KindsRead } from '../eventList/readKinds';
import { deadlineOf, type Outcome } from '../eventList/roundRobin';
import { isPublishedAt } from '../periods';
import {
	filterOf,
	keepsPosition,
	unknownSince,
	type KindState,
	type RoundResult,
	type TriggerRecord,
} from '../record';
import { noteServiceTime, serviceTime, type NodeState } from '../nodeState';
import { matchedFilters } from '../webhook/pushFilters';
import { envelopeOf } from '../webhook/readUndelivered';
import { undeliveredContent } from '../webhook/received';
import { readOptions, type Options } from './options';
import { queriesOf, readSelections, sourceOf, type LinkIds, type Selection } from './query';
import { pollReports, type PollFailures } from './pollReports';
import { toItem } from './sample';

/**
 * A round in polling delivery: reads the new events of each selected kind. One that runs out of time, or fails for one
 * kind, keeps what it read.
 *
 * @throws what a person must mend, unless n8n starts
 */
export async function pollRound(
	context: IPollFunctions,
	stored: TriggerRecord,
	state: NodeState,
	begin: Instant,
	signal: AbortSignal,
): Promise<RoundResult> {
	const clock = new ServiceClock(begin, serviceTime(state) - Date.now());
	const record = afterWebhooks(stored, state);
	let result: ReadResult = { begun: record, record, items: [] };
	try {
		const publishedAt = (kind: Kind) => {
			const skipped = state.skipped[kind];
			const { publishedBy = Infinity } = record;
			return Math.min(skipped ? earliest(skipped) : Infinity, publishedBy, clock.begin);
		};
		result = await readSelected(context, record, readOptions(context), clock, signal, publishedAt);
		if (clock.ahead !== undefined) noteServiceTime(state, Date.now() + clock.ahead, clock.slowest);
	} catch (error) {
		signal.throwIfAborted();
		result.error = error;
	}
	const { error, begun, items } = result;
	const mustThrow = error !== undefined && !isTemporary(error) && !isStarting(context);
	if (mustThrow) throw toPollError(context.getNode(), error);
	return { begun, record: result.record, items, reports: pollReports(context, result) };
}

/** Polling forgets what webhooks need, but what happened before must match their filters. */
function afterWebhooks(record: TriggerRecord, state: NodeState): TriggerRecord {
	const now = state.ahead === undefined ? 0 : serviceTime(state);
	const filters = record.filters.map(({ value, until = now }) => ({ value, until }));
	// Webhooks ran the workflow since that poll.
	const polledAt = state.registration === undefined ? record.polledAt : undefined;
	const forgotten = { url: undefined, webhook: undefined, refusedAt: undefined };
	return { ...record, ...forgotten, filters, polledAt };
}

interface ReadResult extends PollFailures, Omit<RoundResult, 'reports'> {}

/** @param publishedAt of a kind without a state, by this machine's clock, epoch milliseconds */
async function readSelected(
	context: IPollFunctions,
	record: TriggerRecord,
	options: Options,
	clock: ServiceClock,
	signal: AbortSignal,
	publishedAt: (kind: Kind) => number,
): Promise<ReadResult> {
	const { baseUrl } = await context.getCredentials<Credential>(credentialTypeOf(context));
	const kinds = selectedKinds(context, record, options, baseUrl, publishedAt);
	const links: LinkIds = { stored: record.links ?? {}, used: {} };
	const tasks = kinds.map(({ kind, cursor, publishedAt: at }) => ({
		kind,
		cursor,
		publishing: () => clock.publishing(at, record.since),
		isKnown: ({ id, time, item }: Entry<unknown>) =>
			!isPublishedAt({ ...record, since: 0 }, time) ||
			!matchedFilters(record, () => envelopeOf(kind, id, time, item as IDataObject), time),
	}));
	let read: KindsRead;
	try {
		read = await readKinds(context, tasks, clock, {
			lookBack: options.lookBack,
			items: SIZES.items,
			deadline: deadlineOf(context, clock.steadyBegin),
			workspace: record.workspace,
			queries: async () => await queriesOf(context, kinds, links),
			signal,
		});
	} catch (thrown) {
		if (!(thrown instanceof OtherWorkspace)) throw asError(thrown);
		const since = unknownSince(record, options.lookBack) - clock.likelyAhead;
		const start = (kind: Kind) =>
			Math.min(publishedAt(kind), record.kinds[kind] === undefined ? Infinity : since);
		const other = {
			...record,
			kinds: {},
			workspace: undefined,
			empty: undefined,
			isNew: undefined,
		};
		return await readSelected(context, other, options, clock, signal, start);
	}
	const { cursors, outcomes } = read;
	const isRead = outcomes.some(({ pages }) => pages > 0);
	const found = cursors
		.flatMap(({ entries }) => entries)
		.sort((a, b) => a.time - b.time || rankOf(a.item) - rankOf(b.item));
	const node = nodeKey(context);
	const items: INodeExecutionData[] = [];
	const pause = pauses();
	for (const entry of found) {
		items.push(...itemsOf(node, entry, options.raw));
		await pause();
	}
	return {
		begun: {
			...record,
			kinds: Object.fromEntries(kinds.map((each) => [each.kind, stateBefore(each)])),
		},
		record: recordAfter({ ...record, links: { ...links.used } }, kinds, read, clock),
		items,
		...(!isRead && { error: outcomes.find(({ error }) => error !== undefined)?.error }),
		errors: kinds.map(({ kind }, index) => [kind, partialError(outcomes[index])]),
	};
}

function recordAfter(
	record: TriggerRecord,
	kinds: SelectedKind[],
	read: KindsRead,
	clock: ServiceClock,
): TriggerRecord {
	const { cursors, next, workspace } = read;
	const publishedAt = Math.min(...kinds.map((each) => each.publishedAt));
	const first = clock.isKnown ? clock.publishing(publishedAt)?.since : undefined;
	const begins = kinds.map(({ cursor }) => cursor?.floor ?? Infinity);
	return {
		...record,
		since: record.since ?? (first && Math.min(first, ...begins)),
		publishedBy: clock.isKnown ? undefined : record.publishedBy,
		kinds: Object.fromEntries(
			kinds.map((kind, index) => [
				kind.kind,
				stateAfter(kind, cursors[index], clock, record.since),
			]),
		),
		next,
		workspace,
		polledAt: clock.latest ?? record.polledAt,
		empty: emptyAfter(record, read, clock),
		shownWebhook: read.isEmpty === false ? undefined : record.shownWebhook,
	};
}

function emptyAfter(
	{ empty }: TriggerRecord,
	{ isEmpty }: KindsRead,
	{ begin, likelyAhead }: ServiceClock,
): TriggerRecord['empty'] {
	if (isEmpty === false) return undefined;
	const now = begin + likelyAhead;
	return { since: empty?.since ?? now, at: isEmpty ? now : empty?.at };
}

/** Without what this process has received or run; the executions compare what other processes have. */
function itemsOf(
	node: string,
	{ id, item }: Entry<IDataObject>,
	raw: boolean,
): INodeExecutionData[] {
	const output = toItem(item, raw);
	const content = undeliveredContent(node, id, output.json);
	return content === undefined ? [] : [{ ...output, source: 'list', content: content.join() }];
}

interface Credential extends IDataObject {
	baseUrl: string;
}

interface SelectedKind extends Selection {
	filter: string;
	/** Absent if the kind was never read. */
	cursor?: CursorState;
	/** By this machine's clock, epoch milliseconds. */
	publishedAt: number;
}

/** The kinds in the order in which they are read, with what is stored of them. */
function selectedKinds(
	context: IPollFunctions,
	record: TriggerRecord,
	options: Options,
	baseUrl: string,
	publishedAt: (kind: Kind) => number,
): SelectedKind[] {
	const kinds = readSelections(context).map((selection) => {
		const filter = filterOf('polling', sourceOf(serviceUrl(baseUrl), selection));
		const stored = record.kinds[selection.kind];
		const fresh = {
			...selection,
			filter,
			cursor: options.start(record),
			publishedAt: publishedAt(selection.kind),
		};
		const isKept = stored !== undefined && keepsPosition(stored.filter, filter);
		return isKept ? { ...fresh, cursor: undefined, ...stored, filter } : fresh;
	});
	return startingWith(record.next, kinds, ({ kind }) => kind);
}

function stateBefore({ filter, cursor, publishedAt }: SelectedKind): KindState {
	return cursor ? { filter, cursor } : { filter, publishedAt };
}

function stateAfter(
	kind: SelectedKind,
	cursor: Cursor<IDataObject>,
	clock: ServiceClock,
	since?: number,
): KindState {
	const { filter, publishedAt } = kind;
	if (cursor.state) return { filter, cursor: cursor.state };
	// The poll had no time to read it, or could not.
	const publishing = clock.isKnown ? clock.publishing(publishedAt, since) : undefined;
	return stateBefore({ ...kind, cursor: publishing && startFrom(publishing.since) });
}

/** Why a kind could not be read, although others could. */
function partialError({ pages, error }: Outcome): unknown {
	return pages > 0 || isForAllKinds(error) ? undefined : error;
}
