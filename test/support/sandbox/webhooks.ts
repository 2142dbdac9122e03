import { sampleKey } from '../../../sandbox/data/lookup.ts';
import type { Sandbox } from '../../../sandbox/app/server.ts';
import type { WebhookRow } from '../../../sandbox/webhook/columns.ts';
import { until } from '../until.ts';

export interface Webhook {
	id: string;
	name: string;
	url: string;
	secret: string;
	triggers: string[];
	linkScope: string | null;
	disabledAt: string | null;
	installationId: null;
}

interface Inspected extends Webhook {
	workspace: string;
	failures: number;
	deliveries: number;
}

/** Registers a webhook in the workspace of a plan. */
export async function register(
	sandbox: Sandbox,
	url: string,
	triggers: string[],
	fields: Record<string, unknown> = {},
	workspace = 'business',
): Promise<Webhook> {
	const response = await fetch(`${sandbox.url}/webhooks`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${sampleKey(sandbox.db, workspace)}`,
			'content-type': 'application/json',
		},
		body: JSON.stringify({ name: 'Test', url, triggers, ...fields }),
	});
	if (response.status !== 201) throw new Error(await response.text());
	return (await response.json()) as Webhook;
}

export async function inspect({ url }: Sandbox, id: string): Promise<Inspected> {
	const { webhooks } = await inspection(url);
	const webhook = webhooks.find((candidate) => candidate.id === id);
	if (!webhook) throw new Error(`there is no webhook ${id}`);
	return webhook;
}

/** The webhooks for a URL of a trigger, which notes something in its query, oldest first. */
export function webhooksFor({ db }: Sandbox, url: string): WebhookRow[] {
	return db.all<WebhookRow>(
		"SELECT * FROM webhooks WHERE substr(url, 1, instr(url || '?', '?') - 1) = ? ORDER BY rowid",
		url,
	);
}

/** The webhook for a URL of a trigger that the service delivers to: the newest that was not set aside. */
export function webhookFor(sandbox: Sandbox, url: string): WebhookRow | undefined {
	return webhooksFor(sandbox, url).findLast((each) => !each.url.includes('replaced='));
}

/** Waits until everything was delivered or given up. */
export async function settled({ url }: Sandbox): Promise<void> {
	await until(async () => (await inspection(url)).pending === 0, 'the end of all deliveries');
}

async function inspection(url: string) {
	const response = await fetch(`${url}/sandbox/webhooks`);
	return (await response.json()) as { pending: number; webhooks: Inspected[] };
}

/** Asks the sandbox for what people do in the dashboard. */
export async function fromDashboard(
	{ url }: Sandbox,
	{ id }: { id: string },
	action: 'test' | 'redeliver',
	body: unknown,
): Promise<{ status: number; eventId: string }> {
	const response = await fetch(`${url}/sandbox/webhooks/${id}/${action}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const { event_id: eventId = '' } = (await response.json()) as { event_id?: string };
	return { status: response.status, eventId };
}
