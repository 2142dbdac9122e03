import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';
import { ApiError } from '../../transport/apiError';
import { path } from '../../transport/path';
import { asList, checkResponse } from '../../transport/expected';
import { apiRequest, apiResponse } from '../../transport/request';
import { asError, asText } from '../../input/unknown';
import { nodeKey, toEnvelope, type Envelope } from '../item';
import { noteServiceTime, stateOf } from '../nodeState';

export type WebhooksContext = IHookFunctions | IPollFunctions | IWebhookFunctions;

const webhookSchema = z.object({
	id: z.string().min(1),
	url: z.string(),
	secret: z.string().min(1),
	triggers: z.array(z.string()),
	linkScope: z.string().nullish(),
	disabledAt: z.string().nullish(),
});

const attemptSchema = z.object({
	event_id: z.string(),
	url: z.string().optional(),
	http_status: z.number(),
	timestamp: z.string(),
	request_body: z.unknown(),
	response_body: z.unknown(),
});

export type Webhook = z.output<typeof webhookSchema>;

/** One attempt to deliver an event, as the service logged it. */
export interface Attempt {
	eventId: string;
	url?: string;
	status: number;
	/** The body of the response, if it is a text. */
	response?: string;
	/** Epoch milliseconds. */
	at: number;
	/** Undefined if the payload is not an event of the service. */
	envelope?: Envelope;
}

/** The log of the service shows the newest 100 attempts. */
export const MAX_ATTEMPTS = 100;

/** The workspace's webhooks, newest first, and the service's time in epoch milliseconds. The route is not part of the public reference. */
export async function readWebhooks(
	context: WebhooksContext,
): Promise<{ webhooks: Webhook[]; now: number }> {
	const request = { method: 'GET', path: '/webhooks' } as const;
	const begin = performance.now();
	const noteTime = (now: number) =>
		noteServiceTime(stateOf(nodeKey(context)), now, performance.now() - begin);
	try {
		const { body, headers } = await apiResponse(context, request);
		const now = dateOf(headers) ?? Date.now();
		noteTime(now);
		return { webhooks: checkResponse(z.array(webhookSchema), body, request), now };
	} catch (thrown) {
		const { status = 500, headers = {} } = thrown instanceof ApiError ? thrown.failure : {};
		// A refusal states the time, too.
		const now = status < 500 ? dateOf(headers) : undefined;
		if (now !== undefined) noteTime(now);
		throw asError(thrown);
	}
}

function dateOf({ date }: IDataObject): number | undefined {
	return Date.parse(String(date)) || undefined;
}

export async function createWebhook(context: WebhooksContext, body: IDataObject): Promise<Webhook> {
	const request = { method: 'POST', path: '/webhooks', body } as const;
	return checkResponse(webhookSchema, await apiRequest(context, request), request);
}

export async function updateWebhook(
	context: WebhooksContext,
	id: string,
	body: IDataObject,
): Promise<void> {
	await apiRequest(context, { method: 'PATCH', path: path`/webhooks/${id}`, body });
}

/** A webhook that does not exist counts as deleted. */
export async function deleteWebhook(context: WebhooksContext, id: string): Promise<void> {
	try {
		await apiRequest(context, { method: 'DELETE', path: path`/webhooks/${id}` });
	} catch (thrown) {
		if (statusOf(thrown) !== 404) throw asError(thrown);
	}
}

/** The links or folders whose clicks a webhook receives. */
export async function scopeIds(
	context: WebhooksContext,
	id: string,
	scope: 'links' | 'folders',
): Promise<string[]> {
	const request = { method: 'GET', path: path`/webhooks/${id}/${scope}` } as const;
	return checkResponse(z.array(z.string()), await apiRequest(context, request), request);
}

/** The newest attempts, newest first. */
export async function readLog(context: WebhooksContext, id: string): Promise<Attempt[]> {
	const request = { method: 'GET', path: path`/webhooks/${id}/events` } as const;
	const rows = asList(await apiRequest(context, request), request).slice(0, MAX_ATTEMPTS);
	return checkResponse(z.array(attemptSchema), rows, request).map((attempt) => ({
		eventId: attempt.event_id,
		url: attempt.url,
		status: attempt.http_status,
		response: asText(attempt.response_body),
		at: Date.parse(attempt.timestamp),
		envelope: toEnvelope(attempt.request_body),
	}));
}

/** Whether the service, the plan, or the permissions do not allow a request. */
export function isUnavailable(thrown: unknown): boolean {
	return [402, 403, 404].includes(statusOf(thrown) ?? 0);
}

export function statusOf(thrown: unknown): number | undefined {
	return thrown instanceof ApiError ? thrown.failure.status : undefined;
}
