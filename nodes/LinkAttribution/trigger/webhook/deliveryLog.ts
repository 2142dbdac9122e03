import type { Envelope } from '../item';
import type { Attempt } from './webhooksApi';

/**
 * The begin of what n8n responds, with status 200, before its database is migrated
 * (https://github.com/n8n-io/n8n/blob/master/packages/cli/src/abstract-server.ts). The service does not retry it then.
 */
const NOT_RECEIVED = 'n8n is starting up';

/**
 * The events of a delivery log without a successful attempt, in the order of their first attempts. A redirect is not a
 * success, since the service retries it. Neither is a delivery to another URL, if the webhook was changed for a while, nor
 * one to n8n while it starts.
 *
 * @param log newest first
 */
export function undelivered(log: Attempt[], url: string): Envelope[] {
	const delivered = new Set<string>();
	const failed = new Map<string, Envelope>();
	for (const attempt of [...log].reverse()) {
		const { envelope, eventId } = attempt;
		const isReceived = attempt.response?.startsWith(NOT_RECEIVED) !== true;
		if (isReceived && isDelivered(attempt, url)) delivered.add(eventId);
		else if (envelope) {
			const isAnswered = !isReceived || failed.get(eventId)?.isAnswered;
			failed.set(eventId, { ...envelope, isAnswered });
		}
	}
	return [...failed].filter(([id]) => !delivered.has(id)).map(([, envelope]) => envelope);
}

/**
 * The most consecutive failures of a delivery log: how many, from when to when, and when the next success was. Times are
 * epoch milliseconds.
 *
 * @param log newest first
 * @param since when the next success was at the earliest; there may be none
 */
export function longestFailure(
	log: Attempt[],
	url: string,
	since = 0,
): { length: number; from: number; to: number; next?: number } {
	let longest: Attempt[] = [];
	let next: Attempt | undefined;
	let run: Attempt[] = [];
	let after: Attempt | undefined;
	for (const attempt of log) {
		if (isDelivered(attempt, url)) {
			[run, after] = [[], attempt];
			continue;
		}
		run.push(attempt);
		if ((after?.at ?? Infinity) >= since && run.length > longest.length)
			[longest, next] = [run, after];
	}
	const [newest] = longest;
	return {
		length: longest.length,
		from: longest.at(-1)?.at ?? 0,
		to: newest?.at ?? 0,
		next: next?.at,
	};
}

function isDelivered({ status, url }: Attempt, receiver: string): boolean {
	return status >= 200 && status < 300 && isSameReceiver(url ?? receiver, receiver);
}

/** Whether both URLs belong to the same node, whatever the base URL of n8n was. */
export function isSameReceiver(a: string, b: string): boolean {
	return endOf(a) === endOf(b);
}

function endOf(url: string): string {
	return url.split(/[?#]/)[0].split('/').slice(-2).join('/');
}
