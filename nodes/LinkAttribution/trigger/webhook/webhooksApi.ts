import type { IDataObject, IHookFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';
import { ApiError } from '../../transport/apiError';
import { path } from '../../transport/path';
import { apiRequest, apiResponse, checkResponse } from '../../transport/request';
import { asError } from '../../transport/unknown';
import { toEnvelope, type Envelope } from '../item';

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
});

export type Webhook = z.output<typeof webhookSchema>;

/** One attempt to deliver an event, as the service logged it. */
export interface Attempt {
	eventId: string;
	url?: string;
	status: number;
	/** Epoch milliseconds. */
	at: number;
	/** Undefined if the payload is not an event of the service. */
	envelope?: Envelope;
}

/**
 * Query parameter in the URL of a replaced webhook: the time of its replacement in epoch milliseconds. The service keeps
 * the log of a disabled webhook, but allows each URL only once.
 */
const REPLACED = 'replaced';

/** The workspace's webhooks, newest first. The route is not part of the public reference. */
export async function listWebhooks(context: WebhooksContext): Promise<Webhook[]> {
	return (await readWebhooks(context)).webhooks;
}

/** As `listWebhooks`, with how far the service's clock is ahead of this machine's, in milliseconds. */
export async function readWebhooks(
	context: WebhooksContext,
): Promise<{ webhooks: Webhook[]; ahead: number }> {
	const request = { method: 'GET', path: '/webhooks' } as const;
	const { body, headers } = await apiResponse(context, request);
	const ahead = Date.parse(String(headers.date)) - Date.now();
	return {
		webhooks: checkResponse(z.array(webhookSchema), body, request),
		ahead: Number.isNaN(ahead) ? 0 : ahead,
	};
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
	await apiRequest(context, {
		method: 'PATCH',
		path: path`/webhooks/${id}`,
		body,
	});
}

/** A webhook that does not exist counts as deleted. */
export async function deleteWebhook(context: WebhooksContext, id: string): Promise<void> {
	try {
		await apiRequest(context, {
			method: 'DELETE',
			path: path`/webhooks/${id}`,
		});
	} catch (thrown) {
		if (statusOf(thrown) !== 404) throw asError(thrown);
	}
}

/** Changes the URL of a disabled webhook, so that its successor can use the URL and its log remains. */
export async function setAside(context: WebhooksContext, webhook: Webhook): Promise<Webhook> {
	const separator = webhook.url.includes('?') ? '&' : '?';
	const url = `${webhook.url}${separator}${REPLACED}=${Date.now()}`;
	await updateWebhook(context, webhook.id, { url });
	return { ...webhook, url };
}

/** When a webhook with this URL was set aside, epoch milliseconds; undefined for other webhooks. */
export function setAsideAt(webhook: Webhook, url: string): number | undefined {
	const [start, time] = webhook.url.split(new RegExp(`[?&]${REPLACED}=`));
	return start === url && time !== undefined ? Number(time) : undefined;
}

/** The links or folders whose clicks a webhook receives. */
export async function scopeIds(
	context: WebhooksContext,
	id: string,
	scope: 'links' | 'folders',
): Promise<string[]> {
	const request = {
		method: 'GET',
		path: path`/webhooks/${id}/${scope}`,
	} as const;
	return checkResponse(z.array(z.string()), await apiRequest(context, request), request);
}

/** The newest 100 attempts, newest first. */
export async function readLog(context: WebhooksContext, id: string): Promise<Attempt[]> {
	const request = {
		method: 'GET',
		path: path`/webhooks/${id}/events`,
	} as const;
	const log = checkResponse(z.array(attemptSchema), await apiRequest(context, request), request);
	return log.map((attempt) => ({
		eventId: attempt.event_id,
		url: attempt.url,
		status: attempt.http_status,
		at: Date.parse(attempt.timestamp),
		envelope: toEnvelope(attempt.request_body),
	}));
}

export function statusOf(thrown: unknown): number | undefined {
	return thrown instanceof ApiError ? thrown.failure.status : undefined;
}
