import { timeOf, type Envelope } from '../item';
import { KINDS } from '../eventList/page';
import { isPublishedAt, latestPauses } from '../periods';
import {
	cursorOf,
	keepsPosition,
	MARGIN_MS,
	MAX_SHOWN,
	positionOf,
	raised,
	raisedKinds,
	wasPolled,
	type TriggerRecord,
} from '../record';
import { startFrom } from '../eventList/cursor/cursor';
import { longestFailure, undelivered } from './deliveryLog';
import { lossesOf } from './losses';
import { allPauses, notedBy, type Cause } from './mark';
import { matchedFilters, withFilters } from './pushFilters';
import type { Observed, OwnWebhook, Step, Wanted } from './types';
import { MAX_ATTEMPTS, type Attempt } from './webhooksApi';
import { loggedWorkspace, shownWebhook, withKnown } from './workspace';

/** Consecutive failures after which the webhook may have been disabled, and enabled again: the service does so after 20. */
const SUSPICIOUS_FAILURES = 5;

/** By then, the service has retried three times. It waits hours for the fourth. */
const LONG_RETRY_MS = 34 * 60_000;

export type Verdict = 'proven' | 'pending' | 'unseen' | 'broken';

/**
 * Decides what a round in webhook delivery does, from the state of the service.
 *
 *  - `proven`: the service delivers everything since the position. The position moves without reading the list.
 *  - `unseen`: the log is full, and there may have been failures before it. The list is read from the position.
 *  - `pending`: the same if another process receives the deliveries, so that this one does not know them, and the log shows
 *    a failure, which the service retries. The position stays.
 *  - `broken`: the webhook is repaired, and the list is read from the position.
 *
 * @returns the steps, and the records before and after them, the latter except for what reading the list and registering a
 *     webhook add
 */
export function reconcile(
	wanted: Wanted,
	observed: Observed,
	stored: TriggerRecord,
): { verdict: Verdict; steps: Step[]; begun: TriggerRecord; next: TriggerRecord } {
	const record = begin(wanted, observed, stored);
	const { current, replaced, now } = observed;
	const position = positionOf(record);
	const logs = [current, ...replaced].flatMap((webhook) => (webhook?.log ? [webhook.log] : []));
	const log = logs.flat();
	const events = [...observed.orphans, ...logs.flatMap((each) => undelivered(each, wanted.url))];
	const emitted = new Set(record.emitted);
	const isNew = (envelope: Envelope) =>
		!emitted.has(envelope.id) &&
		isPublishedAt(record, timeOf(envelope)) &&
		matchedFilters(record, () => envelope, timeOf(envelope)) &&
		!isPolled(record, envelope);
	const fresh = events.filter(isNew);
	const steps: Step[] = [{ do: 'emit', events: fresh }];
	const repair = repairOf(observed, record);
	if (wanted.isRepaired) steps.push(...repair.steps);
	const losses = lossesOf(wanted, observed, record, repair.cause).filter(
		({ key }) => !record.shown.includes(key),
	);
	steps.push(...losses.map((loss): Step => ({ do: 'warn', loss })));
	const from = current ? sinceWhenOf(current, record, now) : now;
	const isWorking = repair.cause === undefined && observed.isRead && from <= position;
	const verdict = isWorking ? verdictOf(wanted, observed, log, position) : 'broken';
	if (verdict === 'broken' || verdict === 'unseen') {
		steps.push({ do: 'read', isPrecaution: verdict === 'unseen' });
	}
	for (const webhook of replaced) {
		const isPast = (webhook.mark?.replaced ?? 0) < position;
		if (wanted.isRepaired && isPast && observed.drained.has(webhook.id)) {
			steps.push({ do: 'remove', webhook });
		}
	}
	const logged = new Set(log.map(({ eventId }) => eventId));
	const next: TriggerRecord = {
		...record,
		emitted: [...new Set([...record.emitted, ...events.map(({ id }) => id)])].filter((id) =>
			logged.has(id),
		),
		webhook: current && repair.cause === undefined ? { id: current.id, from } : undefined,
		checkedAt:
			repair.cause === undefined && observed.isRead
				? seenUntil(observed, record)
				: record.checkedAt,
		workspace: record.workspace ?? loggedWorkspace(log),
		shownWebhook: shownWebhook(record, observed),
		shown: [...record.shown, ...losses.map(({ key }) => key)].slice(-MAX_SHOWN),
	};
	if (loggedWorkspace(current?.log ?? []) !== undefined)
		Object.assign(next, withKnown(next.shownWebhook));
	if (!observed.isRead) next.webhook = record.webhook;
	if (verdict === 'proven') {
		next.kinds = raisedKinds(next, now - MARGIN_MS);
		next.refusedAt = undefined;
	}
	if (isWorking && wanted.isRepaired) {
		// Emitted events are executed only after the round.
		const isSure = verdict === 'proven' && fresh.length === 0;
		steps.push(...noteOf(observed, isSure ? positionOf(next) : position));
	}
	return { verdict, steps, begun: record, next };
}

