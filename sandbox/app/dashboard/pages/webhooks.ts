import type { Dashboard } from '../dashboard.ts';

/** Registrations and the delivery log; test events and redeliveries, as the service's own dashboard offers them. */
export function webhooksPage(dashboard: Dashboard): void {
	const { db } = dashboard.context;

	dashboard.page('webhooks', ({ workspace }) => ({
		pending: dashboard.shown.webhooks.pending,
		retries: dashboard.shown.webhooks.retries,
		webhooks: db.all(
			`SELECT webhooks.id, webhooks.name, url, triggers, failures, disabled_at,
				(SELECT count(*) FROM webhook_deliveries WHERE webhook_id = webhooks.id) AS deliveries
			 FROM webhooks JOIN workspaces w ON w.id = workspace_id WHERE w.slug = ? ORDER BY webhooks.rowid`,
			workspace,
		),
		deliveries: db.all(
			`SELECT d.seq, d.webhook_id, d.event_id, d.event, d.http_status, d.timestamp, d.request_body, d.response_body,
				(SELECT count(*) FROM webhook_deliveries e
				 WHERE e.webhook_id = d.webhook_id AND e.event_id = d.event_id AND e.seq <= d.seq) AS attempt
			 FROM webhook_deliveries d JOIN webhooks h ON h.id = d.webhook_id
			 JOIN workspaces w ON w.id = h.workspace_id WHERE w.slug = ? ORDER BY d.seq DESC LIMIT 50`,
			workspace,
		),
	}));

	const send = async (workspace: string, id: string, what: string, body: object, done: string) =>
		await dashboard.post(
			workspace,
			`/sandbox/webhooks/${encodeURIComponent(id)}/${what}`,
			body,
			done,
		);

	dashboard.action(
		'webhooks/test',
		async ({ workspace, fields: { id = '', trigger = '' } }) =>
			await send(workspace, id, 'test', { trigger }, `Sent a test event ${trigger}.`),
	);

	dashboard.action(
		'webhooks/redeliver',
		async ({ workspace, fields: { id = '', event = '' } }) =>
			await send(workspace, id, 'redeliver', { event_id: event }, `Sent the event ${event} again.`),
	);

	for (const [name, done] of [
		['enable', 'The webhook is enabled.'],
		['disable', 'The webhook is disabled.'],
	]) {
		dashboard.action(
			`webhooks/${name}`,
			async ({ workspace, fields: { id = '' } }) => await send(workspace, id, name, {}, done),
		);
	}
}
