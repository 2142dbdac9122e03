import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference, WorkflowNode } from '../../tools/n8n/client';
import { nodeRun } from '../../tools/n8n/execution';
import { sampleKey } from '../../sandbox/data/lookup';
import type { Fault } from '../../sandbox/app/faults/schema';
import type { Sandbox } from '../../sandbox/app/server';
import { contractRows, firstRows } from '../nodes/contract';
import { conversionLink, newClick } from '../support/sandbox/conversions';
import { chain } from '../support/n8n/chain';
import { N8nStack, NODE_TYPE, type Authentication } from '../support/n8n/n8nStack';
import { createTriggerWorkflow, executedKeys, TRIGGER } from '../support/n8n/triggerWorkflow';
import { until } from '../support/until';

const WORKSPACE = 'enterprise';
const TWO_HOURS = 2 * 60 * 60 * 1000;

/** Texts that occur nowhere else. */
const canaries = {
	key: 'dub_canaryOfTheApiKey0000000',
	limitedKey: 'dub_canaryOfTheLimitedKey00',
	wrongKey: 'dub_canaryOfAWrongKey000000',
	clientSecret: 'dub_app_secret_canaryOfTheClient',
	signingSecret: 'whsec_canaryOfTheSigningSecret',
	password: 'canaryOfThePassword',
};

const EXPECTED = [
	// Who may see the credential sees its address, as it was typed.
	/^credential \w+: password$/,
];

/** Those that the service makes up while it runs, by what they are. */
const issued = new Map<string, string>();

let stack: N8nStack;
const printed: string[] = [];

beforeAll(async () => {
	for (const method of ['log', 'warn', 'error', 'info', 'debug'] as const) {
		jest.spyOn(console, method).mockImplementation((...args) => {
			printed.push(args.map(String).join(' '));
		});
	}
	const env = { N8N_LOG_LEVEL: 'debug', DB_LOGGING_ENABLED: 'false' };
	stack = await N8nStack.start({ limits: 'off', webhooks: { retryFactor: 0.001 } }, { env });
	plant(stack.sandbox);
});

afterAll(async () => {
	jest.restoreAllMocks();
	await stack?.stop();
});

/** Makes the service accept the canaries. */
function plant(sandbox: Sandbox): void {
	const { db } = sandbox;
	const replaceKey = (name: string, token: string) =>
		db.run('UPDATE api_keys SET token = ? WHERE token = ?', token, sampleKey(db, WORKSPACE, name));
	replaceKey('owner', canaries.key);
	replaceKey('readonly', canaries.limitedKey);
	const { clientId } = stack.app(WORKSPACE, false);
	db.run(
		'UPDATE oauth_apps SET client_secret = ? WHERE client_id = ?',
		canaries.clientSecret,
		clientId,
	);
}

function noteIssued(): void {
	const { db } = stack.sandbox;
	for (const row of db.all<Record<string, string>>('SELECT * FROM oauth_tokens')) {
		issued.set(row.access_token, 'access token');
		issued.set(row.refresh_token, 'refresh token');
	}
	for (const { secret } of db.all<{ secret: string }>('SELECT secret FROM webhooks')) {
		issued.set(secret, 'signing secret of a webhook');
	}
}

const quick = { longestWait: 1, timeout: 2 };

/** One call of every operation of the menu, each going on after an error. */
function everyOperation(credential: CredentialReference, authentication: Authentication) {
	const type = authentication === 'apiKey' ? 'linkAttributionApi' : 'linkAttributionOAuth2Api';
	return firstRows(contractRows).map(({ resource, operation, parameters }, i) => ({
		name: `${i} ${resource} ${operation}`,
		type: NODE_TYPE,
		typeVersion: 1,
		position: [200 * i, 0],
		parameters: { authentication, resource, operation, requestOptions: quick, ...parameters },
		credentials: { [type]: credential },
		onError: 'continueRegularOutput',
		executeOnce: true,
		alwaysOutputData: true,
	}));
}

let workflows = 0;

/** How many workflows run at the same time: most of them wait for something. */
const AT_ONCE = 8;

/** @returns how many of the nodes failed */
async function runAll(nodes: WorkflowNode[]): Promise<number> {
	const parts = Array.from({ length: AT_ONCE }, (_, part) =>
		nodes.filter((_node, index) => index % AT_ONCE === part),
	);
	const failed = await Promise.all(
		parts.filter((part) => part.length > 0).map(async (part) => await runChain(part)),
	);
	return failed.reduce((sum, count) => sum + count, 0);
}

/** Runs nodes one after another. @returns how many of them failed */
async function runChain(nodes: WorkflowNode[]): Promise<number> {
	const { client } = stack.n8n;
	const { id } = await client.createWorkflow({ name: `Canaries ${++workflows}`, ...chain(nodes) });
	const executionId = await client.run(id, { trigger: 'Start' });
	const execution = await client.waitForExecution(executionId);
	noteIssued();
	const runs = nodes.map(({ name }) => nodeRun(execution, name));
	expect(runs.filter((run) => run === undefined)).toEqual([]);
	return runs.filter((run) => run?.data?.main?.[0]?.some(({ json, error }) => error ?? json.error))
		.length;
}

