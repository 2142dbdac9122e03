import type { Core } from '../app/core.ts';
import type { DeliveryOptions } from '../app/defaults.ts';
import { alphanumeric } from '../store/ids.ts';
import type { DeliveryRow, LinkRow, WebhookRow } from '../store/rows.ts';
import { isoDate } from '../store/values.ts';
import { Outage } from './outage.ts';
import { Sender } from './sender.ts';
import { testDataOf } from './testEvents.ts';
import type { Trigger } from './triggers.ts';

/** What a receiver gets. */
export interface Envelope {
	id: string;
	event: string;
	createdAt: string;
	data: unknown;
}

const BATCH_TIME = 60_000;

const SUBSCRIBED = `workspace_id = ? AND disabled_at IS NULL
	AND EXISTS (SELECT 1 FROM json_each(triggers) WHERE value = ?)`;

const WITHIN_SCOPE = `(link_scope = 'workspace'
	OR link_scope = 'folders' AND EXISTS
		(SELECT 1 FROM webhook_folders WHERE webhook_id = webhooks.id AND folder_id = ?)
	OR link_scope = 'links' AND EXISTS
		(SELECT 1 FROM webhook_links WHERE webhook_id = webhooks.id AND link_id = ?))`;

/** Tells the webhooks of a workspace what happened in it. */
export class WebhookPublisher {
	/** May be begun and ended while it runs. */
	readonly outage: Outage;
	readonly #parts: Core;
	readonly #sender: Sender;
	#clicks: (() => void)[] = [];

	constructor(parts: Core, options: DeliveryOptions = {}) {
		this.#parts = parts;
		this.outage = new Outage(parts.clock);
		this.#sender = new Sender(parts, options, this.outage);
	}

	/** Messages that were neither delivered nor given up yet. */
	get pending(): number {
		return this.#sender.pending;
	}

	/**
	 * Within a transaction nothing is sent before its end, and nothing at all if it fails.
	 *
	 * @param data of the envelope; called only if a webhook is subscribed
	 * @param event its name, where that is not the trigger's
	 */
	publish(workspaceId: string, trigger: Trigger, data: () => unknown, event?: string): void {
		const webhooks = this.#parts.db.all<WebhookRow>(
			`SELECT * FROM webhooks WHERE ${SUBSCRIBED}`,
			workspaceId,
			trigger,
		);
		if (webhooks.length > 0) this.#sendToAll(webhooks, this.envelope(event ?? trigger, data()));
	}

	/**
	 * A click, for the webhooks whose scope its link is in when it is published.
	 *
	 * @param data of the envelope, made from the link as it is then; the clicks of links deleted by then are dropped
	 */
	publishClick(linkId: string, data: (link: LinkRow) => unknown): void {
		const work = () => this.#publishClick(linkId, data);
		if (this.#parts.quirks.clickDelivery === 'immediate') return work();
		if (this.#clicks.length === 0) this.#sender.later(BATCH_TIME, () => this.#publishBatch());
		this.#clicks.push(work);
	}

	/** A canned event, also for a webhook that is disabled or did not subscribe to it. */
	test(webhook: WebhookRow, trigger: Trigger): Envelope {
		const envelope = this.envelope(trigger, testDataOf(trigger));
		this.#send(webhook, envelope, JSON.stringify(envelope), true);
		return envelope;
	}

	/** Sends what was delivered before once more, to the byte. */
	redeliver(webhook: WebhookRow, { event_id, event, request_body }: DeliveryRow): void {
		this.#send(webhook, { id: event_id, event }, request_body, true);
	}

	/** Gives a publication the ID that all of its receivers see. */
	envelope(event: string, data: unknown): Envelope {
		const createdAt = isoDate(this.#parts.clock.now());
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
		const { db } = this.#parts;
		const link = db.get<LinkRow>('SELECT * FROM links WHERE id = ?', linkId);
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
		this.#parts.db.afterCommit(() =>
			this.#sender.send({ id: `msg_${alphanumeric(25)}`, ...message }),
		);
	}
}
