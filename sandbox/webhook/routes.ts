import type { FastifyInstance, FastifyRequest } from 'fastify';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { validate } from '../http/validate.ts';
import type { DeliveryRow, WebhookRow } from './columns.ts';
import { presentDelivery, presentWebhook } from './present.ts';
import {
	createWebhook,
	requireWebhook,
	updateWebhook,
	webhookChanges,
	webhookFields,
} from './rules.ts';

const MAX_LOGGED = 100;

type OneWebhook = FastifyRequest<{ Params: { id: string } }>;

/** Undocumented endpoints of the real service. */
export function webhookRoutes(app: FastifyInstance, context: Context): void {
	const { db, quirks } = context;
	const read = { config: { access: { scope: 'webhooks.read', plan: 'business' } } } as const;
	const write = { config: { access: { scope: 'webhooks.write', plan: 'business' } } } as const;
	const log = {
		config: { access: { ...read.config.access, analytics: true, onlyWith: 'deliveryLog' } },
	} as const;

	app.get('/webhooks', read, async (request) =>
		db
			.all<WebhookRow>(
				'SELECT * FROM webhooks WHERE workspace_id = ? ORDER BY created_at DESC, rowid DESC',
				principalOf(request).workspace.id,
			)
			.map(presentWebhook),
	);

	app.post('/webhooks', write, async (request, reply) => {
		const fields = validate(webhookFields, request.body, quirks);
		const principal = principalOf(request);
		const webhook = db.transaction(() => createWebhook(context, principal, fields));
		void reply.status(201);
		return presentWebhook(webhook);
	});

	app.get('/webhooks/:id', read, async (request: OneWebhook) => presentWebhook(chosen(request)));

	app.patch('/webhooks/:id', write, async (request: OneWebhook) => {
		const changes = validate(webhookChanges, request.body, quirks);
		const principal = principalOf(request);
		const webhook = chosen(request);
		return presentWebhook(
			db.transaction(() => updateWebhook(context, principal, webhook, changes)),
		);
	});

	app.delete('/webhooks/:id', write, async (request: OneWebhook) => {
		const { id } = chosen(request);
		db.run('DELETE FROM webhooks WHERE id = ?', id);
		return { id };
	});

	app.get('/webhooks/:id/links', read, async (request: OneWebhook) =>
		ids('SELECT link_id AS id FROM webhook_links WHERE webhook_id = ?', chosen(request)),
	);

	app.get('/webhooks/:id/folders', read, async (request: OneWebhook) =>
		ids('SELECT folder_id AS id FROM webhook_folders WHERE webhook_id = ?', chosen(request)),
	);

	app.get('/webhooks/:id/events', log, async (request: OneWebhook) =>
		db
			.all<DeliveryRow>(
				'SELECT * FROM webhook_deliveries WHERE webhook_id = ? ORDER BY seq DESC LIMIT ?',
				chosen(request).id,
				MAX_LOGGED,
			)
			.map(presentDelivery),
	);

	function chosen(request: OneWebhook): WebhookRow {
		return requireWebhook(db, principalOf(request).workspace.id, request.params.id);
	}

	function ids(sql: string, webhook: WebhookRow): string[] {
		return db.all<{ id: string }>(sql, webhook.id).map(({ id }) => id);
	}
}
