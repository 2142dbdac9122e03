import type { Core } from '../http/context.ts';
import { mailOwners } from '../mail/outbox.ts';
import type { WebhookRow } from './columns.ts';

const WARN_AT = [5, 10, 15];
const DISABLE_AT = 20;

export function countSuccess({ db }: Core, webhookId: string): void {
	db.run('UPDATE webhooks SET failures = 0 WHERE id = ?', webhookId);
}

/** Counts a consecutive failure. Some counts warn the owners by email; the 20th disables the webhook. */
export function countFailure(core: Core, webhookId: string): void {
	const { db, clock } = core;
	const webhook = db.get<WebhookRow>(
		'UPDATE webhooks SET failures = failures + 1 WHERE id = ? AND disabled_at IS NULL RETURNING *',
		webhookId,
	);
	if (!webhook) return;
	const { name, url, failures, workspace_id } = webhook;
	if (WARN_AT.includes(failures)) {
		mailOwners(core, workspace_id, {
			subject: `Webhook ${name} is failing`,
			body: `The last ${failures} deliveries to ${url} failed. After ${DISABLE_AT} consecutive failures the webhook is disabled.`,
		});
	}
	if (failures < DISABLE_AT) return;
	db.run('UPDATE webhooks SET disabled_at = ? WHERE id = ?', clock.now(), webhookId);
	mailOwners(core, workspace_id, {
		subject: `Webhook ${name} has been disabled`,
		body: `The last ${failures} deliveries to ${url} failed. It receives no more events.`,
	});
}

/** Enables or disables a webhook, as people do in the service's dashboard. */
export function switchWebhook({ db, clock }: Core, webhookId: string, isOn: boolean): void {
	const disabledAt = isOn ? null : clock.now();
	db.run('UPDATE webhooks SET disabled_at = ?, failures = 0 WHERE id = ?', disabledAt, webhookId);
}
