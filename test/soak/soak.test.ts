import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { sampleKey } from '../../sandbox/data/lookup.ts';
import { Random } from '../../sandbox/store/random.ts';
import { everySeconds } from '../support/n8n/pollTimes';
import { DURABLE } from '../support/n8n/durable';
import type { CredentialReference } from '../../tools/n8n/client';
import { N8nStack } from '../support/n8n/n8nStack';
import { QueueStack } from '../support/n8n/queueStack';
import {
	createTriggerWorkflow,
	publishOther,
	publishRenamed,
	publishWith,
	RENAMED,
	TRIGGER,
} from '../support/n8n/triggerWorkflow';
import { Executed } from '../support/n8n/executed';
import { Api } from '../support/sandbox/api';
import { conversionLink, newClick, type ConversionLink } from '../support/sandbox/conversions';
import { eventsSince, journey, lastEvent } from '../support/sandbox/journeys';
import type { RecordingProxy } from '../support/sandbox/recordingProxy';
import { register } from '../support/sandbox/webhooks';
import { until } from '../support/until';
import { platforms } from '../compat/platforms';

/**
 * `SOAK_ENGINE`: durable, queue, or changing. `SOAK_REGISTRATION`: manual. `SOAK_CREDENTIAL`: oAuth2. `SOAK_CONCURRENCY`: the
 * number of executions at the same time. `SOAK_BUSY`: 1. `SOAK_WRITES`: 1, a node of the workflow writes static data.
 * `SOAK_N8N`: an older version, as `test:compat` installs it.
 */
const { SOAK_MINUTES = '30', SOAK_SEED = String(Date.now() % 100_000) } = process.env;
const {
	SOAK_ENGINE,
	SOAK_REGISTRATION = 'automatic',
	SOAK_BUSY,
	SOAK_CONCURRENCY,
	SOAK_CREDENTIAL,
	SOAK_WRITES,
	SOAK_N8N = platforms[0].n8n,
} = process.env;

const IS_MANUAL = SOAK_REGISTRATION === 'manual';

const IS_OAUTH2 = SOAK_CREDENTIAL === 'oAuth2';

/** An OAuth2 connection has these scopes, and access tokens that expire after so many seconds. */
const SCOPES = 'analytics.read webhooks.read webhooks.write';
const TOKEN_LIFETIME = 20;

/** On a busy machine, as many clicks come in a second, and each processor has something else to do. */
const CLICKS_PER_SECOND = 14;

/** If n8n is killed while it publishes, it publishes that workflow again only after this time: two minutes by default. */
const SHORT_LEASE = { N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '30' };

/** Executions above the limit wait, as in n8n Cloud, and n8n responds to a delivery when its execution starts. */
const LIMITED = { N8N_CONCURRENCY_PRODUCTION_LIMIT: SOAK_CONCURRENCY ?? '-1' };

const SLOW_WORK = {
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { amount: 2, unit: 'seconds' },
};

/**
 * When the execution ends, n8n stores the static data of all nodes as it was when it began. It ends within the ten seconds
 * after which a worker that is stopped is killed, since n8n keeps nothing of an execution that is killed there.
 */
const WRITING_WORK = {
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode: `const data = $getWorkflowStaticData('node');
data.runs = (data.runs ?? 0) + 1;
await new Promise((resolve) => setTimeout(resolve, 8_000 * Math.random() ** 2));
return $input.all();`,
	},
};

/** With the task runner that Code nodes need. */
const WRITING: Record<string, string> = SOAK_WRITES ? { N8N_RUNNERS_MODE: 'internal' } : {};

/** Loads a package anew when one of its files changes, as an update does. */
const RELOADING = { N8N_DEV_RELOAD: 'true' };

const NOT_DURABLE = {
	N8N_SCHEDULER_ENABLED: 'false',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'false',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'false',
};

const PLATFORM = platforms.find(({ n8n }) => n8n === SOAK_N8N);

const PACKAGE = 'n8n-nodes-link-attribution';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const EVENTS = ['link.clicked', 'lead.created', 'sale.created'];

const log = (text: string) =>
	process.stdout.write(`${new Date().toISOString()} #${happened().length} ${text}\n`);

