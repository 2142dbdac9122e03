import type { Kind } from '../eventList/page';
import type { Envelope } from '../item';
import type { Period } from '../periods';
import type { PushFilters } from '../record';
import type { Cause, Mark } from './mark';
import type { Attempt, Webhook } from './webhooksApi';

export interface OwnWebhook extends Webhook {
	mark?: Mark;
	/** Undefined if it could not be read. */
	log?: Attempt[];
}

/** The webhook and events that a node needs. */
export interface Wanted {
	/** The types of events. */
	events: string[];
	/** Without a mark. */
	url: string;
	/** Whether a round may register, update, and remove webhooks. */
	isRepaired: boolean;
	/** Whether a person manages the webhook. */
	isManual: boolean;
	/** The kinds that the event list contains, with the hash of where they are read. */
	kinds: Array<{ kind: Kind; filter: string }>;
	filters: PushFilters;
}

/** The state of the service, as a round has read it. Times are epoch milliseconds by the service's clock. */
export interface Observed {
	now: number;
	/** Milliseconds by which it is ahead of this machine's clock, as far as known. */
	ahead?: number;
	/** Whether deliveries reach this process, which remembers them, as far as it knows. */
	isReceiver?: boolean;
	/** Whether the list of webhooks could be read. */
	isRead: boolean;
	current?: OwnWebhook & { isAsWanted: boolean };
	/** Webhooks of the node that were set aside. */
	replaced: OwnWebhook[];
	/** Replaced webhooks whose log an earlier round of this process has emitted. */
	drained: Set<string>;
	/** Why the webhooks or a log cannot be read, if not for now. */
	unavailable?: string;
	/** The latest periods in which the workflow was unpublished, as far as this process knows. */
	pauses: Period[];
	/** When it was published, if there is no mark that says it. */
	publishedAt?: number;
	/** Since when kinds were wanted that no round has read. */
	skipped?: Partial<Record<Kind, number>>;
	/** Undelivered events of a webhook that was removed. */
	orphans: Envelope[];
	/** The latest position that n8n has stored as far as this process knows; Infinity if that is the latest one. */
	storedUntil?: number;
}

/** A period whose events of the kinds that are not listed may be lost. */
export interface Loss extends Period {
	cause: Cause | 'unregistered' | 'incomplete' | 'off' | 'failing' | 'unavailable' | 'reduced';
	/** Identifies the warning, which is shown once. */
	key: string;
	/** When the service disabled the webhook; why the log cannot be read. */
	detail?: number | string;
}

/** Each is safe to repeat. In the order in which they are done. */
export type Step =
	| { do: 'emit'; events: Envelope[] }
	| { do: 'setAside'; webhook: OwnWebhook }
	| { do: 'create'; cause: Cause }
	| { do: 'update'; webhook: OwnWebhook }
	| { do: 'warn'; loss: Loss }
	/** A precaution emits nothing if there is more than is remembered of what ran. */
	| { do: 'read'; isPrecaution: boolean }
	| { do: 'remove'; webhook: OwnWebhook }
	| { do: 'note'; webhook: OwnWebhook; mark: Mark };
