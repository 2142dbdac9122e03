import { workspaceOf } from '../item';
import { MARGIN_MS, unknownSince, type TriggerRecord } from '../record';
import type { Observed } from './types';
import type { Attempt } from './webhooksApi';

/** The ID of the workspace that the first event with one names. */
export function loggedWorkspace(log: Attempt[]): string | undefined {
	return workspaceOf(log.flatMap(({ envelope }) => (envelope ? [envelope.data] : [])));
}

/** The webhook that the credential shows, before the round; `TriggerRecord` says what it is for. */
export function shownWebhook(record: TriggerRecord, observed: Observed) {
	const { now, current, publishedAt = now, replaced, skipped = {} } = observed;
	if (!current && record.shownWebhook) return record.shownWebhook;
	const { id = '', mark } = current ?? {};
	const earlier = replaced.flatMap((each) => each.mark?.from ?? []);
	const since = Math.min(mark?.from ?? publishedAt, ...earlier, ...Object.values(skipped));
	return shownAs({ id, since }, record, observed);
}

/** The fields of the record after an event has shown the workspace. */
export function withKnown(shown: TriggerRecord['shownWebhook']): Partial<TriggerRecord> {
	return { empty: undefined, shownWebhook: shown && { ...shown, isKnown: true } };
}

/** The webhook that the credential shows now: of the same workspace as the one before, or not as far as known. */
export function shownAs(
	{ id, since }: { id: string; since: number },
	record: TriggerRecord,
	{ current, replaced }: Observed,
): NonNullable<TriggerRecord['shownWebhook']> {
	const { shownWebhook: shown } = record;
	const isOwn = [current, ...replaced].some((each) => each?.id === shown?.id);
	if (shown && isOwn) return { ...shown, id };
	return { id, since: Math.min(since, unknownSince(record, MARGIN_MS)) };
}