let stack: N8nStack;
let queue: QueueStack | undefined;
let link: ConversionLink;
let credential: CredentialReference;
let workflow: { id: string; productionUrl: string };
let executed: Executed;
let since = 0;
/** The events while the workflow was unpublished for more than a minute, with or without those while n8n did so. */
const unpublished = { certainly: new Set<string>(), perhaps: new Set<string>() };
let delivery = 'webhook';
let isFiltered = false;
let isRaw = false;
let name = TRIGGER;
let key = 'owner';
/** The signing secrets of the webhooks that a person registered, newest first. */
const secrets: string[] = [];
const burners: ChildProcess[] = [];
let isDurable = SOAK_ENGINE === 'durable';

const happened = () => eventsSince(stack.sandbox, since);

beforeAll(async () => {
	const engine = SOAK_ENGINE === 'durable' ? DURABLE : {};
	if (!PLATFORM) throw new Error(`SOAK_N8N: ${SOAK_N8N} is none of the versions of test:compat.`);
	const { env: ofVersion, installation } = PLATFORM;
	const env = { ...engine, ...SHORT_LEASE, ...LIMITED, ...WRITING, ...RELOADING, ...ofVersion };
	const sandboxOptions = { webhooks: { retryFactor: 0.02 } };
	if (SOAK_ENGINE === 'queue') queue = await QueueStack.start(env, sandboxOptions);
	stack = queue?.main ?? (await N8nStack.start(sandboxOptions, { own: true, env, installation }));
	link = await conversionLink(stack.sandbox);
	const parameters = {
		delivery,
		catchUp: true,
		pollTimes: everySeconds(10),
		registration: SOAK_REGISTRATION,
		events: EVENTS,
		authentication: IS_OAUTH2 ? 'oAuth2' : 'apiKey',
	};
	credential = IS_OAUTH2 ? await connection() : await stack.apiKeyCredential('business');
	workflow = await createTriggerWorkflow(
		stack,
		'Soak',
		parameters,
		credential,
		SOAK_CONCURRENCY ? SLOW_WORK : SOAK_WRITES ? WRITING_WORK : undefined,
	);
	executed = new Executed(stack, workflow.id);
	if (IS_MANUAL) await registerByHand();
	since = lastEvent(stack.sandbox);
	await stack.n8n.client.activate(workflow.id);
	for (let n = 0; SOAK_BUSY && n < availableParallelism(); n++) {
		burners.push(spawn(process.execPath, ['-e', 'for (;;);']));
	}
});

afterAll(async () => {
	for (const burner of burners) burner.kill();
	await (queue ?? stack)?.stop();
});

const webhooks = () =>
	stack.sandbox.db.all<{ id: string; disabled_at: number | null }>(
		'SELECT id, disabled_at FROM webhooks ORDER BY rowid DESC',
	);

/** Lets the service respond in another way for some seconds. */
async function respond(seconds: number, instead: RecordingProxy['respond']): Promise<void> {
	stack.proxy.respond = instead;
	await sleep(seconds * SECOND);
	stack.proxy.respond = () => undefined;
}

