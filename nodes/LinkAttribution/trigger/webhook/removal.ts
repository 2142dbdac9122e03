import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { toNodeError } from '../../actions/nodeError';
import { asError } from '../../input/unknown';
import { SECOND_MS } from '../eventList/clock';
import { startFrom } from '../eventList/cursor/cursor';
import { nodeKey, type Envelope } from '../item';
import { addOrphans, ownRecord } from '../lastRecord';
import { latestPauses, type Period } from '../periods';
import { readRecord, type TriggerRecord } from '../record';
import { lastRound, latestServiceTime, stateOf, type NodeState } from '../nodeState';
import { undelivered } from './deliveryLog';
import {
	hookData,
	inTurn,
	readOwn,
	sharesData,
	surelyEmitted,
	urlOf,
	type HookData,
} from './hooks';
import { allPauses, notedBy } from './mark';
import { MAX_OWN, sendsAll } from './observe';
import { eventsOf, kindsOf, readPushFilters, withFilters } from './pushFilters';
import type { OwnWebhook } from './types';
import { isCatchingUp } from './register';
import { deleteWebhook, readLog, statusOf } from './webhooksApi';

/** Maximum length of the stored events of a removed webhook, as JSON. */
const MAX_ORPHANS_LENGTH = 64_000;

/** Removes the webhook, and those that it replaced. */
export async function unregister(context: IHookFunctions): Promise<void> {
	const data = hookData(context);
	const state = stateOf(nodeKey(context));
	if (isCleanUp(state) || !isPublished(context, state)) {
		if (!data.isPublished && data.webhookId !== undefined) {
			await deleteTestWebhook(context, data.webhookId);
		}
		return;
	}
	await inTurn(context, async () => {
		if (state.hooks) state.hooks.isReplacing = true;
		const { webhookId, record } = data;
		// In case the node is renamed before the first round after an update of the package.
		if (record !== undefined) {
			state.last ??= lastRound(context, ownRecord(readRecord(record), urlOf(context)));
		}
		const isManual = context.getNodeParameter('registration') === 'manual';
		let removed: Removed = { at: latestServiceTime(state), own: [], pauses: [] };
		try {
			if (!isManual || webhookId !== undefined) removed = await remove(context, webhookId);
		} catch (thrown) {
			// n8n goes on as if it had succeeded, without storing static data.
			state.registration = 'removed';
			state.unpublishedAt ??= latestServiceTime(state);
			throw toNodeError(context.getNode(), thrown, undefined, []);
		}
		state.registration = 'removed';
		state.pauses = latestPauses(...removed.pauses, ...state.pauses);
		if (state.pauses.length > 0) data.pauses = state.pauses.map((each) => ({ ...each }));
		delete data.isPublished;
		delete data.webhookId;
		delete data.webhookUrl;
		// n8n also removes a webhook if it could not register it.
		data.unpublishedAt = state.unpublishedAt ??= removed.at;
		const orphans = state.orphans.map(({ raw, isAnswered }) => ({ ...raw, isAnswered }));
		while (JSON.stringify(orphans).length > MAX_ORPHANS_LENGTH) orphans.shift();
		if (orphans.length > 0) data.orphans = orphans;
		noteOverwritten(context, state, removed);
		if (sharesData(state)) storeLast(data, state);
	});
}

/** Notes what the record lacks of the publication: n8n has just started, and what it had stored was overwritten. */
function noteOverwritten(context: IHookFunctions, state: NodeState, { own, noted }: Removed): void {
	const { last } = state;
	const { record } = last ?? {};
	if (!isCatchingUp(context)) return;
	if (last === undefined || record?.since === undefined) {
		if (noted === undefined || !sharesData(state)) return;
		const first = { ...readRecord({}), since: noted };
		state.last = lastRound(context, withKinds(first, eventsOf(context), noted));
		return;
	}
	const known = record.webhook?.from ?? 0;
	const later = own.filter(({ mark }) => mark !== undefined && mark.from > known);
	const events = eventsOf(context).filter((event) => later.some((each) => sendsAll(each, [event])));
	if (events.length === 0) return;
	const from = Math.min(...later.flatMap(({ mark }) => mark?.from ?? []));
	const filters = withFilters(record.filters, readPushFilters(context), from);
	state.last = { ...last, record: withKinds({ ...record, filters }, events, from) };
}

