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
	/** Test events and repetitions go out although the webhook is disabled. */
	evenIfDisabled: boolean;
}

export interface Outcome {
	/** 503 when the receiver could not be reached, too. */
	status: number;
	/** The start of the response, or why there is no response. */
	text: string;
}

/** What the service reports for a receiver that could not be reached. */
export function unreachable(text: string): Outcome {
	return { status: 503, text };
}

/** Receivers may be anything that listens on this machine, so little of what they say is kept. */
const MAX_KEPT_LENGTH = 200;

/**
 * Delivers a message once. Never throws; redirects are not followed.
 *
 * Only to this machine: the sandbox imitates a service and has invented data, so nothing of it may reach whoever a
 * mistyped or copied URL belongs to. And only what a program of this machine registered: no other gets that far (see
 * `createLoopbackGuard`).
 */
export async function post(
	dispatcher: Dispatcher,
	message: Message,
	retried: number,
	timeout: number,
): Promise<Outcome> {
	if (!isLoopbackUrl(message.url)) return unreachable('Only loopback addresses are delivered to.');
	const body = Buffer.from(message.body);
	try {
		const answer = await request(message.url, {
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
		return { status: answer.statusCode, text: await startOf(answer.body) };
	} catch (error) {
		return unreachable(reasonOf(error));
	}
}

/** @param secret its whole text is the key, including `whsec_` */
function signatureOf(body: Buffer, secret: string): string {
	return createHmac('sha256', secret).update(body).digest('hex');
}

/** Breaking off the loop also ends an answer that is longer than what is kept. */
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