/** Faults of n8n and of the service, with the seconds that they last. */
const troubles: Record<string, (seconds: number) => Promise<void>> = {
	'n8n cannot be reached': async (seconds) => {
		stack.sandbox.outage.begin(seconds);
		await sleep(seconds * SECOND);
		stack.sandbox.outage.end();
	},
	'the service refuses everything': async (seconds) => {
		await respond(seconds, () => ({ status: 502, body: {} }));
	},
	'the service does not respond': async (seconds) => await respond(seconds, () => 'no response'),
	'the service is rate limited': async (seconds) => {
		const body = { error: { code: 'rate_limit_exceeded', message: 'Slow down.' } };
		const headers = { 'retry-after': '5' };
		await respond(seconds, () => ({ status: 429, headers, body }));
	},
	'the service refuses the event list': async (seconds) => {
		const status = rejection(403);
		const refusal = { status, body: { error: { message: 'No.' } } };
		await respond(seconds, ({ path }) => (path === '/events' ? refusal : undefined));
	},
	'responses to changes are lost': async (seconds) => {
		stack.proxy.isLost = ({ method }) => method !== 'GET';
		await sleep(seconds * SECOND);
		stack.proxy.isLost = () => false;
	},
	'n8n hangs': async (seconds) => {
		process.kill(stack.n8n.pid, 'SIGSTOP');
		await sleep(seconds * SECOND);
		process.kill(stack.n8n.pid, 'SIGCONT');
	},
	'n8n is killed': async (seconds) => {
		await stack.n8n.kill();
		await sleep(seconds * SECOND);
		await startN8nAgain();
	},
	'n8n is stopped': async (seconds) => {
		await stack.n8n.stop();
		await sleep(seconds * SECOND);
		await startN8nAgain();
	},
	'n8n starts while the key is rejected': async (seconds) => {
		await stack.n8n.kill();
		stack.proxy.respond = () => ({ status: rejection(401), body: { error: { message: 'No.' } } });
		// After 15 seconds, n8n gives up a trigger that fails.
		const end = sleep((25 + seconds) * SECOND).then(() => (stack.proxy.respond = () => undefined));
		await startN8nAgain();
		await end;
	},
	'the webhook is deleted': async (seconds) => {
		const [{ id } = { id: '' }] = webhooks();
		if (id) await new Api(stack.sandbox, 'business').delete(`/webhooks/${id}`);
		if (!IS_MANUAL) return;
		await sleep(seconds * SECOND);
		await registerByHand();
	},
	'the webhook is disabled': async (seconds) => {
		const [{ id } = { id: '' }] = webhooks();
		stack.sandbox.db.run(
			'UPDATE webhooks SET disabled_at = ? WHERE id = ?',
			stack.sandbox.clock.now(),
			id,
		);
		if (IS_MANUAL) await sleep(seconds * SECOND);
	},
	'the webhook is changed': async () => {
		const [{ id } = { id: '' }] = webhooks();
		const changes = JSON.stringify({ triggers: ['link.deleted'] });
		if (id) await new Api(stack.sandbox, 'business').send('PATCH', `/webhooks/${id}`, changes);
	},
	'the workflow is published again': async () => {
		const { nodes } = await stack.n8n.client.getWorkflow(workflow.id);
		const changed = nodes.map((node) => ({
			...node,
			position: [node.position[0], node.position[1] + 1] as [number, number],
		}));
		await stack.n8n.client.updateWorkflow(workflow.id, { nodes: changed });
		await publish();
	},
	'the delivery is switched': async () => {
		delivery = delivery === 'webhook' ? 'polling' : 'webhook';
		await publish({ delivery });
	},
	'the filter is changed': async () => {
		isFiltered = !isFiltered;
		const linkIds = { __rl: true, mode: 'id', value: link.id };
		await publish({ pushFilters: isFiltered ? { linkIds } : {} });
	},
	'the trigger is renamed': async () => {
		name = name === TRIGGER ? RENAMED : TRIGGER;
		await untilDone(async () => await publishRenamed(stack.n8n.client, workflow.id, name));
	},
	'another trigger of the workflow is changed': async () => {
		isRaw = !isRaw;
		await untilDone(async () => await publishOther(stack.n8n.client, workflow.id, isRaw));
	},
	'the key is replaced': async () => {
		if (IS_OAUTH2) return await connect();
		key = key === 'owner' ? 'webhooks' : 'owner';
		await saveCredential();
	},
	'the package is updated': async () => {
		const folder = join(dirname(stack.n8n.logFile), '.n8n', 'nodes', 'node_modules', PACKAGE);
		await appendFile(join(folder, 'package.json'), '\n');
	},
	'the workflow is unpublished': async (seconds) => {
		await unpublish();
		await sleep(seconds * SECOND);
		await publish();
	},
	'the workflow is unpublished for more than a minute': async (seconds) => {
		const { sandbox } = stack;
		const before = lastEvent(sandbox);
		await unpublish();
		// n8n says so at once, and then removes the webhook.
		await sleep(30 * SECOND);
		const from = lastEvent(sandbox);
		await sleep(MINUTE / 2 + seconds * SECOND);
		// Polling emits what happened meanwhile.
		// So does the service, which retries deliveries to a webhook that stays registered.
		const isWanted = delivery === 'polling' || IS_MANUAL;
		const unwanted = isWanted ? [] : eventsSince(sandbox, from);
		for (const each of unwanted) unpublished.certainly.add(each);
		// The service states whole seconds.
		await sleep(2 * SECOND);
		await publish();
		for (const each of eventsSince(sandbox, before)) unpublished.perhaps.add(each);
	},
};

