import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { TRIGGERS } from '../http/publisher.ts';
import { validate } from '../http/validate.ts';
import { isoDate } from '../store/values.ts';
import { WEBHOOKS, type DeliveryRow, type WebhookRow } from './columns.ts';
import { switchWebhook } from './health.ts';
import { presentWebhook } from './present.ts';
import type { WebhookPublisher } from './publisher.ts';

const testBody = z.object({ trigger: z.enum(TRIGGERS) });
const outageBody = z.object({ seconds: z.number().positive().max(86_400).optional() });
const redeliverBody = z.object({ event_id: z.string() });

interface InspectedRow extends WebhookRow {
	workspace: string;
	deliveries: number;
}

/**
 * The functions of the service's dashboard: the state of webhooks, test events, redelivery, and a switch. In addition, outages
 * that make all receivers unreachable.
 */
export function webhookInspectionRoutes(
	app: FastifyInstance,
	context: Context,
	webhooks: WebhookPublisher,
): void {
	const { db, quirks } = context;
	const config = { access: { public: true } };

	app.get('/sandbox/webhooks', { config }, async () => ({
		pending: webhooks.pending,
		webhooks: db
			.all<InspectedRow>(
				`SELECT webhooks.*, slug AS workspace,
					(SELECT count(*) FROM webhook_deliveries WHERE webhook_id = webhooks.id) AS deliveries
				 FROM webhooks JOIN workspaces ON workspaces.id = workspace_id ORDER BY webhooks.rowid`,
			)
			.map((row) => ({
				...presentWebhook(row),
				workspace: row.workspace,
				failures: row.failures,
				deliveries: row.deliveries,
			})),
	}));

	app.post<{ Params: { id: string } }>(
		'/sandbox/webhooks/:id/test',
		{ config },
		async (request) => {
			const { trigger } = validate(testBody, request.body, quirks);
			const { id } = webhooks.test(findWebhook(request.params.id), trigger);
			return { event_id: id };
		},
	);

	app.post<{ Params: { id: string } }>(
		'/sandbox/webhooks/:id/redeliver',
		{ config },
		async (request) => {
			const { event_id } = validate(redeliverBody, request.body, quirks);
			const webhook = findWebhook(request.params.id);
			const delivery = db.get<DeliveryRow>(
				'SELECT * FROM webhook_deliveries WHERE webhook_id = ? AND event_id = ? ORDER BY seq DESC',
				webhook.id,
				event_id,
			);
			if (!delivery)
				throw new ApiError('not_found', `Event ${event_id} was not sent to this webhook.`);
			webhooks.redeliver(webhook, delivery);
			return { event_id };
		},
	);

	for (const [name, isOn] of [
		['enable', true],
		['disable', false],
	] as const) {
		app.post<{ Params: { id: string } }>(
			`/sandbox/webhooks/:id/${name}`,
			{ config: { ...config, bodyOptional: true } },
			async ({ params }) => {
				const { id } = findWebhook(params.id);
				switchWebhook(context, id, isOn);
				return presentWebhook(findWebhook(id));
			},
		);
	}

	app.get('/sandbox/outage', { config }, async () => presentOutage());

	app.put('/sandbox/outage', { config: { ...config, bodyOptional: true } }, async (request) => {
		const { seconds } = validate(outageBody, request.body ?? {}, quirks);
		webhooks.outage.begin(seconds);
		return presentOutage();
	});

	app.delete('/sandbox/outage', { config }, async () => {
		webhooks.outage.end();
		return presentOutage();
	});

	function presentOutage() {
		const { active, until } = webhooks.outage;
		return { active, until: isoDate(until) };
	}

	function findWebhook(id: string): WebhookRow {
		const webhook = db.find(WEBHOOKS, id);
		if (!webhook) throw new ApiError('not_found', `Webhook ${id} not found.`);
		return webhook;
	}
}