async function withFaults<T>(faults: Fault[], work: () => Promise<T>): Promise<T> {
	stack.sandbox.faults.set(faults);
	try {
		return await work();
	} finally {
		stack.sandbox.faults.set([]);
	}
}

async function apiKey(key: string, data: IDataObject = {}): Promise<CredentialReference> {
	return await stack.apiKeyCredential(WORKSPACE, {
		apiKey: key,
		webhookSecret: canaries.signingSecret,
		...data,
	});
}

it('runs every operation with an API key, a restricted key, and an invalid key', async () => {
	const all = everyOperation(await apiKey(canaries.key), 'apiKey');
	const failed = await runAll(all);
	expect(failed).toBeGreaterThan(0);
	expect(failed).toBeLessThan(all.length);
	await runAll(everyOperation(await apiKey(canaries.limitedKey), 'apiKey'));
	const wrong = await apiKey(canaries.wrongKey);
	// The QR code needs no key.
	expect(await runAll(everyOperation(wrong, 'apiKey'))).toBeGreaterThanOrEqual(all.length - 2);
	await stack.n8n.client.testCredential(wrong.id);
});

it.each<[string, Fault]>([
	['server errors', { kind: 'status' }],
	['gateway errors', { kind: 'status', status: 502 }],
	['connection resets', { kind: 'reset' }],
	['truncated responses', { kind: 'truncated' }],
	['timeouts', { kind: 'slow', stall: 60_000 }],
	['web pages instead of responses', { kind: 'html' }],
	['rate limits', { kind: 'rateLimited', wait: 60_000 }],
])('runs operations that fail because of %s', async (_, fault) => {
	const credential = await apiKey(canaries.key);
	const some = everyOperation(credential, 'apiKey').filter((_node, i) => i % 8 === 0);
	expect(await withFaults([fault], async () => await runAll(some))).toBe(some.length);
});

it('fails with base URLs that contain a password or cannot be reached', async () => {
	const { host } = new URL(stack.proxy.url);
	for (const baseUrl of [`http://name:${canaries.password}@${host}`, 'https://127.0.0.1:1']) {
		const credential = await apiKey(canaries.key, { baseUrl });
		const some = everyOperation(credential, 'apiKey').slice(0, 2);
		expect(await runAll(some)).toBe(some.length);
		await stack.n8n.client.testCredential(credential.id);
	}
});

// Before the sandbox's clock moves on: the trigger refuses deliveries that are dated ahead.
it('publishes and tests the trigger, and sends it unauthenticated requests', async () => {
	const { n8n, sandbox } = stack;
	const credential = await stack.apiKeyCredential('business');
	issued.set(sampleKey(sandbox.db, 'business'), 'API key');
	const link = await conversionLink(sandbox);
	const pushed = await createTriggerWorkflow(stack, 'Pushed', { delivery: 'webhook' }, credential);
	await n8n.client.activate(pushed.id);
	noteIssued();
	await newClick(sandbox, link);
	const executed = async () => (await executedKeys(n8n.client, pushed.id)).length;
	await until(async () => (await executed()) === 1, 'the execution of the event');
	for (const signature of ['', 'f'.repeat(64), canaries.wrongKey]) {
		const headers = { 'dub-signature': signature, 'content-type': 'application/json' };
		const init = { method: 'POST', headers, body: JSON.stringify({ event: 'link.clicked' }) };
		expect((await fetch(pushed.productionUrl, init)).status).toBe(401);
	}
	await n8n.client.listen(pushed.id, TRIGGER);
	noteIssued();
	await newClick(sandbox, link);
	await until(
		async () => (await n8n.client.listExecutions(pushed.id)).some(({ mode }) => mode === 'manual'),
		'the test event',
	);
	const failing: Fault = { kind: 'html', path: '/webhooks/:id' };
	await withFaults([failing], async () => await n8n.client.deactivate(pushed.id));

	const wrong = await apiKey(canaries.wrongKey);
	const refused = await createTriggerWorkflow(stack, 'Refused', { delivery: 'webhook' }, wrong);
	await expect(n8n.client.activate(refused.id)).rejects.toThrow();
	const polled = await createTriggerWorkflow(stack, 'Polled', { delivery: 'polling' }, wrong);
	await expect(n8n.client.activate(polled.id)).rejects.toThrow();
	const manual = { delivery: 'webhook', registration: 'manual' };
	const byHand = await createTriggerWorkflow(stack, 'By Hand', manual, wrong);
	await n8n.client.activate(byHand.id);
	expect((await fetch(byHand.productionUrl, { method: 'POST', body: '{}' })).status).toBe(401);
});

