import { createHash } from 'node:crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { nodeKey } from '../item';
import { claimContent, isConversion } from './contents';

interface HttpResponse {
	statusCode: number;
	writableFinished: boolean;
	destroyed: boolean;
	once(event: 'finish' | 'close', listener: () => void): void;
	end(...data: unknown[]): unknown;
}

/** Whether the workflow was started, by the key of the event; pending until n8n responds. */
type Received = Map<string, boolean | Promise<boolean>>;

/** Per node. The service retries after 12 seconds at the earliest, and then for days. */
const MAX_KEYS = 10_000;

const nodes = new Map<string, Received>();

/**
 * Whether none of these IDs was received before. Waits for the same deliveries in progress: the workflow starts again only
 * if n8n could not start it.
 *
 * Several processes of n8n share no data at this point; see `executions.ts`.
 *
 * @param isConfirmed whether n8n responds when the workflow has ended, instead of when it has started
 * @param onFailure if n8n could not start it
 */
export async function isFirst(
	context: IWebhookFunctions,
	ids: string[],
	isConfirmed: boolean,
	onFailure: () => void,
): Promise<boolean> {
	// The test URL belongs to the same node.
	const received = receivedBy(
		context.getMode() === 'manual' ? `test ${nodeKey(context)}` : nodeKey(context),
	);
	const keys = ids.map(shortKey);
	for (let wait = true; wait;) {
		const earlier = keys.flatMap((key) => received.get(key) ?? []);
		if ((await Promise.all(earlier)).includes(true)) return false;
		// Meanwhile, another delivery that waited may have started.
		wait = keys.some((key) => received.has(key));
	}
	const response = context.getResponseObject() as HttpResponse;
	const started = isConfirmed ? hasSucceeded(response) : isStarted(response);
	for (const key of keys) received.set(key, started);
	void started.then((hasStarted) => {
		for (const key of keys) {
			if (hasStarted) received.set(key, true);
			else received.delete(key);
		}
		if (!hasStarted) onFailure();
		forgetOldest(received);
	});
	return true;
}

/** Whether this process received an event, or ran the workflow for it. */
export function wasReceivedHere(node: string, key: string): boolean {
	return nodes.get(node)?.has(shortKey(key)) === true;
}

/**
 * The keys that identify an event of the list in deliveries, besides its ID: none for clicks.
 *
 * @returns undefined if this process received it
 */
export function undeliveredContent(
	node: string,
	id: string,
	item: IDataObject,
): string[] | undefined {
	if (wasReceivedHere(node, id)) return undefined;
	if (!isConversion(item)) return [];
	return claimContent(node, 'listed', item);
}

/** Marks an event for which the workflow ran, so that later deliveries of it are duplicates. */
export function rememberRun(node: string, key: string): void {
	const received = receivedBy(node);
	received.set(shortKey(key), true);
	forgetOldest(received);
}

/** Whether n8n started the workflow. If the sender disconnected before the response, n8n continues. */
async function isStarted(response: HttpResponse): Promise<boolean> {
	if (response.writableFinished) return response.statusCode < 400;
	if (response.destroyed) return true;
	return await new Promise<boolean>((resolve) => {
		response.once('finish', () => resolve(response.statusCode < 400));
		response.once('close', () => resolve(true));
	});
}

/** Whether the workflow succeeded. n8n also ends the response if the sender had no patience, and has disconnected. */
async function hasSucceeded(response: HttpResponse): Promise<boolean> {
	const end = response.end.bind(response);
	return await new Promise<boolean>((resolve) => {
		response.end = (...data) => {
			resolve(response.statusCode < 400);
			return end(...data);
		};
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

/** A sender can use an ID of any length. */
function shortKey(key: string): string {
	return key.length <= 64 ? key : createHash('sha256').update(key).digest('base64');
}
