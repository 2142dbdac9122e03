import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packPackage } from '../n8n/packages.ts';
import { CONDITIONS, type Condition } from './conditions.ts';
import { startClient } from './contestants/clients.ts';
import { EVENTS_PER_PAGE, LINKS_PER_PAGE } from './contestants/clientTask.ts';
import { OURS, OURS_TO_FILE, type Contestant } from './contestants/types.ts';
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
import type { IntakeResult, MemoryResult, PollResult, Results, TimedResult } from './results.ts';
import { startService, type Service } from './sandbox.ts';
import type { Sections } from './sections.ts';
import { FULL, QUICK, type Sizes } from './sizes.ts';
import { runJob } from './timing.ts';

/** The network takes no time. */
const NO_LATENCY = CONDITIONS[0];

interface Stage {
	options: Options;
	sizes: Sizes;
	sections: Sections;
	folder: string;
	tarball: string;
	dataset: string;
	/** Running processes, newest last. */
	running: Array<{ stop(): Promise<void> }>;
	log: (text: string) => void;
}

/** Runs the sections of the selected jobs that are not done. Stores everything but their results in `folder`. */
export async function runBenchmark(
	options: Options,
	sections: Sections,
	folder: string,
): Promise<Results> {
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
	const stage: Stage = { options, sizes, sections, folder, tarball, dataset, running: [], log };
	try {
		await sections.run('machine', describeMachine);
		await runInN8n(stage);
		await stopAll(stage);
		return await collectResults(stage);
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

async function collectResults(stage: Stage): Promise<Results> {
	const { options, sizes, sections } = stage;
	const jobs = timedJobs(stage);
	const timed = conditionsOf(options).flatMap((condition) =>
		jobs.flatMap((job) => sections.resultOf<TimedResult[]>(timedSection(job, condition)) ?? []),
	);
	const intake = [false, true].flatMap(
		(saving) => sections.resultOf<IntakeResult[]>(intakeSection(saving)) ?? [],
	);
	return {
		machine: await sections.run('machine', describeMachine),
		quick: options.quick,
		jobs: jobs.map(({ name, title, pages, contestants }) => ({
			name,
			title,
			pages,
			contestants: contestants.map((contestant) => ({
				name: contestant.name,
				title: contestant.title,
			})),
		})),
		timed,
		intake,
		intakeRequests: sizes.deliveries,
		poll: sections.resultOf<PollResult>(POLL_SECTION),
		memory: options.jobs.includes('memory') ? await measureMemory(stage) : [],
	};
}

/** Runs all sections but memory, which starts a new n8n for each run. */
async function runInN8n(stage: Stage): Promise<void> {
	const { options, sizes, sections, folder, running, log } = stage;
	const jobs = timedJobs(stage);
	const timed = conditionsOf(options)
		.map((condition) => ({
			condition,
			open: jobs.filter((job) => !sections.isDone(timedSection(job, condition))),
		}))
		.filter(({ open }) => open.length > 0);
	const intake = options.jobs.includes('webhookIntake')
		? [false, true].filter((saving) => !sections.isDone(intakeSection(saving)))
		: [];
	const polls = options.jobs.includes('pollCost') && !sections.isDone(POLL_SECTION);
	if (timed.length === 0 && intake.length === 0 && !polls) return;

	const services: Service[] = [];
	for (const { condition } of timed) services.push(await start(stage, condition));
	const certificates = services.flatMap(({ certificate }) => certificate ?? []);
	log('Starting n8n');
	const n8ns = await startN8ns(stage, timed.length > 0 ? jobs : [], certificates);
	const n8n = n8ns[OURS];

	// Polls have a separate service, whose requests are counted while the other jobs run.
	const polled = polls && {
		n8n,
		polls: sizes.polls,
		...(await startWithKey(stage, n8n, 'polled')),
	};
	const countPolls = polled && (await startPolling(polled));

	const certificateFile = join(folder, 'services.pem');
	await writeFile(certificateFile, certificates.join('\n'));
	const client = await startClient(certificateFile);
	running.push(client);
	for (const [i, { condition, open }] of timed.entries()) {
		const service = services[i];
		const { rounds, quick } = options;
		const field = { condition, service, n8ns, client, rounds, warmUp: !quick, log };
		for (const job of open) {
			await sections.run(timedSection(job, condition), async () => await runJob(job, field));
		}
	}
	if (intake.length > 0) {
		const field = {
			n8n,
			count: sizes.deliveries,
			connections: sizes.connections,
			warmUp: !options.quick,
			rounds: options.rounds,
			log,
			...(await startWithKey(stage, n8n, 'pushing')),
		};
		for (const saving of intake) {
			await sections.run(intakeSection(saving), async () => await runWebhookIntake(field, saving));
		}
	}
	if (countPolls) await sections.run(POLL_SECTION, countPolls);
}

function conditionsOf({ conditions }: Options): Condition[] {
	return CONDITIONS.filter(({ name }) => conditions.includes(name));
}

function timedSection(job: TimedJob, condition: Condition): string {
	return `${job.name}, ${condition.name}`;
}

function intakeSection(saving: boolean): string {
	return `webhookIntake, saving ${saving ? 'on' : 'off'}`;
}

const POLL_SECTION = 'pollCost';

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
	const { options, sizes, folder, log } = stage;
	// A quick run has no time for more n8ns.
	const items = await measureMemoryOf(stage, sizes.eventPages, stage.dataset, ({ name }) =>
		options.quick ? name === OURS : name !== OURS_TO_FILE,
	);
	if (!takesPart(options, OURS_TO_FILE) || options.quick) return items;
	const pages = options.filePages ?? sizes.filePages;
	const dataset = join(folder, 'file-dataset.db');
	if (!stage.sections.isDone(memorySection(OURS_TO_FILE))) {
		log(`Generating ${pages * EVENTS_PER_PAGE} events`);
		createDataset(dataset, { events: pages * EVENTS_PER_PAGE, links: 0 });
	}
	const files = await measureMemoryOf(stage, pages, dataset, ({ name }) => name === OURS_TO_FILE);
	const title = `Link Attribution node, ${pages * EVENTS_PER_PAGE} events to a JSON Lines file`;
	return [...items, ...files.map((result) => ({ ...result, title }))];
}

async function measureMemoryOf(
	stage: Stage,
	pages: number,
	dataset: string,
	isMeasured: (contestant: Contestant) => boolean,
): Promise<MemoryResult[]> {
	const { options, sizes, sections, folder, tarball, log } = stage;
	const job = eventsJob(pages);
	const contestants = job.contestants.filter(
		(contestant) =>
			takesPart(options, contestant.name) &&
			isMeasured(contestant) &&
			contestant.when?.(NO_LATENCY) !== false,
	);
	if (contestants.every(({ name }) => sections.isDone(memorySection(name)))) {
		return contestants.map(({ name }) => sections.resultOf(memorySection(name)) as MemoryResult);
	}
	const service = await start({ ...stage, dataset }, { ...NO_LATENCY, name: `memory-${pages}` });
	const rounds = pages > sizes.eventPages ? 1 : Math.min(options.rounds, sizes.memoryRounds);
	const field = { condition: NO_LATENCY, service, folder, tarball, rounds, log };
	const results: MemoryResult[] = [];
	for (const contestant of contestants) {
		const measure = async () => await runMemory(job, contestant, field);
		results.push(await sections.run(memorySection(contestant.name), measure));
	}
	return results;
}

function memorySection(contestant: string): string {
	return `memory, ${contestant}`;
}
