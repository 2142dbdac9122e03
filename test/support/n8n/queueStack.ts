import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../../tools/n8n/ports';
import { startProcess, type N8nProcess } from '../../../tools/n8n/process';
import { LoadBalancer } from './loadBalancer';
import { LEAN, N8nStack } from './n8nStack';
import { sharedPackage } from './shared';
import { startPostgres, startRedis, type Postgres, type Redis } from './services';
import { until } from '../until';

const CONCURRENCY = 5;

const COMMANDS = {
	worker: ['worker', `--concurrency=${CONCURRENCY}`],
	webhook: ['webhook'],
} satisfies Record<string, [string, ...string[]]>;

type Start = (kind: keyof typeof COMMANDS, index: number, port?: number) => Promise<N8nProcess>;

type N8nStackOptions = Parameters<typeof N8nStack.start>[0];

/**
 * n8n in queue mode on PostgreSQL and Redis: a main process, two workers, and two webhook processors behind a load
 * balancer, with the sandbox behind a recording proxy.
 */
export class QueueStack {
	readonly main: N8nStack;
	readonly balancer: LoadBalancer;
	readonly processors: N8nProcess[];
	readonly workers: N8nProcess[];
	readonly postgres: Postgres;
	readonly #redis: Redis;
	readonly #cleanup: AsyncDisposableStack;
	readonly #start: Start;

	private constructor(
		main: N8nStack,
		balancer: LoadBalancer,
		processors: N8nProcess[],
		workers: N8nProcess[],
		postgres: Postgres,
		redis: Redis,
		cleanup: AsyncDisposableStack,
		start: Start,
	) {
		this.main = main;
		this.balancer = balancer;
		this.processors = processors;
		this.workers = workers;
		this.postgres = postgres;
		this.#redis = redis;
		this.#cleanup = cleanup;
		this.#start = start;
	}

	/** @param env of all processes of n8n */
	static async start(
		env: Record<string, string> = {},
		sandboxOptions: N8nStackOptions = {},
	): Promise<QueueStack> {
		const cleanup = new AsyncDisposableStack();
		try {
			return await QueueStack.#startAll(env, sandboxOptions, cleanup);
		} catch (error) {
			await cleanup.disposeAsync();
			throw error;
		}
	}

	static async #startAll(
		settings: Record<string, string>,
		sandboxOptions: N8nStackOptions,
		cleanup: AsyncDisposableStack,
	): Promise<QueueStack> {
		const folder = mkdtempSync(join(tmpdir(), 'queue-stack-'));
		cleanup.defer(async () => await rm(folder, { recursive: true, force: true }));
		const postgres = await startPostgres();
		cleanup.defer(postgres.stop);
		const redis = await startRedis();
		cleanup.defer(redis.stop);
		const balancer = await new LoadBalancer().start();
		cleanup.defer(async () => await balancer.close());

		const [mainPort] = await freePorts(1);
		const env = {
			...LEAN,
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			QUEUE_BULL_REDIS_HOST: '127.0.0.1',
			QUEUE_BULL_REDIS_PORT: String(redis.port),
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(postgres.port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'n8n',
			DB_POSTGRESDB_PASSWORD: '',
			DB_POSTGRESDB_POOL_SIZE: '10',
			N8N_ENCRYPTION_KEY: 'the-same-for-all-processes',
			N8N_WEBHOOK_URL: `${balancer.url}/`,
			WEBHOOK_URL: `${balancer.url}/`,
			N8N_EDITOR_BASE_URL: `http://localhost:${mainPort}/`,
			...settings,
		};
		const main = await N8nStack.start(sandboxOptions, { env, port: mainPort });
		cleanup.defer(async () => await main.stop());

		const packages = [await sharedPackage()];
		const start: Start = async (kind, index, freePort) => {
			const port = freePort ?? (await freePorts(1))[0];
			const health = { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port) };
			const options = {
				userFolder: join(folder, `${kind}-${index}`),
				port,
				packages,
				env: { ...env, ...health },
			};
			const started = await startProcess(COMMANDS[kind], options, isReady);
			cleanup.defer(async () => await started.kill());
			return started;
		};
		const [processors, workers] = await allStarted([
			allStarted([start('webhook', 0), start('webhook', 1)]),
			allStarted([start('worker', 0), start('worker', 1)]),
		]);
		balancer.targets = processors.map(({ port }) => `http://127.0.0.1:${port}`);
		return new QueueStack(main, balancer, processors, workers, postgres, redis, cleanup, start);
	}

	/** Starts a process again, at its port, after it was stopped or killed. */
	async startAgain(kind: keyof typeof COMMANDS, index: number): Promise<void> {
		const list = kind === 'worker' ? this.workers : this.processors;
		list[index] = await this.#start(kind, index, list[index].port);
	}

	/** How many executions each worker began since it was started. */
	async startedByWorkers(): Promise<number[]> {
		return await Promise.all(
			this.workers.map(async ({ logFile }) => {
				const log = await readFile(logFile, 'utf8');
				return log.match(/Worker started execution/g)?.length ?? 0;
			}),
		);
	}

	/** Waits until no execution waits for a worker or runs on one. */
	async idle(): Promise<void> {
		const jobs = async (state: string) =>
			Number(await this.#redis.command('LLEN', `bull:jobs:${state}`));
		const isIdle = async () => (await jobs('wait')) + (await jobs('active')) === 0;
		await until(isIdle, 'the end of all executions');
	}

	async stop(): Promise<void> {
		await this.#cleanup.disposeAsync();
	}
}

/** Waits for all of them even if one fails, so that none starts after the clean-up. */
async function allStarted<T>(starting: Array<Promise<T>>): Promise<T[]> {
	await Promise.allSettled(starting);
	return await Promise.all(starting);
}

async function isReady(port: number): Promise<boolean> {
	try {
		return (await fetch(`http://127.0.0.1:${port}/healthz/readiness`)).ok;
	} catch {
		return false;
	}
}
