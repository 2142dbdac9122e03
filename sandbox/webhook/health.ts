import type { Core } from '../app/core.ts';
import { mailOwners } from '../app/mail/outbox.ts';
import type { WebhookRow } from '../store/rows.ts';

const WARN_AT = [5, 10, 15];
const DISABLE_AT = 20;

export function countSuccess({ db }: Core, webhookId: string): void {
	db.run('UPDATE webhooks SET failures = 0 WHERE id = ?', webhookId);
}

/** One more failure in a row: at some counts the owners get a warning, at 20 the webhook is disabled. */
export function countFailure(parts: Core, webhookId: string): void {
	const { db, clock } = parts;
	const webhook = db.get<WebhookRow>(
		'UPDATE webhooks SET failures = failures + 1 WHERE id = ? AND disabled_at IS NULL RETURNING *',
		webhookId,
	);
	if (!webhook) return;
	const { name, url, failures, workspace_id } = webhook;
	if (WARN_AT.includes(failures)) {
		mailOwners(parts, workspace_id, {
			subject: `Webhook ${name} is failing`,
			body: `${failures} consecutive deliveries to ${url} failed. After ${DISABLE_AT}, the webhook will be disabled.`,
		});
	}
	if (failures < DISABLE_AT) return;
	db.run('UPDATE webhooks SET disabled_at = ? WHERE id = ?', clock.now(), webhookId);
	mailOwners(parts, workspace_id, {
		subject: `Webhook ${name} has been disabled`,
		body: `${failures} consecutive deliveries to ${url} failed. The webhook no longer receives events.`,
	});
}