/** The record with kinds of which everything before an instant was emitted. They keep that position in each delivery. */
function withKinds(record: TriggerRecord, events: string[], at: number): TriggerRecord {
	const states = kindsOf(events).map((kind) => [kind, { filter: '', cursor: startFrom(at) }]);
	const added = Object.fromEntries(states) as TriggerRecord['kinds'];
	return { ...record, kinds: { ...added, ...record.kinds } };
}

/**
 * Stores the record of the last round, as n8n stores nothing of a round without items, and an execution may have overwritten
 * it: without a webhook, nothing else holds the position after a restart.
 */
function storeLast(data: HookData, state: NodeState): void {
	const record = surelyEmitted(state);
	if (record?.since === undefined) return;
	if (readRecord(data.record).rounds <= record.rounds) {
		data.record = record as unknown as IDataObject;
	}
}

const MAX_CLEAN_UP_MS = 5000;

/** Whether n8n only cleans up after a registration that has just failed, as it also does before it tries again. */
function isCleanUp({ registration, hooks }: NodeState): boolean {
	const endedAt = hooks?.endedAt ?? -Infinity;
	return registration === 'failed' && performance.now() - endedAt < MAX_CLEAN_UP_MS;
}

/** Whether it is the webhook of a published workflow, not of a step that listens or of one that could not be published. */
function isPublished(context: IHookFunctions, { registration, url, last }: NodeState): boolean {
	const data = hookData(context);
	// If another node writes static data, n8n stores what was loaded for its execution over what hooks have stored since.
	if (data.isPublished) return true;
	if (url !== undefined) {
		return (registration === 'registered' || registration === 'failed') && url === urlOf(context);
	}
	// The first hook after an update of the package: rounds have stored the URL.
	const { record = readRecord(data.record) } = last ?? {};
	return record.url === urlOf(context);
}

async function deleteTestWebhook(context: IHookFunctions, id: string): Promise<void> {
	try {
		await deleteWebhook(context, id);
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown, undefined, []);
	}
	const data = hookData(context);
	for (const name of ['webhookId', 'webhookUrl', 'secret'] as const) delete data[name];
}

interface Removed {
	/** By the service's clock, epoch milliseconds; undefined if that is not known. */
	at?: number;
	/** The pauses that the webhooks noted. */
	pauses: Period[];
	/** The webhooks that were removed. */
	own: Array<Pick<OwnWebhook, 'mark' | 'triggers'>>;
	/** The position that they noted. */
	noted?: number;
}

/** Removes the webhook, and those that it replaced. */
async function remove(context: IHookFunctions, webhookId?: string): Promise<Removed> {
	const { at, own } = await readRemovable(context, webhookId);
	// Before, as n8n tries again if only some could be removed, or a response was lost.
	if (isCatchingUp(context)) {
		addOrphans(stateOf(nodeKey(context)), await undeliveredTo(context, own));
	}
	for (const { id } of own) await deleteWebhook(context, id);
	const marks = { replaced: own };
	const [from] = own.flatMap(({ mark }) => mark?.from ?? []).sort((a, b) => a - b);
	return { at, own, pauses: allPauses(marks, []), noted: notedBy(marks) ?? from };
}

async function readRemovable(
	context: IHookFunctions,
	registered?: string,
): Promise<{ at?: number; own: Array<Pick<OwnWebhook, 'id' | 'mark' | 'triggers'>> }> {
	try {
		const { current, replaced, now } = await readOwn(context);
		const own = current ? [current, ...replaced] : replaced;
		// Without a mark, it is one that a person has registered.
		const removable = own.filter(({ id, mark }) => mark !== undefined || id === registered);
		return { at: now + SECOND_MS, own: removable };
	} catch (thrown) {
		// A credential can have the permission to write webhooks without that to read them.
		if (statusOf(thrown) !== 403 || registered === undefined) throw asError(thrown);
		return {
			at: latestServiceTime(stateOf(nodeKey(context))),
			own: [{ id: registered, triggers: [] }],
		};
	}
}

async function undeliveredTo(
	context: IHookFunctions,
	webhooks: Array<Pick<OwnWebhook, 'id'>>,
): Promise<Envelope[]> {
	try {
		const orphans: Envelope[] = [];
		for (const { id } of webhooks.slice(0, MAX_OWN)) {
			orphans.push(...undelivered(await readLog(context, id), urlOf(context)));
		}
		return orphans;
	} catch (thrown) {
		context.logger.warn(
			`The delivery log could not be read before the webhook was removed: ${String(thrown)}`,
		);
		return [];
	}
}
