import { mkdtempSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { N8nClient, type Owner } from '../../../tools/n8n/client';
import { startN8n, type N8nInstance } from '../../../tools/n8n/instance';
import { packPackage } from '../../../tools/n8n/packages';

/** The address of the process that runs all test files. */
const ADDRESS = 'TEST_SHARED_ADDRESS';

/** Otherwise n8n starts its engine for every execution, credential, and request to a trigger, 0.1 s of work each. */
export const FAST_EXPRESSIONS = {
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	N8N_EXPRESSION_ENGINE_COMPILE_CACHE: 'true',
};

/** More than there are test files that share n8n. */
const MEMBERS = 20;

/** A user of the shared n8n for a test file: no other file sees its credentials, workflows, and executions. */
interface Lease {
	url: string;
	pid: number;
	logFile: string;
	user: Owner;
}

export const OWNER: Owner = {
	email: 'owner@example.com',
	firstName: 'Olga',
	lastName: 'Owner',
	password: 'Correct-horse-1',
};

/** What the test files of a run share: the packed package, and an n8n with it. Both are created on first use. */
export class Shared {
	readonly #folder = mkdtempSync(join(tmpdir(), 'shared-'));

	readonly #prepared = join(this.#folder, 'prepared');

	#server?: Server;

	#tarball?: Promise<string>;

	#n8n?: Promise<N8nInstance>;

	#invitations?: Promise<Invitation[]>;

	async listen(): Promise<void> {
		const routes: Record<string, () => Promise<unknown>> = {
			'/package': async () => await this.#package(),
			'/n8n': async () => await this.#lease(),
			'/prepared': async () => ((await this.#n8n) ? this.#prepared : null),
		};
		const server = createServer((request, response) => {
			const route =
				routes[request.url ?? ''] ??
				(async () => await Promise.reject(new Error(`Nothing is shared at ${request.url}.`)));
			route().then(
				(result) => response.end(JSON.stringify(result)),
				(error: unknown) => response.writeHead(500).end(String(error)),
			);
		});
		this.#server = server;
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		process.env[ADDRESS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	}

	async close(): Promise<void> {
		this.#server?.close();
		this.#server?.closeAllConnections();
		const [n8n] = await Promise.allSettled([this.#n8n]);
		if (n8n.status === 'fulfilled') await n8n.value?.kill();
		await rm(this.#folder, { recursive: true, force: true });
	}

	async #package(): Promise<string> {
		return await (this.#tarball ??= packPackage(join(this.#folder, 'package')));
	}

	async #start(): Promise<N8nInstance> {
		const n8n = await startN8n({
			userFolder: join(this.#folder, 'n8n'),
			packages: [await this.#package()],
			// A test looks for secrets in the log.
			env: { ...FAST_EXPRESSIONS, N8N_LOG_LEVEL: 'debug' },
		});
		await n8n.client.signIn(OWNER);
		await this.#prepare();
		return n8n;
	}

	/** Copies what n8n has stored so far, without its packages. */
	async #prepare(): Promise<void> {
		const source = join(this.#folder, 'n8n', '.n8n');
		await mkdir(this.#prepared);
		await cp(join(source, 'config'), join(this.#prepared, 'config'));
		const database = new DatabaseSync(join(source, 'database.sqlite'), { readOnly: true });
		database.exec(`VACUUM INTO '${join(this.#prepared, 'database.sqlite')}'`);
		database.close();
	}

	async #lease(): Promise<Lease> {
		const { url, pid, logFile, client } = await (this.#n8n ??= this.#start());
		const invitations = await (this.#invitations ??= invite(client));
		const invitation = invitations.shift();
		if (!invitation) throw new Error(`More than ${MEMBERS} test files share n8n.`);
		const { email, token } = invitation;
		const user = { ...OWNER, email };
		await new N8nClient(url).request('POST', '/rest/invitations/accept', { token, ...user });
		return { url, pid, logFile, user };
	}
}

interface Invitation {
	email: string;
	token: string;
}

async function invite(client: N8nClient): Promise<Invitation[]> {
	const members = Array.from({ length: MEMBERS }, (_, index) => ({
		email: `member${index}@example.com`,
		role: 'global:member',
	}));
	const invited = await client.request<Array<{ user: { email: string; inviteAcceptUrl: string } }>>(
		'POST',
		'/rest/invitations',
		members,
	);
	return invited.map(({ user: { email, inviteAcceptUrl } }) => ({
		email,
		token: new URL(inviteAcceptUrl).searchParams.get('token') ?? '',
	}));
}

async function ask<Result>(path: string): Promise<Result> {
	// The server closes a connection that is idle for 5 s, possibly in the moment in which a busy process reuses it.
	const headers = { connection: 'close' };
	const response = await fetch(`${process.env[ADDRESS]}${path}`, { headers });
	if (!response.ok) throw new Error(await response.text());
	return (await response.json()) as Result;
}

/** The path of the packed package (.tgz), which is packed once for all test files. */
export async function sharedPackage(): Promise<string> {
	return await ask('/package');
}

/** A folder with the data of an n8n that has only an owner: another one starts faster with it. Null if none was started yet. */
export async function preparedN8n(): Promise<string | null> {
	return await ask('/prepared');
}

/** An n8n that runs for all test files, and a user of it who is nobody else's. */
export async function leaseN8n(): Promise<Lease> {
	return await ask('/n8n');
}
