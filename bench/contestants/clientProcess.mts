/** The contestants without n8n, in a process of their own. */
import { serve } from '../rpc.mts';
import type { ClientTask } from './clientTask.mts';
import { runDub } from './dub.mts';
import { runUndici } from './undici.mts';

const run = { undici: runUndici, dub: runDub };

const handlers = {
	async run(client: 'undici' | 'dub', task: ClientTask) {
		const start = performance.now();
		const items = await run[client](task);
		return { milliseconds: performance.now() - start, items: items.length };
	},
};

export type ClientHandlers = typeof handlers;

serve(handlers);
