import type { Core } from '../http/context.ts';
import type { Envelope, Publisher, Trigger } from '../http/publisher.ts';
import { LINKS, type LinkRow } from '../link/columns.ts';
import { alphanumeric } from '../store/ids.ts';
import { isoDate } from '../store/values.ts';
import type { DeliveryRow, WebhookRow } from './columns.ts';
import type { DeliveryOptions } from './deliveryOptions.ts';
import { Outage } from './outage.ts';
import { Sender, type OnEnd, type Retry } from './sender.ts';
import { testDataOf } from './testEvents.ts';

const BATCH_TIME = 60_000;

const SUBSCRIBED = `workspace_id = ? AND disabled_at IS NULL
	AND EXISTS (SELECT 1 FROM json_each(triggers) WHERE value = ?)`;

const WITHIN_SCOPE = `(link_scope = 'workspace'
	OR link_scope = 'folders' AND EXISTS
		(SELECT 1 FROM webhook_folders WHERE webhook_id = webhooks.id AND folder_id = ?)
	OR link_scope = 'links' AND EXISTS
		(SELECT 1 FROM webhook_links WHERE webhook_id = webhooks.id AND link_id = ?))`;

/** Sends the events of a workspace to its webhooks. */
export class WebhookPublisher implements Publisher {
	/** Can begin and end at any time. */
	readonly outage: Outage;
	readonly #core: Core;
	readonly #sender: Sender;
	#clicks: (() => void)[] = [];

	constructor(core: Core, options: DeliveryOptions = {}, onEnd: OnEnd = () => {}) {
		this.#core = core;
		this.outage = new Outage(core.clock);
		this.#sender = new Sender(core, options, this.outage, onEnd);
	}

	/** The number of messages that are still to be delivered. */
	get pending(): number {
		return this.#sender.pending;
	}

	/** The failed deliveries that are tried again, next first. */
	get retries(): Retry[] {
		return this.#sender.retries;
	}

	publish(workspaceId: string, trigger: Trigger, data: () => unknown, event?: string): void {
		const webhooks = this.#core.db.all<WebhookRow>(
			`SELECT * FROM webhooks WHERE ${SUBSCRIBED}`,
			workspaceId,
			trigger,
		);
		if (webhooks.length > 0) this.#sendToAll(webhooks, this.envelope(event ?? trigger, data()));
	}

	/**
	 * Publishes a click to the webhooks whose scope includes its link at that time. Clicks of links deleted meanwhile
	 * are dropped.
	 *
	 * @param data the envelope's data for the link's state at that time
	 */
	publishClick(linkId: string, data: (link: LinkRow) => unknown): void {
		const work = () => this.#publishClick(linkId, data);
		if (this.#core.quirks.clickDelivery === 'immediate') return work();
		if (this.#clicks.length === 0) this.#sender.schedule(BATCH_TIME, () => this.#publishBatch());
		this.#clicks.push(work);
	}

	/** Sends a sample event, even to a webhook that is disabled or not subscribed to it. */
	test(webhook: WebhookRow, trigger: Trigger): Envelope {
		const envelope = this.envelope(trigger, testDataOf(trigger));
		this.#send(webhook, envelope, JSON.stringify(envelope), true);
		return envelope;
	}

	/** Sends an earlier delivery again, byte for byte. */
	redeliver(webhook: WebhookRow, { event_id, event, request_body }: DeliveryRow): void {
		this.#send(webhook, { id: event_id, event }, request_body, true);
	}

	envelope(event: string, data: unknown): Envelope {
		const createdAt = isoDate(this.#core.clock.now());
		return { id: `evt_${alphanumeric(25)}`, event, createdAt, data };
	}

	async close(): Promise<void> {
		await this.#sender.close();
	}

	#publishBatch(): void {
		const clicks = this.#clicks;
		this.#clicks = [];
		for (const publish of clicks) publish();
	}

	#publishClick(linkId: string, data: (link: LinkRow) => unknown): void {
		const { db } = this.#core;
		const link = db.find(LINKS, linkId);
		if (!link) return;
		const webhooks = db.all<WebhookRow>(
			`SELECT * FROM webhooks WHERE ${SUBSCRIBED} AND ${WITHIN_SCOPE}`,
			link.workspace_id,
			'link.clicked',
			link.folder_id,
			link.id,
		);
		if (webhooks.length === 0) return;
		this.#sendToAll(webhooks, this.envelope('link.clicked', data(link)));
	}

	#sendToAll(webhooks: WebhookRow[], envelope: Envelope): void {
		const body = JSON.stringify(envelope);
		for (const webhook of webhooks) this.#send(webhook, envelope, body, false);
	}

	#send(
		{ id, url, secret }: WebhookRow,
		{ id: eventId, event }: Pick<Envelope, 'id' | 'event'>,
		body: string,
		evenIfDisabled: boolean,
	): void {
		const message = { webhookId: id, url, secret, event, eventId, body, evenIfDisabled };
		this.#core.db.afterCommit(() =>
			this.#sender.send({ id: `msg_${alphanumeric(25)}`, ...message }),
		);
	}
}