/** The verdict on a webhook that has been as wanted since the position. @param log of all webhooks of the node */
function verdictOf(
	{ url }: Wanted,
	{ current, replaced, now, isReceiver }: Observed,
	log: Attempt[],
	position: number,
): Verdict {
	if (
		current?.log === undefined ||
		replaced.some(({ mark }) => (mark?.replaced ?? now) > position) ||
		longestFailure(log, url, position).length >= SUSPICIOUS_FAILURES
	) {
		return 'broken';
	}
	const isFull =
		current.log.length >= MAX_ATTEMPTS && current.log.every(({ at }) => at >= position);
	if (!isFull) return 'proven';
	if (isReceiver) return 'unseen';
	return undelivered(log, url).length > 0 ? 'pending' : 'proven';
}

/** Until when nothing is pending that is in no log: what failed before a full log was retried three times, or shows in it. */
function seenUntil({ current, now }: Observed, { checkedAt = 0 }: TriggerRecord): number {
	const { log = [] } = current ?? {};
	const oldest = log.at(-1)?.at ?? 0;
	const isComplete = log.length < MAX_ATTEMPTS || oldest <= checkedAt;
	return isComplete ? now : Math.max(checkedAt, oldest - LONG_RETRY_MS);
}

/** The record with what the hooks and the parameters have changed. */
function begin(wanted: Wanted, observed: Observed, stored: TriggerRecord): TriggerRecord {
	const { current, now, skipped = {}, replaced, ahead = 0 } = observed;
	// When the workflow was published, if no response of the service has dated that yet.
	const before = stored.publishedBy === undefined ? Infinity : stored.publishedBy + ahead;
	const publishedAt = current?.mark?.from ?? Math.min(observed.publishedAt ?? now, before);
	const earlier = replaced.flatMap(({ mark }) => mark?.from ?? []);
	const noted = notedBy(observed);
	const begins = [publishedAt, before, noted ?? Infinity, ...earlier, ...Object.values(skipped)];
	// Polling may not have reached the service yet.
	const since = stored.since ?? Math.min(positionOf(stored, ahead), ...begins);
	const hasPolled = wasPolled(stored);
	const polledUntil = hasPolled ? publishedAt : stored.polledUntil;
	// A pause that began before the node polled had ended.
	const polledAt = hasPolled ? (stored.polledAt ?? publishedAt) : stored.polledUntil;
	const others = allPauses(observed, observed.pauses)
		.filter(({ from }) => from >= (polledAt ?? since))
		.map(({ from, to }) => ({ from, to: Math.min(to, publishedAt) }));
	const pauses = latestPauses(...others, ...stored.pauses);
	// The stored record can be from before the latest publication, whose webhook was replaced since then.
	const storedFrom = stored.webhook?.from ?? 0;
	const changedAt = Math.min(publishedAt, ...earlier.filter((from) => from > storedFrom));
	const filters = withFilters(stored.filters, wanted.filters, changedAt);
	const workspace = loggedWorkspace(current?.log ?? []) ?? stored.workspace;
	// The credential is of another workspace than before.
	const isOther = stored.workspace !== undefined && workspace !== stored.workspace;
	const published = stored.since === undefined ? since : changedAt;
	const first = isOther ? shownWebhook(stored, observed).since : published;
	const kinds = wanted.kinds.map(({ kind, filter }) => {
		const known = stored.kinds[kind];
		const start = Math.min(known ? first : published, skipped[kind] ?? Infinity);
		const isKept = known !== undefined && !isOther && keepsPosition(known.filter, filter);
		const cursor = raised(isKept ? cursorOf(known, ahead) : startFrom(start), noted ?? 0);
		const pause = pauses.find(({ from, to }) => cursor.floor >= from && cursor.floor < to);
		return [kind, { filter, cursor: raised(cursor, pause?.to ?? 0) }];
	});
	return {
		...stored,
		since,
		publishedBy: undefined,
		pauses,
		filters,
		polledUntil,
		workspace,
		kinds: Object.fromEntries(kinds) as TriggerRecord['kinds'],
	};
}

