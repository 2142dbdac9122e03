import { Agent } from 'undici';
import type { Core } from '../app/core.ts';
import { DELIVERY_DEFAULTS, type DeliveryOptions } from '../app/defaults.ts';
import type { WebhookRow } from '../store/rows.ts';
import { countFailure, countSuccess } from './health.ts';
import type { Outage } from './outage.ts';
import { post, unreachable, type Message, type Outcome } from './post.ts';

const MAX_WAIT = 86_400_000;
const CONNECTIONS_PER_RECEIVER = 50;

/**
 * Delivers messages, with retries, in no particular order. What is still to be sent is kept in memory only.
 */
export class Sender {
	readonly #parts: Core;
	readonly #options: Required<DeliveryOptions>;
	readonly #outage: Outage;
	readonly #agent: Agent;
	readonly #waiting = new Set<NodeJS.Timeout>();
	readonly #underWay = new Set<Promise<void>>();
	#closed = false;

	constructor(parts: Core, options: DeliveryOptions, outage: Outage) {
		this.#parts = parts;
		this.#outage = outage;
		const { retryFactor, maxRetries, timeout } = DELIVERY_DEFAULTS;
		this.#options = {
			retryFactor: options.retryFactor ?? retryFactor,
			maxRetries: options.maxRetries ?? maxRetries,
			timeout: options.timeout ?? timeout,
		};
		this.#agent = new Agent({
			connections: CONNECTIONS_PER_RECEIVER,
			connect: { timeout: this.#options.timeout },
		});
	}

	/** Messages that were neither delivered nor given up yet. */
	get pending(): number {
		return this.#waiting.size + this.#underWay.size;
	}

	send(message: Message): void {
		this.#start(message, 0);
	}

	/** Runs `work` after `milliseconds` of the service's time, unless the sender was closed before. */
	later(milliseconds: number, work: () => void): void {
		if (this.#closed) return;
		const timer = setTimeout(() => {
			this.#waiting.delete(timer);
			work();
		}, milliseconds * this.#options.retryFactor);
		this.#waiting.add(timer);
	}

	/** Breaks off what is under way and forgets the rest. */
	async close(): Promise<void> {
		this.#closed = true;
		for (const timer of this.#waiting) clearTimeout(timer);
		this.#waiting.clear();
		await this.#agent.destroy();
		await Promise.all(this.#underWay);
	}

	#start(message: Message, retried: number): void {
		if (this.#closed || !this.#isWanted(message)) return;
		const attempt = this.#attempt(message, retried).finally(() => this.#underWay.delete(attempt));
		this.#underWay.add(attempt);
	}

	async #attempt(message: Message, retried: number): Promise<void> {
		const outcome = this.#outage.active
			? unreachable('The sandbox has lost its way to the receivers.')
			: await post(this.#agent, message, retried, this.#options.timeout);
		// A webhook that was deleted meanwhile has no record to add to.
		if (this.#closed || !this.#webhookOf(message)) return;
		const last = retried === this.#options.maxRetries;
		this.#parts.db.transaction(() => {
			this.#report(message, outcome);
			// Giving up is reported once more.
			if (last && !isSuccess(outcome)) this.#report(message, outcome);
		});
		if (isSuccess(outcome) || last) return;
		const wait = Math.min(MAX_WAIT, Math.exp(2.5 * (retried + 1)) * 1000);
		this.later(wait, () => this.#start(message, retried + 1));
	}

	#report(message: Message, { status, text }: Outcome): void {
		const { db, clock } = this.#parts;
		db.insert('webhook_deliveries', {
			webhook_id: message.webhookId,
			message_id: message.id,
			event_id: message.eventId,
			event: message.event,
			url: message.url,
			http_status: status,
			request_body: message.body,
			response_body: text,
			timestamp: clock.now(),
		});
		if (isSuccess({ status })) return countSuccess(this.#parts, message.webhookId);
		// A redirect is tried again like any other failure, but not held against the webhook.
		if (status >= 400) countFailure(this.#parts, message.webhookId);
	}

	#isWanted(message: Message): boolean {
		const webhook = this.#webhookOf(message);
		return webhook !== undefined && (webhook.disabled_at === null || message.evenIfDisabled);
	}

	#webhookOf({ webhookId }: Message): WebhookRow | undefined {
		return this.#parts.db.get<WebhookRow>('SELECT * FROM webhooks WHERE id = ?', webhookId);
	}
}

function isSuccess({ status }: Pick<Outcome, 'status'>): boolean {
	return status >= 200 && status < 300;
}
