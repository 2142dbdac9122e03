import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packPackage } from '../n8n/packages.ts';
import { CONDITIONS, type Condition } from './conditions.ts';
import { startClient } from './contestants/clients.ts';
import { EVENTS_PER_PAGE, LINKS_PER_PAGE } from './contestants/clientTask.ts';
import { OURS, OURS_TO_FILE } from './contestants/types.ts';
import { createCredentials, setKey } from './credentials.ts';
import { createDataset } from './dataset.ts';
import { createLinksJob } from './jobs/createLinks.ts';
import { deleteLinksJob } from './jobs/deleteLinks.ts';
import { eventsJob } from './jobs/events.ts';
import { linksJob } from './jobs/links.ts';
import { runMemory } from './jobs/memory.ts';
import { startPolling } from './jobs/pollCost.ts';
import type { TimedJob } from './jobs/types.ts';
import { runWebhookIntake } from './jobs/webhookIntake.ts';
import { describeMachine } from './machine.ts';
import { BenchmarkN8n, type Credentials } from './n8n.ts';
import type { Options } from './options.ts';
import type { Results } from './results.ts';
import { startService, type Service } from './sandbox.ts';
import { FULL, QUICK, type Sizes } from './sizes.ts';
import { runJob } from './timing.ts';

/** The network takes no time. */
const NO_LATENCY = CONDITIONS[0];

interface Stage {
	options: Options;
	sizes: Sizes;
	folder: string;
	tarball: string;
	dataset: string;
	/** Running processes, newest last. */
	running: Array<{ stop(): Promise<void> }>;
	log: (text: string) => void;
}

/** Runs the selected jobs. Stores everything in `folder`. */
export async function runBenchmark(options: Options, folder: string): Promise<Results> {
	const begin = Date.now();
	const log = (text: string) =>
		console.log(`${((Date.now() - begin) / 1000).toFixed(0).padStart(5)} s  ${text}`);
	const sizes = options.quick ? QUICK : FULL;
	log('Packing the package and generating the data');
	const tarball = await packPackage(join(folder, 'package'));
	const dataset = join(folder, 'dataset.db');
	createDataset(dataset, {
		events: sizes.eventPages * EVENTS_PER_PAGE,
		links: sizes.linkPages * LINKS_PER_PAGE,
	});
	const stage: Stage = { options, sizes, folder, tarball, dataset, running: [], log };
	try {
		const results = await runInN8n(stage, await emptyResults(stage));
		await stopAll(stage);
		if (options.jobs.includes('memory')) results.memory = await measureMemory(stage);
		return results;
	} finally {
		await stopAll(stage);
	}
}

async function stopAll({ running }: Stage): Promise<void> {
	for (let next = running.pop(); next; next = running.pop()) await next.stop();
}

function timedJobs({ options, sizes }: Stage): TimedJob[] {
	return [
		eventsJob(sizes.eventPages),
		linksJob(sizes.linkPages),
		deleteLinksJob(sizes.deletes),
		createLinksJob(sizes.creates),
	]
		.filter(({ name }) => options.jobs.includes(name))
		.map((job) => ({
			...job,
			contestants: job.contestants.filter(({ name }) => takesPart(options, name)),
		}));
}

function takesPart({ contestants }: Options, name: string): boolean {
	return contestants === undefined || contestants.includes(name);
}

async function emptyResults(stage: Stage): Promise<Results> {
	return {
		machine: await describeMachine(),
		quick: stage.options.quick,
		jobs: timedJobs(stage).map(({ name, title, pages, contestants }) => ({
			name,
			title,
			pages,
			contestants: contestants.map((contestant) => ({
				name: contestant.name,
				title: contestant.title,
			})),
		})),
		timed: [],
		intake: [],
		intakeRequests: stage.sizes.deliveries,
		memory: [],
	};
}