/** Also of other processes, in queue mode. One that is killed while it works loses its executions. */
const inQueueMode: typeof troubles = {
	'a webhook processor is killed': async (seconds) => {
		await queue?.processors[0].kill();
		await sleep(seconds * SECOND);
		await queue?.startAgain('webhook', 0);
	},
	'all webhook processors are stopped': async (seconds) => await stopAll('webhook', seconds),
	'all workers are stopped': async (seconds) => await stopAll('worker', seconds),
};

if (IS_MANUAL) delete troubles['the webhook is changed'];

/** If the stored position is overwritten, only the process and the URL of the webhook name it. */
const FORGETTING = ['the delivery is switched', 'the package is updated', 'the webhook is deleted'];
if (SOAK_WRITES) for (const name of FORGETTING) delete troubles[name];

/** With durable cursors, n8n does not poll for half an hour after a 401 or 403. */
const rejection = (status: number) => (isDurable ? 502 : status);

/** With `SOAK_ENGINE=changing`, in the other engine, as after an update of n8n, or back to the version before. */
async function startN8nAgain(): Promise<void> {
	if (SOAK_ENGINE === 'changing') isDurable = !isDurable;
	await stack.startN8nAgain({ ...DURABLE, ...(isDurable ? {} : NOT_DURABLE) });
	log(isDurable ? 'n8n is back, with durable cursors' : 'n8n is back');
	if (IS_OAUTH2) await connect();
}

async function connection(): Promise<CredentialReference> {
	stack.sandbox.quirks.accessTokenLifetime = TOKEN_LIFETIME;
	const app = stack.app('business', true);
	const created = await stack.oauthCredential(app, { requestedScopes: SCOPES });
	await stack.connect(created);
	return created;
}

/** The service accepts a refresh token once: if its response is lost, or n8n is killed, a person must connect again. */
async function connect(): Promise<void> {
	await untilDone(async () => await stack.connect(credential));
}

async function saveCredential(): Promise<void> {
	const { client } = stack.n8n;
	const { id, name: account } = credential;
	const type = IS_OAUTH2 ? 'linkAttributionOAuth2Api' : 'linkAttributionApi';
	const apiKey = sampleKey(stack.sandbox.db, 'business', key);
	const data = { apiKey, baseUrl: stack.proxy.url, webhookSecret: secrets.join() };
	await untilDone(async () => {
		const saved = IS_OAUTH2 ? (await client.getCredential(id)).data : data;
		const { webhookSecret } = data;
		await client.updateCredential(id, account, type, { ...saved, webhookSecret });
	});
}

/** Registers the webhook, and then adds its signing secret to the credential. */
async function registerByHand(): Promise<void> {
	const scope = { linkScope: 'workspace' };
	const { secret } = await register(stack.sandbox, workflow.productionUrl, EVENTS, scope);
	secrets.unshift(secret);
	await saveCredential();
}

/** Enables a webhook again after a catch-up has seen that it is disabled. */
async function enableByHand(): Promise<void> {
	const [webhook] = webhooks();
	if (!webhook?.disabled_at || delivery === 'polling') return;
	const { requests } = stack.proxy;
	const before = requests.length;
	const isSeen = () =>
		requests.slice(before).some(({ path, status }) => path === '/webhooks' && status === 200);
	await until(isSeen, 'a catch-up', 60).catch(() => {});
	if (isSeen()) {
		stack.sandbox.db.run('UPDATE webhooks SET disabled_at = NULL, failures = 0');
		log('the webhook is enabled');
	}
}

async function stopAll(kind: 'webhook' | 'worker', seconds: number): Promise<void> {
	const stopped = (kind === 'webhook' ? queue?.processors : queue?.workers) ?? [];
	await Promise.all(stopped.map(async (each) => await each.stop()));
	await sleep(seconds * SECOND);
	await Promise.all(stopped.map(async (_, n) => await queue?.startAgain(kind, n)));
}

if (SOAK_ENGINE === 'queue') Object.assign(troubles, inQueueMode);

async function publish(parameters: IDataObject = {}): Promise<void> {
	await untilDone(async () => await publishWith(stack.n8n.client, workflow.id, parameters));
}

async function unpublish(): Promise<void> {
	await untilDone(async () => await stack.n8n.client.deactivate(workflow.id));
}

