import { createHmac } from 'node:crypto';
import { request, type Dispatcher } from 'undici';
import { isLoopbackUrl } from '../app/loopback.ts';

/** One publication on its way to one webhook. Everything but the count of retries stays the same for each attempt. */
export interface Message {
	id: string;
	webhookId: string;
	url: string;
	secret: string;
	event: string;
	eventId: string;
	/** The JSON text, to the byte. */
	body: string;
	/** Test events and resent deliveries are sent even if the webhook is disabled. */
	evenIfDisabled: boolean;
}

export interface Outcome {
	/** 503 also if the receiver could not be reached. */
	status: number;
	/** The start of the response, or why there is no response. */
	text: string;
}

/** What the service reports for a receiver that could not be reached. */
export function unreachable(text: string): Outcome {
	return { status: 503, text };
}

/** A receiver can be any program on this machine, so only the start of its response is stored. */
const MAX_KEPT_LENGTH = 200;

/**
 * Delivers a message once. Never throws; redirects are not followed.
 *
 * Delivers only to this machine, so that the invented data does not reach the owner of a mistyped or copied URL. Only
 * programs on this machine can register a webhook (see `createLoopbackGuard`).
 */
export async function post(
	dispatcher: Dispatcher,
	message: Message,
	retried: number,
	timeout: number,
): Promise<Outcome> {
	if (!isLoopbackUrl(message.url))
		return unreachable('Webhooks are delivered only to loopback addresses.');
	const body = Buffer.from(message.body);
	try {
		const response = await request(message.url, {
			dispatcher,
			method: 'POST',
			headersTimeout: timeout,
			bodyTimeout: timeout,
			headers: {
				'content-type': 'application/json',
				'user-agent': 'Upstash-QStash',
				'dub-signature': signatureOf(body, message.secret),
				'upstash-message-id': message.id,
				'upstash-retried': String(retried),
			},
			body,
		});
		return { status: response.statusCode, text: await startOf(response.body) };
	} catch (error) {
		return unreachable(reasonOf(error));
	}
}

/** @param secret its whole text is the key, including `whsec_` */
function signatureOf(body: Buffer, secret: string): string {
	return createHmac('sha256', secret).update(body).digest('hex');
}

/** Leaving the loop also cancels a response that is longer than the stored part. */
async function startOf(body: AsyncIterable<Buffer>): Promise<string> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of body) {
		chunks.push(chunk);
		length += chunk.length;
		// A character has at most 4 bytes.
		if (length >= 4 * MAX_KEPT_LENGTH) break;
	}
	return Buffer.concat(chunks).toString('utf8').slice(0, MAX_KEPT_LENGTH);
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { code } = error as NodeJS.ErrnoException;
	return [code, error.message].filter(Boolean).join(': ').slice(0, MAX_KEPT_LENGTH);
}