/** Runs all jobs but memory, which starts a new n8n for each run. */
async function runInN8n(stage: Stage, results: Results): Promise<Results> {
	const { options, sizes, folder, running, log } = stage;
	const jobs = timedJobs(stage);
	const conditions = CONDITIONS.filter(
		({ name }) => jobs.length > 0 && options.conditions.includes(name),
	);
	const services: Service[] = [];
	for (const condition of conditions) services.push(await start(stage, condition));
	const certificates = services.flatMap(({ certificate }) => certificate ?? []);
	log('Starting n8n');
	const n8ns = await startN8ns(stage, jobs, certificates);
	const n8n = n8ns[OURS];

	// Polls have a separate service, whose requests are counted while the other jobs run.
	const polled = options.jobs.includes('pollCost') && {
		n8n,
		polls: sizes.polls,
		...(await startWithKey(stage, n8n, 'polled')),
	};
	const countPolls = polled && (await startPolling(polled));

	const certificateFile = join(folder, 'services.pem');
	await writeFile(certificateFile, certificates.join('\n'));
	const client = await startClient(certificateFile);
	running.push(client);
	for (const [i, condition] of conditions.entries()) {
		const service = services[i];
		const { rounds, quick } = options;
		const field = {
			condition,
			service,
			n8ns,
			client,
			rounds,
			warmUp: !quick,
			log,
		};
		for (const job of jobs) results.timed.push(...(await runJob(job, field)));
	}
	if (options.jobs.includes('webhookIntake')) {
		results.intake = await runWebhookIntake({
			n8n,
			count: sizes.deliveries,
			connections: sizes.connections,
			warmUp: !options.quick,
			rounds: options.rounds,
			log,
			...(await startWithKey(stage, n8n, 'pushing')),
		});
	}
	if (countPolls) results.poll = await countPolls();
	return results;
}

/**
 * Starts an n8n for each measured node, since the garbage of one node would slow down the next. A quick run uses a single
 * n8n.
 *
 * @returns by contestant
 */
async function startN8ns(
	{ options, folder, tarball, running }: Stage,
	jobs: TimedJob[],
	certificates: string[],
): Promise<Record<string, BenchmarkN8n>> {
	const nodes = jobs.flatMap(({ contestants }) =>
		contestants.filter(({ kind }) => kind === 'node'),
	);
	const n8ns: Record<string, BenchmarkN8n> = {};
	for (const name of new Set([OURS, ...nodes.map((node) => node.name)])) {
		if (options.quick && n8ns[OURS]) {
			n8ns[name] = n8ns[OURS];
			continue;
		}
		const own = join(folder, name);
		await mkdir(own, { recursive: true });
		n8ns[name] = await BenchmarkN8n.start(own, tarball, certificates);
		running.push(n8ns[name]);
	}
	return n8ns;
}

async function start(stage: Stage, condition: Condition): Promise<Service> {
	const service = await startService(stage.dataset, stage.folder, condition);
	stage.running.push(service.process);
	return service;
}

async function startWithKey(
	stage: Stage,
	n8n: BenchmarkN8n,
	name: string,
): Promise<{ service: Service; credentials: Credentials }> {
	const service = await start(stage, { ...NO_LATENCY, name });
	const credentials = await createCredentials(n8n, service.url);
	await setKey(n8n, credentials, service.url, await service.process.call('addKey'));
	return { service, credentials };
}

async function measureMemory(stage: Stage): Promise<Results['memory']> {
	const { options, sizes, folder, tarball, log } = stage;
	const measure = async (pages: number, dataset: string, names: (name: string) => boolean) => {
		const service = await start({ ...stage, dataset }, { ...NO_LATENCY, name: `memory-${pages}` });
		const job = eventsJob(pages);
		const contestants = job.contestants.filter(
			({ name }) => takesPart(options, name) && names(name),
		);
		const rounds = sizes.memoryRounds;
		const field = { condition: NO_LATENCY, service, folder, tarball, rounds, log };
		return await runMemory({ ...job, contestants }, field);
	};
	// A quick run has no time for more n8ns.
	const items = await measure(sizes.eventPages, stage.dataset, (name) =>
		options.quick ? name === OURS : name !== OURS_TO_FILE,
	);
	if (!takesPart(options, OURS_TO_FILE) || options.quick) return items;
	const pages = options.filePages ?? sizes.filePages;
	log(`Generating ${pages * EVENTS_PER_PAGE} events`);
	const dataset = join(folder, 'file-dataset.db');
	createDataset(dataset, { events: pages * EVENTS_PER_PAGE, links: 0 });
	const files = await measure(pages, dataset, (name) => name === OURS_TO_FILE);
	const title = `Link Attribution node, ${pages * EVENTS_PER_PAGE} events to a JSON Lines file`;
	return [...items, ...files.map((result) => ({ ...result, title }))];
}
