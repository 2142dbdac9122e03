import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { asError } from '../input/unknown';
import { unlessAborted } from '../transport/n8nQuirks';
import { commitCursor, hasOwnState, isStarting, MAX_START_MS } from './n8nQuirks';
import { instant, type Instant } from './eventList/clock';
import { deadlineOf } from './eventList/roundRobin';
import { nodeKey } from './item';
import { lastRecord, withHookData } from './lastRecord';
import { pollRound } from './polling/poll';
import { latestPauses } from './periods';
import { provenUntil, readRecord, type RoundResult, type TriggerRecord } from './record';
import { haveHooksRegistered, lastRound, stateOf, type Before, type NodeState } from './nodeState';
import { takeRoundTurn } from './turn';
import { catchUpRound } from './webhook/catchUp';
import { listedKinds } from './webhook/pushFilters';
import { areHooksRetried, keepPublished } from './webhook/hooks';
import { isCatchingUp } from './webhook/register';

/**
 * One poll of n8n, in both deliveries: reads what happened since the last one, emits it, and stores the position. Polling
 * always reads the event list; webhook delivery only as far as deliveries may have failed.
 *
 * @throws what a person must mend, unless n8n starts: then, a failed execution reports it
 */
export async function runRound(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const begin = performance.now();
	const { publication } = stateOf(nodeKey(context));
	const identity = publicationOf(context);
	const isStart = isStarting(context) && publication !== identity;
	let hasEnded = false;
	const running = round(context, identity)
		.catch((thrown: unknown) => {
			// No hook runs for polling.
			keepPublished(stateOf(nodeKey(context)), context.getWorkflowStaticData('node'), begin);
			if (!isStarting(context)) throw asError(thrown);
			context.__emitError(asError(thrown));
			return null;
		})
		.finally(() => (hasEnded = true));
	if (isStart) await unlessAborted(running, AbortSignal.timeout(MAX_START_MS)).catch(() => {});
	if (hasEnded || !isStart) return await running;
	// n8n does the same with what a poll returns.
	void running.then((output) => output && context.__emit(output));
	return null;
}

/** Identifies the publication: its static data, or what a person can change if each poll has its own data. */
function publicationOf(context: IPollFunctions): object | string {
	const { parameters, credentials } = context.getNode();
	return hasOwnState(context)
		? JSON.stringify([parameters, credentials])
		: context.getWorkflowStaticData('node');
}

/** Maximum milliseconds that a round waits for hooks that have not begun: they may have failed. */
const MAX_WAIT_MS = 5000;

/** A round in its turn. */
interface Round {
	context: IPollFunctions;
	isPolling: boolean;
	/** When it began. */
	begin: Instant;
	state: NodeState;
	/** As n8n stores it. */
	data: IDataObject;
	/** Undefined if each poll has its own data. */
	publication?: object;
}

async function round(
	context: IPollFunctions,
	identity: object | string,
): Promise<INodeExecutionData[][] | null> {
	const begin = instant();
	const isPolling = context.getNodeParameter('delivery') === 'polling';
	const key = nodeKey(context);
	const data = context.getWorkflowStaticData('node');
	const publication = hasOwnState(context) ? undefined : data;
	const inTurn = (): Round => {
		return { context, isPolling, begin, state: stateOf(key), data, publication };
	};
	if (isPolling) stateOf(key).hasPolled = true;
	const isIdle = !isPolling && !isCatchingUp(context);
	// Hooks register webhooks only; n8n starts the first round beside them.
	const isReady = (state: NodeState, waited: number) =>
		isPolling || haveHooksRegistered(state) || (waited >= MAX_WAIT_MS && !areHooksRetried(state));
	const result = await takeRoundTurn(key, identity, isReady, async (signal) => {
		const running = inTurn();
		if (isIdle) return await forget(running);
		const { registration } = running.state;
		// A round beside hooks that failed would only keep n8n from saying why.
		if (!isPolling && (registration === 'removed' || registration === 'failed')) return null;
		return await runInTurn(running, signal);
	});
	if (result === undefined && !publication && !isIdle) noteSkipped(context, stateOf(key), begin);
	return result ?? null;
}

/**
 * The URL of the node if the package was updated since hooks ran: a durable cursor has what they stored before the first
 * round.
 */
