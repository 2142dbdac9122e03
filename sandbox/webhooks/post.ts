import { createHmac } from 'node:crypto';
import { request, type Dispatcher } from 'undici';

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

const MAX_KEPT_BYTES = 16 * 1024;

/**
 * Only addresses of this machine: the sandbox imitates a service and has invented data, so nothing of it may reach
 * whoever a mistyped or copied URL belongs to.
 */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Delivers a message once. Never throws; redirects are not followed. */
export async function post(
	dispatcher: Dispatcher,
	message: Message,
	retried: number,
	timeout: number,
): Promise<Outcome> {
	const { protocol, hostname } = new URL(message.url);
	if (!/^https?:$/.test(protocol) || !LOOPBACK.test(hostname)) {
		return unreachable('Only loopback addresses are delivered to.');
	}
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
		if (length >= MAX_KEPT_BYTES) break;
	}
	return Buffer.concat(chunks).subarray(0, MAX_KEPT_BYTES).toString('utf8');
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { code } = error as NodeJS.ErrnoException;
	return [code, error.message].filter(Boolean).join(': ');
}