it.each([true, false])(
	'connects, refreshes, and fails to refresh OAuth2 (PKCE: %s)',
	async (pkce) => {
		const credential = await stack.oauthCredential(stack.app(WORKSPACE, pkce));
		await stack.connect(credential);
		noteIssued();
		const some = everyOperation(credential, 'oAuth2').filter((_node, i) => i % 8 === 0);
		expect(await runAll(some)).toBeLessThan(some.length);

		stack.sandbox.clock.advance(TWO_HOURS + 1000);
		expect(await runAll(some)).toBeLessThan(some.length);
		stack.sandbox.clock.advance(TWO_HOURS + 1000);
		const unwilling: Fault = { kind: 'status', path: '/oauth/token' };
		expect(await withFaults([unwilling], async () => await runAll(some))).toBe(some.length);
		stack.sandbox.db.run('DELETE FROM oauth_tokens');
		expect(await runAll(some)).toBe(some.length);
		await stack.n8n.client.testCredential(credential.id).catch(() => undefined);
	},
);

it('leaks none of the secrets', async () => {
	noteIssued();
	const secrets = [...Object.values(canaries), ...issued.keys()];
	expect([...new Set(issued.values())].sort()).toEqual([
		'API key',
		'access token',
		'refresh token',
		'signing secret of a webhook',
	]);
	const texts = { ...filesOfN8n(), ...tablesOfN8n(), ...(await responsesOfN8n()), ...ofSandbox() };
	expect(Object.keys(texts).length).toBeGreaterThan(50);
	// The search reaches what was done.
	expect(texts['file n8n.log']).toMatch(/Canaries|debug/i);
	expect(texts['table execution_data.data']).toContain('The API key or access token is not valid');
	const found = Object.entries(texts).flatMap(([place, text]) =>
		secrets.filter((secret) => holds(text, secret)).map((secret) => `${place}: ${nameOf(secret)}`),
	);
	expect(found.filter((line) => !EXPECTED.some((expected) => expected.test(line)))).toEqual([]);
	process.stdout.write(
		`${secrets.length} secrets, ${Object.keys(texts).length} places searched; as expected: ${found.join(', ')}\n`,
	);
});

function nameOf(secret: string): string {
	const known = Object.entries(canaries).find(([, value]) => value === secret);
	return known?.[0] ?? issued.get(secret) ?? '';
}

function holds(text: string, secret: string): boolean {
	return (
		text.includes(secret) ||
		text.includes(Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -2))
	);
}

/** Logs, event logs, settings, binary data; the database is read by its tables. */
function filesOfN8n(): Record<string, string> {
	const folder = dirname(stack.n8n.logFile);
	const paths = globSync('**', { cwd: folder, withFileTypes: true })
		.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
		.map(({ parentPath, name }) => join(parentPath, name))
		.filter((path) => !path.includes('database.sqlite'));
	return Object.fromEntries(
		paths.map((path) => [`file ${relative(folder, path)}`, readFileSync(path, 'latin1')]),
	);
}

function tablesOfN8n(): Record<string, string> {
	const file = join(dirname(stack.n8n.logFile), '.n8n', 'database.sqlite');
	const db = new DatabaseSync(file, { readOnly: true });
	const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
	const texts: Record<string, string> = {};
	for (const { name } of tables) {
		for (const row of db.prepare(`SELECT * FROM "${String(name)}"`).all()) {
			for (const [column, value] of Object.entries(row)) {
				const place = `table ${String(name)}.${column}`;
				texts[place] = `${texts[place] ?? ''}\n${String(value)}`;
			}
		}
	}
	db.close();
	return texts;
}

/** What people see: executions with their data, workflows, and credentials as the editor gets them. */
async function responsesOfN8n(): Promise<Record<string, string>> {
	const { client } = stack.n8n;
	const text = async (path: string) => await (await client.fetch('GET', path)).text();
	const texts: Record<string, string> = {};
	for (const { id } of await client.listWorkflows()) {
		texts[`workflow ${id}`] = await text(`/rest/workflows/${id}`);
		for (const execution of await client.listExecutions(id, 100)) {
			texts[`execution ${execution.id}`] = await text(`/rest/executions/${execution.id}`);
		}
	}
	for (const { id } of await client.listCredentials()) {
		texts[`credential ${id}`] = await text(`/rest/credentials/${id}?includeData=true`);
	}
	return texts;
}

/** Its database holds them, as that of a service has to. */
function ofSandbox(): Record<string, string> {
	return {
		'log of the sandbox': JSON.stringify(stack.sandbox.requests.all()),
		'output of the sandbox': printed.join('\n'),
		'addresses that n8n requested': stack.proxy.requests
			.map(({ path, query }) => `${path}?${JSON.stringify(query)}`)
			.join('\n'),
	};
}
