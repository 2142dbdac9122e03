import type { IWebhookFunctions } from 'n8n-workflow';
import { webhookData } from './registration';

interface HttpResponse {
	statusCode: number;
	once(event: 'finish' | 'close', listener: () => void): void;
}

/**
 * How many IDs are remembered, in the static data and by the process. The service repeats a delivery after 12 seconds at
 * the earliest, and then for hours.
 */
const REMEMBERED = { stored: 500, here: 5000 };

/**
 * What came to a node while this process runs: whether n8n started the workflow for it, by ID; pending until n8n answers.
 *
 * The static data alone cannot tell: n8n reads it when a request comes and writes it before the answer, so that of
 * requests at the same time each misses what the others are, and the last one undoes what the others wrote.
 */
interface Receiver {
	answers: Map<string, boolean | Promise<boolean>>;
	/** When the static data was written last, by `performance.now()`. */
	writtenAt: number;
}

const receivers = new Map<string, Receiver>();

/**
 * Milliseconds between two writes of the static data, each of which costs n8n as much as the rest of a delivery. What
 * came within them is known to this process alone until the next delivery after them.
 */
const WRITE_INTERVAL = 1_000;

/**
 * Whether none of these IDs came before. Those that are being worked on are waited for: the workflow starts again only
 * where n8n could not start it.
 */
export async function isFirst(this: IWebhookFunctions, ids: string[]): Promise<boolean> {
	// Here n8n gives the production URL also for what came to the test URL.
	const receiver = receiverOf(`${this.getMode()} ${this.getNodeWebhookUrl('default')}`);
	const { answers } = receiver;
	for (let wait = true; wait;) {
		const earlier = ids.flatMap((id) => answers.get(id) ?? []);
		if ((await Promise.all(earlier)).includes(true)) return false;
		// While this one waited, another one that waited, too, may have begun.
		wait = ids.some((id) => answers.has(id));
	}
	const store = webhookData(this);
	const stored = store.delivered ?? [];
	if (ids.some((id) => stored.includes(id))) return false;
	const now = performance.now();
	if (now - receiver.writtenAt >= WRITE_INTERVAL) {
		receiver.writtenAt = now;
		const started = [...answers].flatMap(([id, answer]) => (answer === true ? [id] : []));
		store.delivered = [...new Set([...stored, ...started, ...ids])].slice(-REMEMBERED.stored);
	}
	remember(receiver, ids, this.getResponseObject() as HttpResponse);
	return true;
}

/** Whether this process received it. */
export function cameHere(id: string): boolean {
	return [...receivers.values()].some(({ answers }) => answers.has(id));
}

function receiverOf(name: string): Receiver {
	const receiver = receivers.get(name) ?? { answers: new Map(), writtenAt: -Infinity };
	receivers.set(name, receiver);
	return receiver;
}

function remember({ answers }: Receiver, ids: string[], response: HttpResponse): void {
	const started = new Promise<boolean>((resolve) => {
		response.once('finish', () => resolve(response.statusCode < 400));
		// Without an answer the sender has gone; n8n goes on.
		response.once('close', () => resolve(true));
	});
	for (const id of ids) answers.set(id, started);
	void started.then((hasStarted) => {
		for (const id of ids) {
			if (hasStarted) answers.set(id, true);
			else answers.delete(id);
		}
		for (const id of answers.keys()) {
			if (answers.size <= REMEMBERED.here) break;
			answers.delete(id);
		}
	});
}