/**
 * Notes the position if a full log was delivered since it was last stored, or once what was before the webhook has been
 * emitted. In queue mode, deliveries reach other processes, which do not know it, and n8n stores nothing of a round without
 * items: after a restart, the list would be read from so far back that n8n no longer remembers what ran.
 */
function noteOf({ current, storedUntil = 0 }: Observed, position: number): Step[] {
	if (!current?.mark || !Number.isFinite(position)) return [];
	const { mark, log = [] } = current;
	const { from, proven = from } = mark;
	const stored = Math.max(storedUntil, from, proven);
	const isFull = log.length >= MAX_ATTEMPTS && log.every(({ at }) => at >= stored);
	const isPast = proven < from && position > from;
	if (!isPast && (!isFull || position <= stored)) return [];
	return [{ do: 'note', webhook: current, mark: { ...mark, proven: position } }];
}

/** Whether an event comes from the list, although an old webhook logs it: polling has read up to it, or will go on there. */
export function isPolled({ polledUntil = 0 }: TriggerRecord, envelope: Envelope): boolean {
	return Object.hasOwn(KINDS, envelope.event) && timeOf(envelope) < polledUntil;
}

/** Since when the webhook delivers what the node wants; one without a mark, that a person has registered, as far as known. */
function sinceWhenOf({ id, mark }: OwnWebhook, { webhook }: TriggerRecord, now: number) {
	const known = webhook?.id === id ? webhook.from : undefined;
	if (!mark || isAnother({ id, mark }, webhook)) return known ?? now;
	return Math.max(mark.from, known ?? 0);
}

/** Whether somebody has registered a webhook with the URL of the one before. */
function isAnother(
	{ id, mark }: Pick<OwnWebhook, 'id' | 'mark'>,
	before: TriggerRecord['webhook'],
) {
	return before !== undefined && before.id !== id && mark !== undefined && mark.from <= before.from;
}

function repairOf(
	{ isRead, current, replaced }: Observed,
	record: TriggerRecord,
): { cause?: Cause; steps: Step[] } {
	if (!isRead) return { steps: [] };
	if (!current) {
		const isReplaced = replaced.some(({ id }) => id === record.webhook?.id);
		const cause = isReplaced ? 'disabled' : 'missing';
		return { cause, steps: [{ do: 'create', cause }] };
	}
	if (current.disabledAt) {
		return {
			cause: 'disabled',
			steps: [
				{ do: 'setAside', webhook: current },
				{ do: 'create', cause: 'disabled' },
			],
		};
	}
	if (current.isAsWanted) return { steps: [] };
	return { cause: 'changed', steps: [{ do: 'update', webhook: current }] };
}
