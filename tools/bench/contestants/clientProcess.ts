/** Runs the contestants without n8n in a separate process. */
import { Agent, setGlobalDispatcher } from 'undici';
import { serve } from '../rpc.ts';
import type { ClientTask } from './clientTask.ts';
import { runDub } from './dub.ts';
import { runUndici } from './undici.ts';

const run = { undici: runUndici, dub: runDub };

const handlers = {
	async run(client: 'undici' | 'dub', task: ClientTask) {
		// Each run opens new connections, as an execution in n8n does.
		const agent = new Agent({ connections: task.lanes });
		setGlobalDispatcher(agent);
		const start = performance.now();
		const items = await run[client](task);
		const milliseconds = performance.now() - start;
		await agent.close();
		return { milliseconds, items: items.length };
	},
};

export type ClientHandlers = typeof handlers;

serve(handlers);
