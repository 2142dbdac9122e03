import { Agent } from 'undici';
import type { Core } from '../http/context.ts';
import { WEBHOOKS, type WebhookRow } from './columns.ts';
import { DELIVERY_DEFAULTS, type DeliveryOptions } from './deliveryOptions.ts';
import { countFailure, countSuccess } from './health.ts';
import type { Outage } from './outage.ts';
import { post, unreachable, type Message, type Outcome } from './post.ts';

/** A delivery that failed and is tried again. */
export interface Retry {
	message: Message;
	/** Number of the next attempt; the first is 1. */
	attempt: number;
	/** Epoch milliseconds of the machine. */
	at: number;
}

/** Told how the delivery of a message ended, within the transaction that logs it. */
export type OnEnd = (message: Message, isDelivered: boolean) => void;

const MAX_WAIT = 86_400_000;
const CONNECTIONS_PER_RECEIVER = 50;

/** Delivers messages with retries, in no particular order. Pending messages are kept only in memory. */
export class Sender {
	readonly #core: Core;
	readonly #options: Required<DeliveryOptions>;
	readonly #outage: Outage;
	readonly #onEnd: OnEnd;
	readonly #agent: Agent;
	readonly #waiting = new Set<NodeJS.Timeout>();
	readonly #inFlight = new Set<Promise<void>>();
	readonly #retries = new Set<Retry>();
	#closed = false;

	constructor(core: Core, options: DeliveryOptions, outage: Outage, onEnd: OnEnd) {
		this.#core = core;
		this.#outage = outage;
		this.#onEnd = onEnd;
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

	/** The number of messages that are still to be delivered. */
	get pending(): number {
		return this.#waiting.size + this.#inFlight.size;
	}

	/** The deliveries that are tried again, next first. */
	get retries(): Retry[] {
		return [...this.#retries].sort((a, b) => a.at - b.at);
	}

	send(message: Message): void {
		this.#start(message, 0);
	}

	/** Runs `work` after `milliseconds` scaled by the retry factor, unless the sender is closed before. */
	schedule(milliseconds: number, work: () => void): void {
		if (this.#closed) return;
		const timer = setTimeout(() => {
			this.#waiting.delete(timer);
			work();
		}, milliseconds * this.#options.retryFactor);
		this.#waiting.add(timer);
	}

	/** Aborts current deliveries and discards pending ones. */
	async close(): Promise<void> {
		this.#closed = true;
		for (const timer of this.#waiting) clearTimeout(timer);
		this.#waiting.clear();
		await this.#agent.destroy();
		await Promise.all(this.#inFlight);
	}

	#start(message: Message, retried: number): void {
		if (this.#closed || !this.#isDeliverable(message)) return;
		const attempt = this.#attempt(message, retried).finally(() => this.#inFlight.delete(attempt));
		this.#inFlight.add(attempt);
	}

	async #attempt(message: Message, retried: number): Promise<void> {
		const outcome = this.#outage.active
			? unreachable('The receiver cannot be reached during an outage.')
			: await post(this.#agent, message, retried, this.#options.timeout);
		// A webhook deleted meanwhile has no delivery log.
		if (this.#closed || !this.#webhookOf(message)) return;
		const last = retried === this.#options.maxRetries;
		this.#core.db.transaction(() => {
			this.#report(message, outcome);
			// The service reports giving up as one more failure.
			if (last && !isSuccess(outcome)) this.#report(message, outcome);
			if (last || isSuccess(outcome)) this.#onEnd(message, isSuccess(outcome));
		});
		if (isSuccess(outcome) || last) return;
		const wait = Math.min(MAX_WAIT, Math.exp(2.5 * (retried + 1)) * 1000);
		const at = Date.now() + wait * this.#options.retryFactor;
		const retry = { message, attempt: retried + 2, at };
		this.#retries.add(retry);
		this.schedule(wait, () => {
			this.#retries.delete(retry);
			this.#start(message, retried + 1);
		});
	}

	#report(message: Message, { status, text }: Outcome): void {
		const { db, clock } = this.#core;
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
		if (isSuccess({ status })) return countSuccess(this.#core, message.webhookId);
		// A redirect is retried like any other failure but does not count toward disabling the webhook.
		if (status >= 400) countFailure(this.#core, message.webhookId);
	}

	#isDeliverable(message: Message): boolean {
		const webhook = this.#webhookOf(message);
		return webhook !== undefined && (webhook.disabled_at === null || message.evenIfDisabled);
	}

	#webhookOf({ webhookId }: Message): WebhookRow | undefined {
		return this.#core.db.find(WEBHOOKS, webhookId);
	}
}

function isSuccess({ status }: Pick<Outcome, 'status'>): boolean {
	return status >= 200 && status < 300;
}
