import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { Envelope } from '../item';

/** What this process remembers of a node until n8n restarts. */
export interface NodeMemory {
	/** Identifies this memory, and so the process. */
	readonly id: string;
	/** Of the registered webhook. */
	secret?: string;
	/** Of the previous webhook, whose deliveries the service may still retry. */
	previousSecret?: string;
	/** Of the registered webhook; polls with a durable cursor cannot read what the hooks store. */
	webhookId?: string;
	/** Of the registered webhook. */
	url?: string;
	/** Whether the node used webhook delivery since the last poll of polling delivery. */
	wasPushed: boolean;
	/** Whether the hooks began to register the webhook, and have not succeeded. */
	isRegistering: boolean;
	/** Set while the workflow is unpublished, from when its webhook is being removed. */
	isUnpublished: boolean;
	/** Whether the workflow was unpublished since the last poll, even if it was published again. */
	wasUnpublished: boolean;
	/** When this process published the workflow, epoch milliseconds. */
	publishedAt?: number;
	/** Whether a poll ran since the node was published, or since n8n started. */
	wasPolled: boolean;
	/**
	 * When the workflow last ran for a delivery, epoch milliseconds, 0 if never. Set if the webhook was missing when n8n
	 * started, and was registered again.
	 */
	missingSince?: number;
	/** The undelivered events when the webhook was removed. */
	undelivered: Envelope[];
	/** When the webhook was removed, epoch milliseconds. */
	removedAt: number;
	/** When a rejected delivery was last reported, epoch milliseconds. */
	rejectionReportedAt?: number;
	/** The running catch-up. */
	round?: unknown;
	/** ID of the webhook that a catch-up last replaced, unless it failed. */
	replacedId?: string;
	/** The static data of the last poll. Without durable cursors, all polls of a publication have the same. */
	staticData?: IDataObject;
	/** What the last poll stored; n8n stores it only if the poll emits items. */
	catchUp?: unknown;
	/** The static data that a poll last replaced, as a hash, and when, epoch milliseconds. */
	replaced?: { hash: string; at: number };
}

const MAX_NODES = 5000;

const nodes = new Map<string, NodeMemory>();

export function memoryOf(key: string): NodeMemory {
	const memory = nodes.get(key) ?? {
		id: randomUUID(),
		wasPushed: false,
		isRegistering: false,
		isUnpublished: false,
		wasUnpublished: false,
		wasPolled: false,
		undelivered: [],
		removedAt: 0,
	};
	nodes.delete(key);
	nodes.set(key, memory);
	const [oldest] = nodes.keys();
	if (nodes.size > MAX_NODES) nodes.delete(oldest);
	return memory;
}

/** Keeps the secret of the previous webhook valid, but no earlier one. */
export function rememberSecret(key: string, secret: string | undefined): void {
	const memory = memoryOf(key);
	if (memory.secret !== undefined && memory.secret !== secret) {
		memory.previousSecret = memory.secret;
	}
	memory.secret = secret;
}

/** Without a webhook, no secret is valid. */
export function knownSecrets(key: string): string[] {
	const { secret, previousSecret } = memoryOf(key);
	if (secret === undefined) return [];
	return previousSecret === undefined ? [secret] : [secret, previousSecret];
}
