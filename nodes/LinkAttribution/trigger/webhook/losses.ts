import type { TriggerRecord } from '../record';
import { longestFailure } from './deliveryLog';
import type { Cause } from './mark';
import { sendsAll } from './observe';
import type { Loss, Observed, Wanted } from './types';

/** Periods in which events may be lost, for each cause once. @param cause why the webhook is repaired in this round */
export function lossesOf(
	wanted: Wanted,
	observed: Observed,
	record: TriggerRecord,
	cause: Cause | undefined,
): Loss[] {
	const { now, current, replaced, unavailable } = observed;
	const from = Math.max(record.checkedAt ?? 0, record.since ?? 0);
	const losses: Loss[] = [];
	// A warning that stays true is repeated when it concerns other events.
	const events = wanted.events.join(' ');
	if (unavailable !== undefined) {
		const key = `unavailable ${unavailable.slice(0, 200)} ${events}`;
		losses.push({ cause: 'unavailable', from, to: now, key, detail: unavailable });
	}
	if (cause !== undefined && wanted.isRepaired) {
		losses.push({ cause, from: lostFrom(cause), to: now, key: `${cause} ${now + 1}` });
	} else if (cause === 'changed') {
		const key = `incomplete ${current?.triggers.join(' ')} ${events}`;
		losses.push({ cause: 'incomplete', from, to: now, key });
	} else if (cause !== undefined && current) {
		const disabledAt = Date.parse(String(current.disabledAt));
		const key = `off ${disabledAt} ${events}`;
		losses.push({ cause: 'off', from, to: now, key, detail: disabledAt });
	} else if (cause !== undefined) {
		const key = `unregistered ${record.webhook?.id} ${events}`;
		losses.push({ cause: 'unregistered', from, to: now, key });
	}
	// Repaired by a hook, or by a round that did not end.
	for (const { mark } of current ? [current, ...replaced] : replaced) {
		if (mark?.cause === undefined || mark.from < (record.checkedAt ?? 0)) continue;
		const key = `${mark.cause} ${mark.from}`;
		losses.push({ cause: mark.cause, from: lostFrom(mark.cause), to: mark.from, key });
	}
	const { mark } = current ?? {};
	if (mark?.isReduced)
		losses.push({ cause: 'reduced', from, to: now, key: `reduced ${mark.from}` });
	const failure = longestFailure(current?.log ?? [], wanted.url);
	if (cause === undefined && failure.length >= DISABLING_FAILURES && failure.next) {
		const key = `failing ${failure.from}`;
		losses.push({ cause: 'failing', from: failure.to, to: failure.next, key });
	}
	return losses;

	function lostFrom(of: Cause): number {
		const wasChanged = replaced.some((webhook) => !sendsAll(webhook, wanted.events));
		if (of !== 'disabled' || current?.isAsWanted === false || wasChanged) return from;
		const disabledAt = [current, ...replaced].map((each) => Date.parse(String(each?.disabledAt)));
		return Math.max(from, Math.min(...disabledAt.filter((time) => !Number.isNaN(time)), now));
	}
}

/** After as many consecutive failures, the service disables a webhook. */
const DISABLING_FAILURES = 20;
