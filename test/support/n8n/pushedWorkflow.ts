import { decodeFlatted, items, type Execution } from '../../../tools/n8n/execution';
import { envelopeOf, signatureOf } from '../node/pushes';
import { webhookFor } from '../sandbox/webhooks';
import type { QueueStack } from './queueStack';
import { createTriggerWorkflow, TRIGGER } from './triggerWorkflow';

/** A push that is sent as often as a test likes. */
export interface Push {
	id: string;
	body: string;
}

function newPush(): Push {
	const envelope = envelopeOf('link.created', { title: 'A link' });
	return { id: String(envelope.id), body: JSON.stringify(envelope) };
}

export function newPushes(count: number): Push[] {
	return Array.from({ length: count }, newPush);
}

/** A published workflow with webhook delivery, and the service that pushes to it. */
export class PushedWorkflow {
	readonly id: string;
	readonly #stack: QueueStack;
	readonly #path: string;
	readonly #secret: string;

	private constructor(stack: QueueStack, id: string, path: string, secret: string) {
		this.#stack = stack;
		this.id = id;
		this.#path = path;
		this.#secret = secret;
	}

	static async publish(stack: QueueStack, name: string): Promise<PushedWorkflow> {
		const { main, balancer } = stack;
		const credential = await main.apiKeyCredential('business');
		const parameters = { delivery: 'webhook', events: ['link.created'] };
		const { id, productionUrl } = await createTriggerWorkflow(main, name, parameters, credential);
		await main.n8n.client.activate(id);
		const path = new URL(productionUrl).pathname;
		const webhook = webhookFor(main.sandbox, balancer.url + path);
		if (!webhook) throw new Error(`no webhook for ${path}`);
		return new PushedWorkflow(stack, id, path, webhook.secret);
	}

	/** Sends it through the load balancer, unless to one of the webhook processors. */
	async push({ body }: Push, to = this.#stack.balancer.url): Promise<number> {
		const response = await fetch(to + this.#path, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				// One that is kept can be closed by the other side in the moment when it is used.
				connection: 'close',
				'Dub-Signature': signatureOf(body, this.#secret),
			},
			body,
		});
		await response.text();
		return response.status;
	}

	/** Sends all of them, `atOnce` at a time. @returns the statuses of the responses */
	async pushAll(pushes: Push[], atOnce: number): Promise<Set<number>> {
		const statuses = new Set<number>();
		const rest = pushes.values();
		const sender = async () => {
			for (const push of rest) statuses.add(await this.push(push));
		};
		await Promise.all(Array.from({ length: atOnce }, sender));
		return statuses;
	}

	/**
	 * The IDs of the pushes that ran, with repetitions. Read from the database, since what n8n lists in pages leaves out
	 * and repeats some of what began at the same time.
	 */
	async ran(): Promise<string[]> {
		const stored = await this.#stack.postgres.select<{ status: string; data: string }>(
			`SELECT status, data FROM execution_entity JOIN execution_data ON "executionId" = id
			 WHERE execution_entity."workflowId" = '${this.id}'`,
		);
		return stored.flatMap(({ status, data }) => {
			if (status !== 'success') throw new Error(`an execution ended as ${status}`);
			const execution = { data: decodeFlatted(data) } as Execution;
			return items(execution, TRIGGER).map(({ id }) => String(id));
		});
	}
}