function storedUrl({ context, state, data }: Round, { url }: TriggerRecord): unknown {
	if (url !== undefined && hasOwnState(context)) return url;
	return data.webhookUrl ?? (haveHooksRegistered(state) ? url : undefined);
}

/** @returns undefined if n8n has not stored the record of the last round yet */
async function runInTurn(
	running: Round,
	signal: AbortSignal,
): Promise<INodeExecutionData[][] | null | undefined> {
	const { context, isPolling, begin, state, data, publication } = running;
	const stored = lastRecord(context, state, data, publication);
	if (stored === undefined) return undefined;
	const url = state.url ?? storedUrl(running, stored);
	const { orphans, drained, skipped } = state;
	const before: Before = { record: stored, orphans, drained: new Set(drained), skipped };
	const record = isPolling ? stored : withHookData(stored, data, state);
	// In case the node is renamed, or unpublished, before the first round of this process ends.
	state.last ??= lastRound(context, record, publication);
	if (!isPolling && typeof url !== 'string') return null;
	const result = isPolling
		? await pollRound(context, record, state, begin, signal)
		: await catchUpRound(
				context,
				String(url),
				record,
				state,
				deadlineOf(context, begin.steady),
				signal,
			);
	const { record: after, items, reports } = result;
	const isDated = after.since !== undefined || after.publishedBy !== undefined;
	// A poll that failed before it knew what to read has decided nothing.
	const hasBegun = isPolling ? Object.keys(after.kinds).length > 0 : isDated;
	if (hasBegun) store(running, before, result);
	else if (!isPolling) noteSkipped(context, state, begin);
	for (const report of reports) context.__emitError(report);
	return items.length > 0 ? [items] : await commitCursor(context);
}

/** Stores the record after a round, and what the next one needs if n8n discards this one. */
function store(running: Round, before: Before, { begun, record, items }: RoundResult): void {
	const { context, isPolling, begin, state, data, publication } = running;
	const { record: stored } = before;
	if (isPolling) state.orphans = [];
	delete record.isNew;
	const isChanged = JSON.stringify(record) !== JSON.stringify(stored);
	const next = isChanged ? { ...record, rounds: stored.rounds + 1 } : record;
	const later = Object.entries(state.skipped).filter(([, { steady }]) => steady > begin.steady);
	state.skipped = Object.fromEntries(later);
	state.roundBegun = begin.steady;
	state.last = lastRound(context, next, publication);
	if (items.length > 0) state.last.before = { ...before, record: begun };
	// If n8n stops before the execution starts, the events are read again.
	const isSure = isPolling || items.length === 0;
	const kept = isSure ? next : { ...next, kinds: begun.kinds, emitted: stored.emitted };
	if (isChanged) data.record = kept as unknown as IDataObject;
	// Without the service's time, a position can be by the clock of this machine.
	if (!isSure || isPolling || next.publishedBy !== undefined) return;
	const proven = provenUntil(next);
	data.provenUntil = proven;
	if (publication) state.provenUntil = proven;
}

/** The kinds of a poll that did not run are read from its begin on, unless a later round has decided about them. */
function noteSkipped(context: IPollFunctions, state: NodeState, begin: Instant): void {
	if (begin.steady < (state.roundBegun ?? 0)) return;
	for (const kind of listedKinds(context)) state.skipped[kind] ??= begin;
}

/**
 * Webhooks without Catch Up: only since when the node runs, so that 'Start Date' does not apply again, with its URL, which a
 * copy has not, and when it was unpublished.
 */
async function forget(running: Round): Promise<null> {
	const { context, begin, state, data, publication } = running;
	Object.assign(state, { skipped: {}, roundBegun: begin.steady });
	const last = lastRecord(context, state, data, publication);
	const since = last?.since ?? state.publishedAt;
	if (!last || (last.isNew && since === undefined && !haveHooksRegistered(state))) return null;
	const ended = state.pauses.filter(({ to }) => to < Infinity);
	const pauses = latestPauses(...ended, ...last.pauses);
	const isPaused = JSON.stringify(pauses) !== JSON.stringify(last.pauses);
	const { url = last.url } = state;
	const isKnown = !last.isNew && since === last.since && url === last.url && !isPaused;
	if (isKnown && Object.keys(last.kinds).length === 0) return null;
	const record = { ...readRecord({}), rounds: last.rounds + 1, since, url, pauses };
	state.last = lastRound(context, record, publication);
	data.record = record as unknown as IDataObject;
	return await commitCursor(context);
}