/** Works again and again until the service lets n8n register, or remove, the webhook. */
async function untilDone(work: () => Promise<void>): Promise<void> {
	for (;;) {
		try {
			return await work();
		} catch (error) {
			log((error as Error).message);
			await sleep(SECOND);
			if (IS_OAUTH2) await stack.connect(credential).catch(() => {});
		}
	}
}

/** Faults that a second one is added to, so that they begin together. */
const OF_N8N = Object.keys(troubles).filter((name) =>
	/^(n8n (is|hangs|starts)|another trigger|the (workflow|trigger|delivery|filter|key))/.test(name),
);

const OF_THE_SERVICE = Object.keys(troubles).filter((name) => !OF_N8N.includes(name));

/** Only the process knows the state of a polling trigger that is renamed: nothing can follow it through an update. */
function secondTo(first: string): string[] {
	if (first !== 'the trigger is renamed') return OF_THE_SERVICE;
	return OF_THE_SERVICE.filter((name) => name !== 'the package is updated');
}

/** n8n rejects deliveries that are further ahead of its clock. */
const MAX_AHEAD = 8 * MINUTE;

let ahead = 0;

/** Advances the service's clock, so that a minute lasts seconds. */
function passTime(milliseconds: number): void {
	stack.sandbox.clock.advance(milliseconds);
	ahead += milliseconds;
}

it(
	'loses nothing, and runs nothing twice',
	async () => {
		log(
			`seed ${SOAK_SEED}, ${SOAK_MINUTES} minutes, n8n ${SOAK_N8N}, ${SOAK_ENGINE ?? 'default'} engine, ${SOAK_REGISTRATION} registration${SOAK_BUSY ? ', busy' : ''}`,
		);
		const random = new Random(Number(SOAK_SEED));
		const end = Date.now() + Number(SOAK_MINUTES) * MINUTE;
		let isEnding = false;
		const visitors = (async () => {
			for (let n = 0; !isEnding; n++) {
				if (n % (SOAK_BUSY ? 2 * CLICKS_PER_SECOND : 1) === 0) await journey(stack.sandbox, link);
				else await newClick(stack.sandbox, link);
				await sleep(SOAK_BUSY ? SECOND / CLICKS_PER_SECOND : 200 + random.fraction() * 3000);
			}
		})();
		while (Date.now() < end) {
			const first = random.pick(Object.keys(troubles));
			const second = OF_N8N.includes(first) ? [random.pick(secondTo(first))] : [];
			const begun = [first, ...second].map(async (name) => {
				const seconds = random.int(1, 20);
				log(`${name} (${seconds} s)`);
				await troubles[name](seconds);
			});
			await Promise.all(begun);
			if (random.chance(0.4) && ahead < MAX_AHEAD - 3 * MINUTE)
				passTime(random.fraction() * 3 * MINUTE);
			await sleep(random.fraction() * 20 * SECOND);
			await stack.ensureN8n();
			if (IS_OAUTH2) await connect();
			if (IS_MANUAL) await enableByHand();
			await executed.collect();
		}
		isEnding = true;
		await visitors;
		for (const burner of burners) burner.kill();
		if (IS_MANUAL) await enableByHand();
		for (let n = 0; n < 4; n++) {
			passTime(4 * MINUTE);
			await sleep(12 * SECOND);
		}
		const outcome = async () => {
			await executed.collect();
			const { certainly, perhaps } = unpublished;
			const ran = new Set(executed.keys);
			const lost = happened().filter((key) => !ran.has(key) && !perhaps.has(key));
			return {
				lost,
				twice: executed.repeated,
				unwanted: [...certainly].filter((key) => ran.has(key)),
			};
		};
		const isComplete = async () => (await outcome()).lost.length === 0;
		await until(isComplete, 'the rest', 180).catch(() => {});
		const { lost, twice, unwanted } = await outcome();
		const all = happened();
		const place = (key: string) => `#${all.indexOf(key) + 1} ${key}`;
		log(
			`${lost.length} lost, ${twice.length} twice, ${unwanted.length} from while it was unpublished`,
		);
		for (const key of lost) log(`lost: ${place(key)}`);
		for (const [key, ids] of twice) log(`twice: ${place(key)}, by ${ids.join(', ')}`);
		for (const key of unwanted) log(`unwanted: ${place(key)}`);
		expect({ lost, twice, unwanted }).toEqual({ lost: [], twice: [], unwanted: [] });
	},
	(Number(SOAK_MINUTES) + 10) * MINUTE,
);
