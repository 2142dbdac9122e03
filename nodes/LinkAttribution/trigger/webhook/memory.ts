import { randomUUID } from 'node:crypto';
import type { Envelope } from '../item';

/** What this process knows of a node; a restart forgets it. */
interface NodeMemory {
	/** Identifies this memory, and so the process. */
	readonly id: string;
	/** Of the registered webhook. */
	secret?: string;
	/** Of the webhook before it, whose deliveries the service may still retry. */
	previousSecret?: string;
	/** Of the registered webhook; a durable cursor does not share what the hooks store. */
	webhookId?: string;
	/** Where the service delivers to. */
	url?: string;
	/** Whether events were pushed since the last poll of polling delivery. */
	wasPushed: boolean;
	/** Whether n8n could not register the webhook the last time. */
	hasFailed: boolean;
	/** From when its webhook is being removed until the workflow is published again. */
	isUnpublished: boolean;
	/** Whether the workflow was unpublished, perhaps to be published anew, since the last poll. */
	wasUnpublished: boolean;
	/** When it was published by this process, epoch milliseconds. */
	publishedAt?: number;
	/** Whether a poll ran since the node was published, or since n8n started. */
	wasPolled: boolean;
	/**
	 * Set if the webhook was missing when n8n started, and was registered again: when the workflow last ran for a delivery
	 * before that, epoch milliseconds, 0 if never.
	 */
	missingSince?: number;
	/** What had not been delivered when the webhook was removed. */
	undelivered: Envelope[];
	/** Epoch milliseconds of that. */
	removedAt: number;
	/** The round of catching up that runs. */
	round?: unknown;
	/** What the last poll stored; n8n itself keeps it only when the poll emits something. */
	catchUp?: unknown;
}

const MAX_NODES = 5000;

const nodes = new Map<string, NodeMemory>();

export function memoryOf(key: string): NodeMemory {
	const memory = nodes.get(key) ?? {
		id: randomUUID(),
		wasPushed: false,
		hasFailed: false,
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

/** The secret of the webhook before stays valid, but not the one before that. */
export function rememberSecret(key: string, secret: string | undefined): void {
	const memory = memoryOf(key);
	if (memory.secret !== undefined && memory.secret !== secret) {
		memory.previousSecret = memory.secret;
	}
	memory.secret = secret;
}

/** Without a webhook no secret is valid. */
export function knownSecrets(key: string): string[] {
	const { secret, previousSecret } = memoryOf(key);
	if (secret === undefined) return [];
	return previousSecret === undefined ? [secret] : [secret, previousSecret];
}
