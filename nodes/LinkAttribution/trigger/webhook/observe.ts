import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { earliest } from '../eventList/clock';
import { serviceTime, type NodeState } from '../nodeState';
import type { TriggerRecord } from '../record';
import { asError } from '../../input/unknown';
import { isSameReceiver } from './deliveryLog';
import { readMark, withoutMark } from './mark';
import type { Observed, OwnWebhook, Wanted } from './types';
import {
	isUnavailable,
	readLog,
	readWebhooks,
	scopeIds,
	type Webhook,
	type WebhooksContext,
} from './webhooksApi';

/** Maximum webhooks of a node whose logs are read. */
export const MAX_OWN = 3;

/** Reads the node's webhooks and their delivery logs. @returns also what failed */
export async function observe(
	context: IPollFunctions,
	wanted: Wanted,
	settings: IDataObject,
	installation: string,
	record: TriggerRecord,
	state: NodeState,
): Promise<{ observed: Observed; failure?: unknown }> {
	const { drained, pauses, orphans } = state;
	// With durable cursors, n8n stores the position itself, and there are none of these.
	const storedUntil = state.storedUntil === state.provenUntil ? Infinity : state.storedUntil;
	const observed: Observed = {
		now: serviceTime(state),
		isRead: false,
		replaced: [],
		...{ drained, pauses, orphans, storedUntil },
	};
	try {
		const { webhooks, now } = await readWebhooks(context);
		const { current, replaced } = ownWebhooks(
			webhooks,
			wanted.url,
			installation,
			record.webhook?.id,
		);
		const ahead = now - Date.now();
		const shown = { now, replaced: replaced.slice(0, MAX_OWN - 1) };
		Object.assign(observed, shown, notedTimes(state, ahead));
		if (current) {
			const isAsWanted = wanted.isManual
				? sendsAll(current, wanted.events)
				: await isAsIn(context, current, settings);
			observed.current = { ...current, isAsWanted };
		}
		observed.isRead = true;
		for (const webhook of [observed.current, ...observed.replaced]) {
			if (webhook) webhook.log = await readLog(context, webhook.id);
		}
		const log = observed.current?.log ?? [];
		const begunAt = earliest(state.begun) + ahead;
		observed.isReceiver = state.isReceiver || log.every(({ at }) => at < begunAt);
		return { observed };
	} catch (thrown) {
		if (!observed.isRead) {
			const now = serviceTime(state);
			Object.assign(observed, { now }, notedTimes(state, state.ahead ?? 0));
		}
		if (isUnavailable(thrown)) observed.unavailable = reasonOf(thrown);
		return { observed, failure: thrown };
	}
}

/** The times that this machine's clock noted, by one that is so many milliseconds ahead. */
function notedTimes(
	{ skipped, publishedAt, publishedBy }: NodeState,
	ahead: number,
): Pick<Observed, 'ahead' | 'skipped' | 'publishedAt'> {
	const kinds = Object.entries(skipped).map(([kind, at]): [string, number] => {
		return [kind, earliest(at) + ahead];
	});
	return {
		ahead,
		skipped: Object.fromEntries(kinds),
		publishedAt: publishedAt ?? (publishedBy && earliest(publishedBy) + ahead),
	};
}

/**
 * The webhooks of the node, even if the base URL of n8n, or the URL of the webhook, was changed.
 *
 * @param webhooks newest first
 * @param id of the webhook that was registered last
 */
export function ownWebhooks(
	webhooks: Webhook[],
	url: string,
	installation: string,
	id: string | undefined,
): { current?: OwnWebhook; replaced: OwnWebhook[] } {
	const own = webhooks
		.map((webhook) => ({ ...webhook, mark: readMark(webhook.url) }))
		.filter(({ mark, ...webhook }) => {
			const isRegistered = webhook.id === id;
			// Another n8n can have the same workflow, with what is stored of it.
			if (mark && mark.installation !== installation) {
				return isRegistered && withoutMark(webhook.url) === url;
			}
			return isRegistered || (mark ? isSameReceiver(webhook.url, url) : webhook.url === url);
		});
	const current = own.find(({ mark }) => mark?.replaced === undefined);
	return { current, replaced: own.filter((each) => each !== current) };
}

/** Whether a webhook has the URL, events, and links of a registration. */
async function isAsIn(
	context: WebhooksContext,
	webhook: OwnWebhook,
	{ url, triggers, linkScope, linkIds, folderIds }: IDataObject,
): Promise<boolean> {
	const scope = webhook.linkScope ?? null;
	if (withoutMark(webhook.url) !== url || !webhook.mark) return false;
	if (!isSameSet(webhook.triggers, triggers as string[])) return false;
	if (webhook.mark.isReduced) return true;
	if (scope !== (linkScope ?? null)) return false;
	if (scope !== 'links' && scope !== 'folders') return true;
	const ids = await scopeIds(context, webhook.id, scope);
	return isSameSet(ids, (linkIds ?? folderIds) as string[]);
}

/** Whether a webhook sends all events; a person can choose other links than the filters of the node. */
export function sendsAll({ triggers }: Pick<OwnWebhook, 'triggers'>, events: string[]): boolean {
	return events.every((each) => triggers.includes(each));
}

function isSameSet(found: string[], wanted: string[]): boolean {
	const set = new Set(wanted);
	return found.length === set.size && found.every((each) => set.has(each));
}

/** The error message as a sentence. */
export function reasonOf(thrown: unknown): string {
	return asError(thrown).message.replace(/\.?$/, '.');
}
