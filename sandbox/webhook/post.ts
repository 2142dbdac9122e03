import { createHmac } from 'node:crypto';
import { request, type Dispatcher } from 'undici';
import { isLoopbackUrl } from '../http/loopback.ts';

/** An event to deliver to one webhook. Only the number of retries differs between attempts. */
export interface Message {
	id: string;
	webhookId: string;
	url: string;
	secret: string;
	event: string;
	eventId: string;
	/** The JSON text. */
	body: string;
	/** Test events and redeliveries are sent even to a disabled webhook. */
	evenIfDisabled: boolean;
}

export interface Outcome {
	/** Also 503 if the receiver could not be reached. */
	status: number;
	/** The start of the response body, or why no response came. */
	text: string;
}

/** The outcome that the service reports for an unreachable receiver. */
export function unreachable(text: string): Outcome {
	return { status: 503, text };
}

/** A receiver can be any program on this machine, so only the start of its response is stored. */
const MAX_STORED_LENGTH = 200;

/**
 * Delivers a message once. Never throws; redirects are not followed.
 *
 * Only to this machine, so that fictional data never reaches a third party through a mistyped or copied URL. Only
 * programs on this machine can register webhooks; see `createLoopbackGuard`.
 */
export async function post(
	dispatcher: Dispatcher,
	message: Message,
	retried: number,
	timeout: number,
): Promise<Outcome> {
	if (!isLoopbackUrl(message.url))
		return unreachable('The sandbox delivers only to loopback addresses.');
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

/** @param secret the key, including its prefix `whsec_` */
function signatureOf(body: Buffer, secret: string): string {
	return createHmac('sha256', secret).update(body).digest('hex');
}

/** Leaving the loop also aborts a longer response. */
async function startOf(body: AsyncIterable<Buffer>): Promise<string> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of body) {
		chunks.push(chunk);
		length += chunk.length;
		// A character takes at most 4 bytes.
		if (length >= 4 * MAX_STORED_LENGTH) break;
	}
	return Buffer.concat(chunks).toString('utf8').slice(0, MAX_STORED_LENGTH);
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { code } = error as NodeJS.ErrnoException;
	return [code, error.message].filter(Boolean).join(': ').slice(0, MAX_STORED_LENGTH);
}
