import type { IDataObject } from 'n8n-workflow';
import type { WebhookRow } from '../../../sandbox/webhook/columns';
import { items, nodeError, nodeRun } from '../../../tools/n8n/execution';
import { conversionLink, type ConversionLink } from '../sandbox/conversions';
import { eventsSince, journey, lastEvent, tally, type Tally } from '../sandbox/journeys';
import { webhookFor, webhooksFor } from '../sandbox/webhooks';
import { until } from '../until';
import type { N8nStack } from './n8nStack';
import {
	createTriggerWorkflow,
	executedKeys,
	isUnderWay,
	productionRuns,
	publishCopy,
	publishWith,
	TRIGGER,
} from './triggerWorkflow';

const EVENTS = ['link.clicked', 'lead.created', 'sale.created', 'link.created'];

/** A published workflow with webhook delivery that catches up, and the events of the service since then. */
export class CaughtUpWorkflow {
	readonly id: string;
	readonly url: string;
	readonly #stack: N8nStack;
	readonly #link: ConversionLink;
	readonly #since: number;
	readonly #links: string[] = [];
	readonly #excluded = new Set<string>();

	private constructor(
		stack: N8nStack,
		{ id, url }: { id: string; url: string },
		link: ConversionLink,
	) {
		this.id = id;
		this.url = url;
		this.#stack = stack;
		this.#link = link;
		this.#since = lastEvent(stack.sandbox);
	}

	/**
	 * @param parameters of the trigger, beside those that make it catch up
	 * @param origin where the service reaches n8n
	 */
	static async start(
		stack: N8nStack,
		name: string,
		parameters: IDataObject = {},
		origin = stack.n8n.url,
	): Promise<CaughtUpWorkflow> {
		const { id, productionUrl } = await createTriggerWorkflow(
			stack,
			name,
			{ delivery: 'webhook', events: EVENTS, catchUp: true, ...parameters },
			await stack.apiKeyCredential('business'),
		);
		// Catching up also emits events from the minute before the workflow was published.
		const before = stack.sandbox.clock.now() - 10 * 60_000;
		stack.sandbox.db.run('DELETE FROM events WHERE timestamp > ?', before);
		const link = await conversionLink(stack.sandbox);
		await stack.n8n.client.activate(id);
		const url = origin + new URL(productionUrl).pathname;
		return new CaughtUpWorkflow(stack, { id, url }, link);
	}

	/** Oldest first, including replaced ones. */
	webhooks(): WebhookRow[] {
		return webhooksFor(this.#stack.sandbox, this.url);
	}

	/** A click, a lead, and a sale. */
	async journey(): Promise<void> {
		await journey(this.#stack.sandbox, this.#link);
	}

	async newLink(): Promise<void> {
		this.#links.push((await conversionLink(this.#stack.sandbox)).id);
	}

	/** Makes pushes fail until the service disables the webhook. */
	async disable(): Promise<void> {
		await this.newLink();
		await this.newLink();
		while (!this.webhooks().some(({ disabled_at }) => disabled_at !== null)) await this.journey();
	}

	/** The webhook that the service pushes to. */
	webhook(): WebhookRow | undefined {
		return webhookFor(this.#stack.sandbox, this.url);
	}

	/** Lets the workflow miss an event, and waits until a poll has emitted it. */
	async missOne(): Promise<void> {
		const { outage } = this.#stack.sandbox;
		outage.begin();
		await this.newLink();
		await this.complete();
		outage.end();
	}

	/** Adds an event type, and publishes the workflow again. */
	async publishChanged(): Promise<void> {
		const events = [...EVENTS, 'link.updated'];
		await publishWith(this.#stack.n8n.client, this.id, { events });
	}

	/** Replaces the trigger by a copy, whose URL is another one, and publishes the workflow again. */
	async publishCopy(): Promise<void> {
		await publishCopy(this.#stack.n8n.client, this.id);
	}

	async publish(): Promise<void> {
		await this.#stack.n8n.client.activate(this.id);
	}

	/** Excludes the events of `work` from those that the workflow must receive. */
	async excluding(work: () => Promise<void>): Promise<void> {
		const before = lastEvent(this.#stack.sandbox);
		const links = this.#links.length;
		await work();
		for (const key of eventsSince(this.#stack.sandbox, before)) this.#excluded.add(key);
		this.#links.length = links;
	}

	#happened(): string[] {
		const events = eventsSince(this.#stack.sandbox, this.#since);
		return [
			...events.filter((key) => !this.#excluded.has(key)),
			...this.#links.map((id) => `link.created ${id}`),
		];
	}

	/** Counts once no execution is under way; one that was cut off can stay so. */
	async outcome(): Promise<Tally> {
		await until(async () => !(await this.#areUnderWay()), 'idleness', 10).catch(() => {});
		return tally(this.#happened(), await executedKeys(this.#stack.n8n.client, this.id));
	}

	async #areUnderWay(): Promise<boolean> {
		return (await productionRuns(this.#stack.n8n.client, this.id)).some(isUnderWay);
	}

	/** Waits until the workflow has run for every event. */
	async complete(): Promise<Tally> {
		let missing: string[] = [];
		const isComplete = async () => {
			const executed = new Set(await executedKeys(this.#stack.n8n.client, this.id));
			missing = this.#happened().filter((key) => !executed.has(key));
			return missing.length === 0;
		};
		await until(isComplete, () => `an execution for ${missing.join(', ')}`);
		return await this.outcome();
	}

	/** The items that came from the list of events. */
	async recovered(): Promise<IDataObject[]> {
		const runs = await productionRuns(this.#stack.n8n.client, this.id);
		return runs.flatMap((run) => items(run, TRIGGER)).filter(({ recovered }) => recovered === true);
	}

	/** What n8n shows a person of the webhook: hints of executions, and executions that failed. Newest first. */
	async warnings(): Promise<string[]> {
		const runs = await productionRuns(this.#stack.n8n.client, this.id);
		const texts = runs.flatMap((run) => {
			const hints = nodeRun(run, TRIGGER)?.hints ?? [];
			return [...hints, ...(run.status === 'error' ? [nodeError(run)] : [])].map(
				(received) => received?.message ?? '',
			);
		});
		// On a busy machine n8n's own limits of time can fail an execution, too.
		return texts.filter((text) => text.includes('webhook'));
	}

	/** Waits until another poll began and read everything. */
	async polled(): Promise<void> {
		const { requests } = this.#stack.proxy;
		const before = requests.length;
		const started = () =>
			requests.slice(before).filter(({ path }) => path === '/webhooks').length >= 2;
		await until(started, 'another poll');
	}

	async unpublish(): Promise<void> {
		await this.#stack.n8n.client.deactivate(this.id);
	}
}
