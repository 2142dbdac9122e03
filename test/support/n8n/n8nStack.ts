import { mkdtempSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import {
	N8nClient,
	type CredentialReference,
	type Owner,
	type Workflow,
} from '../../../tools/n8n/client';
import type { Execution } from '../../../tools/n8n/execution';
import { startN8n, type N8nInstance } from '../../../tools/n8n/instance';
import type { N8nOptions } from '../../../tools/n8n/process';
import { sampleApps, sampleKey, type SampleApp } from '../../../sandbox/data/lookup';
import { allowRedirectUri } from '../../../sandbox/oauth/apps';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/app/server';
import { allow } from '../sandbox/consent';
import { RecordingProxy } from '../sandbox/recordingProxy';
import { chain, inputNodes, workflowNode } from './chain';
import { FAST_EXPRESSIONS, leaseN8n, OWNER, preparedN8n, sharedPackage } from './shared';

export const NODE_TYPE = 'n8n-nodes-link-attribution.linkAttribution';

/** Name of the node under test in the workflows that `run` makes. */
export const NODE = 'Link Attribution';

export type Authentication = 'apiKey' | 'oAuth2';

export const CREDENTIAL_TYPES = {
	apiKey: 'linkAttributionApi',
	oAuth2: 'linkAttributionOAuth2Api',
} as const;

export interface RunSettings {
	credential: CredentialReference;
	authentication?: Authentication;
	/** What comes into the node; one empty item unless given. */
	input?: IDataObject[];
	/** Settings of the node, e.g. `{ onError: 'continueErrorOutput' }`. */
	settings?: IDataObject;
}

/** For an n8n without a browser and without Code nodes; it starts in two thirds of the time. */
export const LEAN = {
	...FAST_EXPRESSIONS,
	// n8n copies the files of the editor whenever it starts.
	N8N_DISABLE_UI: 'true',
	// Without it, n8n starts a task runner.
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'nobody-uses-it',
};

type N8nSettings = Pick<N8nOptions, 'installation' | 'env' | 'port'>;

/** Of an n8n that is for one test file alone. */
interface OwnN8n extends N8nSettings {
	/** Needed where a test stops it, or looks into what it stored or logged. */
	own?: true;
}

/** The sandbox behind a recording proxy, and a real n8n with the packed package, signed in to. */
export class N8nStack {
	sandbox: Sandbox;
	n8n: N8nInstance;
	readonly proxy: RecordingProxy;
	/** Whom n8n knows the tests as. */
	readonly user: Owner;
	readonly #sandboxOptions: SandboxOptions;
	readonly #folder: string;
	readonly #n8nOptions: N8nSettings;
	readonly #isShared: boolean;
	#workflows = 0;

	private constructor(
		sandbox: Sandbox,
		proxy: RecordingProxy,
		n8n: N8nInstance,
		started: Pick<N8nStack, 'user'> & {
			sandboxOptions: SandboxOptions;
			n8nOptions: N8nSettings;
			folder: string;
			isShared: boolean;
		},
	) {
		this.sandbox = sandbox;
		this.proxy = proxy;
		this.n8n = n8n;
		this.user = started.user;
		this.#sandboxOptions = started.sandboxOptions;
		this.#n8nOptions = { ...started.n8nOptions };
		this.#folder = started.folder;
		this.#isShared = started.isShared;
	}

	/** @param ownOptions what makes n8n different from the one that test files share */
	static async start(
		options: Omit<SandboxOptions, 'port' | 'file'> = {},
		ownOptions?: OwnN8n,
	): Promise<N8nStack> {
		const own = ownOptions && { ...ownOptions, env: { ...LEAN, ...ownOptions.env } };
		const folder = mkdtempSync(join(tmpdir(), 'n8n-stack-'));
		const sandboxOptions = { ...options, file: join(folder, 'sandbox.db') };
		const cleanup = new AsyncDisposableStack();
		cleanup.defer(async () => await rm(folder, { recursive: true, force: true }));
		try {
			const sandbox = await startSandbox(sandboxOptions);
			cleanup.defer(async () => await sandbox.close());
			const proxy = await new RecordingProxy(sandbox.url).start();
			cleanup.defer(async () => await proxy.close());
			const { n8n, user } = own ? await startOwn(folder, own) : await startShared();
			if (own) cleanup.defer(async () => await n8n.kill());
			await n8n.client.signIn(user);
			allowRedirectUri(sandbox.db, n8n.client.oauthRedirectUri);
			return new N8nStack(sandbox, proxy, n8n, {
				user,
				sandboxOptions,
				n8nOptions: { ...own },
				folder,
				isShared: own === undefined,
			});
		} catch (error) {
			await cleanup.disposeAsync();
			throw error;
		}
	}

	/**
	 * Starts n8n again, at the same address and with all it stored, after it was stopped or killed.
	 *
	 * @param env from now on, beside what it was first started with
	 */
	async startN8nAgain(env: Record<string, string> = {}): Promise<void> {
		const port = Number(new URL(this.n8n.url).port);
		this.#n8nOptions.env = { ...this.#n8nOptions.env, ...env };
		this.n8n = await startN8n({ ...this.#n8nOptions, userFolder: join(this.#folder, 'n8n'), port });
		await this.n8n.client.signIn(this.user);
	}

	/** Starts the pinned n8n instead of an older one, with all that this stored, after it was stopped. */
	async startPinnedN8n(): Promise<void> {
		delete this.#n8nOptions.installation;
		await this.startN8nAgain();
	}

	/** Starts n8n if it does not run, so that a test that failed while it was stopped fails alone. */
	async ensureN8n(): Promise<void> {
		if (!(await this.n8n.client.isUp())) await this.startN8nAgain();
	}

	/** Starts the sandbox again, at the same address and with the same data, after it was closed. */
	async startSandboxAgain(): Promise<void> {
		const port = Number(new URL(this.sandbox.url).port);
		this.sandbox = await startSandbox({ ...this.#sandboxOptions, port });
	}

	async stop(): Promise<void> {
		if (this.#isShared) await unpublishAll(this.n8n.client);
		else await this.n8n.kill();
		await this.proxy.close();
		await this.sandbox.close();
		await rm(this.#folder, { recursive: true, force: true });
	}

	/** @param data replaces what a credential for the workspace holds */
	async apiKeyCredential(workspace: string, data: IDataObject = {}): Promise<CredentialReference> {
		return await this.#createCredential('apiKey', {
			apiKey: sampleKey(this.sandbox.db, workspace),
			baseUrl: this.proxy.url,
			...data,
		});
	}

	/** Not connected yet. */
	async oauthCredential(
		{ clientId, clientSecret, pkce }: SampleApp,
		data: IDataObject = {},
	): Promise<CredentialReference> {
		return await this.#createCredential('oAuth2', {
			grantType: pkce ? 'pkce' : 'authorizationCode',
			clientId,
			...(clientSecret !== null && { clientSecret }),
			baseUrl: this.proxy.url,
			authorizationBaseUrl: this.proxy.url,
			...data,
		});
	}

	async #createCredential(kind: Authentication, data: IDataObject): Promise<CredentialReference> {
		const type = CREDENTIAL_TYPES[kind];
		return await this.n8n.client.createCredential(`Credential ${kind}`, type, data);
	}

	/** The workspace's OAuth app with PKCE, or the one with a client secret. */
	app(workspace: string, pkce: boolean): SampleApp {
		const found = sampleApps(this.sandbox.db).find(
			(app) => app.workspace === workspace && app.pkce === pkce,
		);
		if (!found) throw new Error(`There is no such app in ${workspace}.`);
		return found;
	}

	async connect({ id }: CredentialReference): Promise<void> {
		await this.n8n.client.connectOAuth2(id, async (url) => (await allow(url)).href);
	}

	/** Runs a workflow of a manual trigger, the input items and the node under test. */
	async run(parameters: IDataObject, run: RunSettings): Promise<Execution> {
		const { id } = await this.createWorkflow(parameters, run);
		return await this.n8n.client.runAndWait(id, { trigger: 'Start' });
	}

	async createWorkflow(
		parameters: IDataObject,
		{ credential, authentication = 'apiKey', input = [{}], settings = {} }: RunSettings,
	): Promise<Workflow> {
		return await this.n8n.client.createWorkflow({
			name: `Workflow ${++this.#workflows}`,
			settings: { executionOrder: 'v1', timezone: 'Europe/Berlin' },
			...chain([
				...inputNodes(input),
				{
					...workflowNode(NODE, NODE_TYPE, 1, { authentication, ...parameters }),
					credentials: { [CREDENTIAL_TYPES[authentication]]: credential },
					...settings,
				},
			]),
		});
	}
}

async function startOwn(folder: string, options: OwnN8n) {
	const userFolder = join(folder, 'n8n');
	const isUsual = !options.installation && !options.env?.DB_TYPE;
	const prepared = isUsual ? await preparedN8n() : null;
	if (prepared) await cp(prepared, join(userFolder, '.n8n'), { recursive: true });
	const n8n = await startN8n({ ...options, userFolder, packages: [await sharedPackage()] });
	return { n8n, user: OWNER };
}

async function startShared(): Promise<{ n8n: N8nInstance; user: Owner }> {
	const { url, pid, logFile, user } = await leaseN8n();
	const n8n = {
		url,
		pid,
		logFile,
		port: Number(new URL(url).port),
		client: new N8nClient(url),
		exited: new Promise<never>(() => {}),
		stop: notAllowed,
		kill: notAllowed,
	};
	return { n8n, user };
}

async function notAllowed(): Promise<void> {
	await Promise.reject(new Error('Other test files use this n8n: start with { own: true }.'));
}

/** Otherwise, automatic executions would continue during other test files. */
async function unpublishAll(client: N8nClient): Promise<void> {
	for (const { id, active } of await client.listWorkflows()) {
		if (active) await client.deactivate(id);
	}
}
