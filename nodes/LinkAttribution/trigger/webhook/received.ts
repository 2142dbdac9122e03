import { createHash } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { nodeKey } from '../item';

interface HttpResponse {
	statusCode: number;
	writableFinished: boolean;
	destroyed: boolean;
	once(event: 'finish' | 'close', listener: () => void): void;
}

/** Whether the workflow was started for an event, by key; pending until n8n responds. */
type Received = Map<string, boolean | Promise<boolean>>;

/** How many keys of a node are remembered. The service retries after 12 seconds at the earliest, and then for days. */
const MAX_KEYS = 10_000;

const nodes = new Map<string, Received>();

/**
 * Whether none of these IDs was received before. Deliveries that are being worked on are waited for: the workflow starts
 * again only where n8n could not start it.
 *
 * n8n with several processes has nothing that they share at this moment; see `record.ts`.
 */
export async function isFirst(this: IWebhookFunctions, ids: string[]): Promise<boolean> {
	// The test URL has the same node as the production URL.
	const received = receivedBy(
		this.getMode() === 'manual' ? `test ${nodeKey(this)}` : nodeKey(this),
	);
	const keys = ids.map(shortKey);
	for (let wait = true; wait;) {
		const earlier = keys.flatMap((key) => received.get(key) ?? []);
		if ((await Promise.all(earlier)).includes(true)) return false;
		// While this one waited, another one that waited, too, may have begun.
		wait = keys.some((key) => received.has(key));
	}
	const started = isStarted(this.getResponseObject() as HttpResponse);
	for (const key of keys) received.set(key, started);
	void started.then((hasStarted) => {
		for (const key of keys) {
			if (hasStarted) received.set(key, true);
			else received.delete(key);
		}
		forgetOldest(received);
	});
	return true;
}

/** Whether this process received an event, or ran the workflow for it. */
export function wasReceivedHere(node: string, key: string): boolean {
	return nodes.get(node)?.has(shortKey(key)) === true;
}

/** Marks an event for which the workflow ran, so that later deliveries of it are duplicates. */
export function rememberRun(node: string, key: string): void {
	const received = receivedBy(node);
	const short = shortKey(key);
	received.set(short, received.get(short) ?? true);
	forgetOldest(received);
}

/** Whether n8n started the workflow. Without a response the sender has gone, and n8n goes on. */
async function isStarted(response: HttpResponse): Promise<boolean> {
	if (response.writableFinished) return response.statusCode < 400;
	if (response.destroyed) return true;
	return await new Promise<boolean>((resolve) => {
		response.once('finish', () => resolve(response.statusCode < 400));
		response.once('close', () => resolve(true));
	});
}

function receivedBy(node: string): Received {
	const received = nodes.get(node) ?? new Map<string, boolean>();
	nodes.set(node, received);
	return received;
}

function forgetOldest(received: Received): void {
	for (const key of received.keys()) {
		if (received.size <= MAX_KEYS) break;
		received.delete(key);
	}
}

/** A sender may give an ID of any length. */
function shortKey(key: string): string {
	return key.length <= 64 ? key : createHash('sha256').update(key).digest('base64');
}
