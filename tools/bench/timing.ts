import type { Condition } from './conditions.ts';
import type { ClientTask } from './contestants/clientTask.ts';
import type { ClientHandlers } from './contestants/clientProcess.ts';
import type { Contestant, Setting } from './contestants/types.ts';
import { createCredentials, setKey } from './credentials.ts';
import { itemsOf, type TimedJob } from './jobs/types.ts';
import { CONTESTANT, type BenchmarkN8n, type PublishedWorkflow } from './n8n.ts';
import type { Round, TimedResult } from './results.ts';
import type { Child } from './rpc.ts';
import type { Service } from './sandbox.ts';
import { leastDisturbed } from './steal.ts';

export interface Field {
	condition: Condition;
	service: Service;
	/** n8n by contestant. */
	n8ns: Record<string, BenchmarkN8n>;
	/** Runs the contestants without n8n; trusts the service's certificate. */
	client: Child<ClientHandlers>;
	/** Whether a run that is not measured comes before the rounds. */
	warmUp: boolean;
	rounds: number;
	log: (text: string) => void;
}

interface Done {
	milliseconds: number;
	items: number;
}

/** Runs the job with every contestant: a warm-up, then rounds in alternating order. */
export async function runJob(job: TimedJob, field: Field): Promise<TimedResult[]> {
	const { condition } = field;
	const starters: Starter[] = [];
	for (const contestant of job.contestants) {
		if (contestant.when && !contestant.when(condition)) continue;
		starters.push(await prepare(job, contestant, field));
	}
	if (field.warmUp) for (const starter of starters) await warmUp(job, starter, field);
	for (let round = 0; round < field.rounds; round++) {
		for (const starter of round % 2 === 0 ? starters : starters.toReversed()) {
			if (starter.result.failure !== undefined || starter.isOver) continue;
			await measure(job, starter, field);
		}
	}
	for (const { close } of starters) await close();
	return starters.map(({ result }) => result);
}

interface Starter {
	result: TimedResult;
	/** Whether the warm-up was its only run. */
	isOver: boolean;
	run: (token: string, input: string[]) => Promise<Done>;
	close: () => Promise<void>;
}

async function prepare(job: TimedJob, contestant: Contestant, field: Field): Promise<Starter> {
	const { condition, service, client } = field;
	const starter = {
		result: {
			job: job.name,
			condition: condition.name,
			contestant: contestant.name,
			rounds: [],
			mayFail: contestant.mayFail ?? false,
		},
		isOver: field.warmUp && (contestant.onlyOnce?.(condition) ?? false),
	};
	if (contestant.kind === 'client') {
		const task = { job: job.name, url: service.url, lanes: contestant.lanes };
		return {
			...starter,
			run: async (token, input) =>
				await client.call('run', contestant.client, { ...task, token, input } satisfies ClientTask),
			close: async () => undefined,
		};
	}
	const n8n = field.n8ns[contestant.name];
	const credentials = await createCredentials(n8n, service.url);
	const setting: Setting = { condition, url: service.url, credentials, pages: job.pages };
	const { items } = contestant;
	const workflow = await n8n.publish(contestant.node(setting), items !== undefined);
	return {
		...starter,
		run: async (token, input) => {
			await setKey(n8n, credentials, service.url, token);
			const done = await runWorkflow(workflow, items ? items(input, setting) : []);
			return { ...done, items: itemsOf(job, contestant, done.items) };
		},
		close: async () => await workflow.remove(),
	};
}

async function runWorkflow(workflow: PublishedWorkflow, items: unknown[]): Promise<Done> {
	const { nodes, status, error } = await workflow.run(items);
	if (status !== 'success') throw new Error(error ?? status);
	return nodes[CONTESTANT];
}

/** Runs the warm-up, which is the result of a contestant with a single run. */
async function warmUp(job: TimedJob, starter: Starter, field: Field): Promise<void> {
	await measure(job, starter, field);
	if (!starter.isOver) starter.result.rounds = [];
}

async function measure(job: TimedJob, starter: Starter, field: Field): Promise<void> {
	const { result } = starter;
	try {
		const round = await leastDisturbed(async () => await runOnce(job, starter, field));
		result.rounds.push(round);
	} catch (error) {
		result.failure = error instanceof Error ? error.message : String(error);
		log(field, result, `failed: ${result.failure}`);
		await field.service.process.call('removeLinks');
	}
}

async function runOnce(
	job: TimedJob,
	{ result, run }: Starter,
	field: Field,
): Promise<Omit<Round, 'steal'>> {
	const { process } = field.service;
	const input = (await job.input?.(field.service)) ?? [];
	// Rate limits apply per key, so each run has a new one.
	const token = await process.call('addKey');
	await process.call('takeRequests');
	const { milliseconds, items } = await run(token, input);
	const { requests, refused } = await countRequests(field);
	const linksLeft = await process.call('removeLinks');
	if (!job.isDone({ items, linksLeft })) {
		throw new Error(`incomplete: ${items} items, ${linksLeft} links left`);
	}
	const counts = `${requests} requests, ${refused} refused`;
	log(field, result, `${(milliseconds / 1000).toFixed(2)} s, ${counts}`);
	return { milliseconds, items, requests, refused };
}

async function countRequests({ service }: Field): Promise<Pick<Round, 'requests' | 'refused'>> {
	const requests = await service.process.call('takeRequests');
	const refused = requests.filter(({ status }) => status === 429);
	return { requests: requests.length, refused: refused.length };
}

function log({ log }: Field, { job, condition, contestant }: TimedResult, text: string): void {
	log(`${job} · ${condition} · ${contestant}: ${text}`);
}
