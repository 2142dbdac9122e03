import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { N8nInstance } from '../n8n/instance.ts';
import type { Sandbox } from '../../sandbox/app/server.ts';
import type { Progress } from './progress.ts';
import { watch, type Triggers } from './triggers.ts';
import { visitorLinks, playJourney, type Steps } from './visitors.ts';

const INTERVAL_MS = 5000;
/** Most visitors do not sign up. */
const HOW_FAR: Steps[] = [1, 1, 1, 2, 3];

/** Plays a journey every few seconds and prints the executions that it starts, until `signal`. */
export async function stayLive(
	progress: Progress,
	n8n: N8nInstance,
	sandbox: Sandbox,
	triggers: Triggers,
	signal: AbortSignal,
): Promise<void> {
	await Promise.all([play(sandbox, signal), watch(progress, n8n, triggers, sandbox, signal)]);
}

async function play(sandbox: Sandbox, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		// Queried each time, since the person's workflows may delete links.
		const links = visitorLinks(sandbox, 10);
		const steps = HOW_FAR[randomInt(HOW_FAR.length)];
		if (links.length > 0) await playJourney(sandbox, links[randomInt(links.length)], steps);
		await delay(INTERVAL_MS, undefined, { signal }).catch(() => {});
	}
}
