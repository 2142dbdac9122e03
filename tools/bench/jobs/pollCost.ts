import { setTimeout as delay } from 'node:timers/promises';
import type { BenchmarkN8n, Credentials } from '../n8n.ts';
import type { PollResult } from '../results.ts';
import type { Service } from '../sandbox.ts';

const EVENTS = ['link.clicked', 'lead.created', 'sale.created'];
/** In milliseconds; n8n polls once a minute. */
const TIMEOUT_PER_POLL = 75_000;
/** Maximum time between two requests of a poll, in milliseconds. */
const MAX_POLL_GAP = 5_000;

interface PollField {
	n8n: BenchmarkN8n;
	service: Service;
	credentials: Credentials;
	polls: number;
}

/** Publishes a trigger that polls for all kinds of events, while no events happen. */
export async function startPolling(field: PollField): Promise<() => Promise<PollResult>> {
	const { client } = field.n8n.instance;
	const { linkAttributionApi } = field.credentials;
	const { id } = await client.createWorkflow({
		name: 'poll-cost',
		nodes: [
			{
				name: 'Trigger',
				type: 'n8n-nodes-link-attribution.linkAttributionTrigger',
				typeVersion: 2,
				position: [0, 0],
				parameters: { delivery: 'polling', events: EVENTS },
				credentials: { linkAttributionApi },
			},
		],
	});
	await client.activate(id);
	// Publishing polls too, to set the cursor.
	await field.service.process.call('takeRequests');
	return async () => await count(field);
}

async function count({ service, polls }: PollField): Promise<PollResult> {
	const seen: Array<{ at: number; label: string }> = [];
	const end = Date.now() + polls * TIMEOUT_PER_POLL;
	for (;;) {
		for (const { at, method, path, query } of await service.process.call('takeRequests')) {
			const event = new URLSearchParams(query).get('event');
			seen.push({ at, label: `${method} ${path}${event ? `?event=${event}` : ''}` });
		}
		const started = pollsIn(seen.map(({ at }) => at));
		const last = seen.at(-1)?.at ?? Infinity;
		if (started >= polls && Date.now() - last > MAX_POLL_GAP) {
			return { kinds: EVENTS.length, polls: started, requests: countLabels(seen) };
		}
		if (Date.now() > end) throw new Error(`n8n polled ${started} instead of ${polls} times.`);
		await delay(500);
	}
}

/** Groups requests that follow each other closely. */
function pollsIn(times: number[]): number {
	return times.filter((at, i) => i === 0 || at - times[i - 1] > MAX_POLL_GAP).length;
}

function countLabels(requests: Array<{ label: string }>): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { label } of requests) counts[label] = (counts[label] ?? 0) + 1;
	return counts;
}
