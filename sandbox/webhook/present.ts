import type { Trigger } from '../http/publisher.ts';
import { isoDate } from '../store/values.ts';
import type { DeliveryRow, WebhookRow } from './columns.ts';

export function presentWebhook(row: WebhookRow) {
	return {
		id: row.id,
		name: row.name,
		url: row.url,
		secret: row.secret,
		triggers: triggersOf(row),
		linkScope: row.link_scope,
		disabledAt: isoDate(row.disabled_at),
		installationId: null,
	};
}

export function presentDelivery(row: DeliveryRow) {
	return {
		event_id: row.event_id,
		webhook_id: row.webhook_id,
		message_id: row.message_id,
		event: row.event,
		url: row.url,
		http_status: row.http_status,
		request_body: JSON.parse(row.request_body) as unknown,
		response_body: row.response_body,
		timestamp: isoDate(row.timestamp),
	};
}

export function triggersOf(webhook: { triggers: string }): Trigger[] {
	return JSON.parse(webhook.triggers) as Trigger[];
}
