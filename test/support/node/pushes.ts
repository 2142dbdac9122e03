import { createHmac } from 'node:crypto';
import type { TriggerNode } from './runTrigger';

type Fields = Record<string, unknown>;

let pushes = 0;

/** The time of the events in these tests; the node rejects old ones. */
export const NOW = new Date().toISOString();

/** An envelope as the service sends it. */
export function envelopeOf(event: string, data: unknown, fields: Fields = {}): Fields {
	const id = `evt_${String(++pushes).padStart(25, '0')}`;
	return { id, event, createdAt: NOW, data, ...fields };
}

export function signatureOf(bytes: string | Buffer, secret: string): string {
	return createHmac('sha256', secret).update(bytes).digest('hex');
}

/** The secret of the node's own registration. */
export function secretOf(node: TriggerNode): string {
	return node.secret;
}

/** Sends bytes to the node, signed as the service does unless the headers are given. */
export async function push(
	node: TriggerNode,
	bytes: string | Buffer,
	headers: Record<string, string> = { 'Dub-Signature': signatureOf(bytes, secretOf(node)) },
	url = node.url,
): Promise<number> {
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: Buffer.from(bytes),
	});
	await response.text();
	return response.status;
}

/** @returns the items of the executions that the event started */
export async function pushEvent(
	node: TriggerNode,
	event: string,
	data: unknown,
	fields: Fields = {},
): Promise<Fields[]> {
	const before = node.items.length;
	const status = await push(node, JSON.stringify(envelopeOf(event, data, fields)));
	if (status !== 200) throw new Error(`${event} got status ${status}`);
	return node.items.slice(before);
}
