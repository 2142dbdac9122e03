import type { Envelope } from '../item';
import type { Attempt } from './webhooksApi';

/**
 * The events of a delivery log without a successful attempt, oldest first. A redirect is not a success, since the service
 * retries it. Neither is a delivery to another URL, if the webhook was changed for a while.
 */
export function undelivered(log: Attempt[], url: string): Envelope[] {
	const delivered = new Set<string>();
	const failed = new Map<string, Envelope>();
	for (const attempt of log) {
		if (isDelivered(attempt, url)) delivered.add(attempt.eventId);
		else if (attempt.envelope) failed.set(attempt.eventId, attempt.envelope);
	}
	return [...failed]
		.filter(([id]) => !delivered.has(id))
		.map(([, envelope]) => envelope)
		.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
}

/** When the failures after the last success started, epoch milliseconds; Infinity if the newest attempt succeeded. */
export function failingSince(log: Attempt[], url: string): number {
	const success = log.findIndex((attempt) => isDelivered(attempt, url));
	const failures = success < 0 ? log : log.slice(0, success);
	return Math.min(...failures.map(({ at }) => at));
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
