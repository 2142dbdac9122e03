import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { earliest, SECOND_MS } from './eventList/clock';
import { toEnvelope, type Envelope } from './item';
import { hasOwnState } from './n8nQuirks';
import { mapKinds, raisedKinds, readRecord, type TriggerRecord } from './record';
import type { NodeState } from './nodeState';
import { isSameReceiver } from './webhook/deliveryLog';

/** Milliseconds after which n8n has stored the record of a round, or failed to. */
const STORING_MS = 30_000;

const DAY_MS = 86_400_000;

/** The record after the last round; undefined if n8n has not stored it yet. */
export function lastRecord(
	context: IPollFunctions,
	state: NodeState,
	data: IDataObject,
	publication?: object,
): TriggerRecord | undefined {
	// Another main process may have polled since this one was the leader.
	const isTakenOver = context.getActivationMode() === 'leadershipChange';
	if (isTakenOver && state.last?.publication !== publication) state.last = undefined;
	// n8n stores data by name: under a new one, it has none, or that of another time or node.
	if (publication && state.last && state.last.name !== context.getNode().name) {
		data.record = state.last.record as unknown as IDataObject;
		delete data.provenUntil;
		delete data.orphans;
	}
	const saved = readRecord(data.record);
	undoDiscarded(state, saved, publication);
	const record = latest(context, saved, state);
	if (record === undefined) return undefined;
	const isOwn = record === state.last?.record;
	const own = isOwn ? record : ownRecord(record, receiverOf(context, state));
	return asClockIsSet(own, state);
}

/**
 * If a workflow is unpublished while a round runs, n8n discards what it returns, and stores nothing (`isCurrent` in
 * n8n-core's `poll-trigger-executor.ts`): the rounds of the next publication start from what was before it. With durable
 * cursors, it shows in that the round is not stored in time.
 *
 * @param stored the record that n8n has stored
 */
function undoDiscarded(state: NodeState, stored: TriggerRecord, publication?: object): void {
	const { last } = state;
	if (!last?.before || stored.rounds >= last.record.rounds) return;
	const isLate = performance.now() - last.at.steady >= STORING_MS;
	if (publication ? last.publication === publication : !isLate) return;
	const { record, orphans, drained, skipped } = last.before;
	const later = state.orphans;
	state.orphans = [...orphans];
	addOrphans(state, later);
	state.drained = drained;
	state.skipped = { ...state.skipped, ...skipped };
	state.last = { record, at: last.at, name: last.name };
}

/**
 * The record after the last round. With durable cursors, n8n stores it after the round has ended, and can start the next
 * one before that; without them, n8n stores it only if the round emits.
 *
 * @returns undefined if n8n has not stored it yet
 */
function latest(
	context: IPollFunctions,
	stored: TriggerRecord,
	{ last }: NodeState,
): TriggerRecord | undefined {
	if (!last || last.record.rounds < stored.rounds) return stored;
	// Before the first durable cursor, n8n has nothing under a new name.
	const isOnlyHere = stored.isNew && !last.before;
	if (last.record.rounds === stored.rounds || !hasOwnState(context) || isOnlyHere)
		return last.record;
	return performance.now() - last.at.steady < STORING_MS ? undefined : stored;
}

/**
 * If this machine's clock was set back since the last round, what was noted by it was earlier. Where that is not known, it was
 * not later than now.
 */
function asClockIsSet(record: TriggerRecord, { last }: NodeState): TriggerRecord {
	const now = Date.now();
	const ahead = last ? earliest(last.at) - last.at.at : 0;
	const shift = ahead > -SECOND_MS ? 0 : ahead;
	const asSet = (at: number) => Math.min(at + shift, now);
	const kinds = mapKinds(record, (state) =>
		'cursor' in state ? state : { ...state, publishedAt: asSet(state.publishedAt) },
	);
	const { publishedBy } = record;
	return { ...record, kinds, publishedBy: publishedBy && asSet(publishedBy) };
}

/** The end of the URL of the node; undefined if it is not known. */
function receiverOf(context: IPollFunctions, { url }: NodeState): string | undefined {
	if (context.getNodeParameter('delivery') !== 'polling') return url;
	// Hooks, which know the URL, run for webhooks only.
	const { webhookId } = context.getNode();
	return webhookId && `${webhookId}/webhook`;
}

/**
 * The record, or a new one if it is of another node with the same name, of which this one is a copy: what ran for that one,
 * n8n knows by its ID.
 *
 * @param receiver the URL of the node, or its end
 */
export function ownRecord(record: TriggerRecord, receiver?: string): TriggerRecord {
	const { rounds, url } = record;
	const isOwn = url === undefined || receiver === undefined || isSameReceiver(url, receiver);
	return isOwn ? record : { ...readRecord({}), rounds };
}

/** Adds the undelivered events of a webhook that was removed, each once. */
export function addOrphans({ orphans }: NodeState, others: Envelope[]): void {
	const known = new Set(orphans.map(({ id }) => id));
	orphans.push(...others.filter(({ id }) => !known.has(id)));
}

/** Adds what deliveries and hooks have stored since. */
export function withHookData(
	record: TriggerRecord,
	data: IDataObject,
	state: NodeState,
): TriggerRecord {
	if (Array.isArray(data.orphans)) {
		const orphans = data.orphans.flatMap((raw) => toEnvelope(raw) ?? []);
		// Those of another node with the same name are not emitted.
		if (record.since !== undefined) addOrphans(state, orphans);
		delete data.orphans;
	}
	// Anyone who can edit a workflow can edit what is stored.
	const { provenUntil: stored } = data;
	const proven = typeof stored === 'number' && stored < Date.now() + DAY_MS ? stored : 0;
	return {
		...record,
		kinds: raisedKinds(record, proven),
		checkedAt: state.last ? record.checkedAt : Math.max(record.checkedAt ?? 0, proven) || undefined,
	};
}
