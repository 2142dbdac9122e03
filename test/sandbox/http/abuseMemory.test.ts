import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { atDepth } from '../../support/depth.ts';
import { residentMemory } from '../../support/load/memory.ts';

const ROUNDS = atDepth(20, 40);

/** Less than a round would add if the sandbox kept the largest bodies, in MB. */
const MAX_GROWTH = ROUNDS;

const LONG = 'x'.repeat(100_000);
const TOO_MUCH = JSON.stringify({ comments: 'x'.repeat(2_000_000) });
const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

let child: ChildProcess;
let url: string;
let errors = '';

beforeAll(async () => {
	// A small young generation is collected often, so that the memory does not depend on when that happens.
	const options = ['--max-semi-space-size=1', '--disable-warning=ExperimentalWarning'];
	child = spawn(
		'node_modules/.bin/node',
		[...options, 'sandbox/main.ts', '--port', '0', '--events', '20'],
		{ stdio: ['ignore', 'pipe', 'pipe'] },
	);
	child.stderr?.on('data', (chunk) => (errors += String(chunk)));
	for await (const line of createInterface(child.stdout as NodeJS.ReadableStream)) {
		url ??= /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] as string;
		if (line.includes('Ctrl-C')) break;
	}
});

afterAll(async () => {
	const exited = once(child, 'exit');
	child.kill();
	await exited;
});

async function statusOf(path: string, init: RequestInit = {}): Promise<number> {
	try {
		const response = await fetch(url + path, init);
		await response.arrayBuffer();
		return response.status;
	} catch {
		// It may close the connection on those who send too much, before it has read all of it.
		return 0;
	}
}

/** A client that leaves in the middle of its body. */
async function leave(): Promise<void> {
	const socket = connect(Number(new URL(url).port), '127.0.0.1');
	socket.on('error', () => undefined);
	const head = 'POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n';
	await new Promise((resolve) => socket.write(`${head}${LONG}`, resolve));
	socket.resetAndDestroy();
}

async function abuse(): Promise<void> {
	const json = { 'content-type': 'application/json' };
	const post = (body: string) => ({ method: 'POST', headers: json, body });
	for (let n = 0; n < ROUNDS; n++) {
		const statuses = await Promise.all([
			statusOf(`/nothing/${n}?${LONG}`),
			statusOf('/oauth/token', post(TOO_MUCH)),
			statusOf('/oauth/token', post(DEEP)),
			statusOf('/sandbox/faults', { ...post(DEEP), method: 'PUT' }),
			statusOf(`/links?search=${n}`, { headers: { authorization: `Bearer ${LONG}${n}` } }),
			statusOf(`/oauth/authorize?state=${n}`),
			statusOf(`/s/dub.sh/${n}`),
		]);
		expect(statuses.filter((status) => status >= 500 || (status > 0 && status < 400))).toEqual([]);
		await Promise.all(Array.from({ length: 5 }, leave));
	}
	// The request log keeps all requests until it is cleared.
	expect(await statusOf('/sandbox/requests', { method: 'DELETE' })).toBe(204);
}

it('does not retain unauthenticated requests in memory', async () => {
	const pid = child.pid as number;
	const used: number[] = [];
	const growth = () => (used.at(-1) ?? 0) - (used.at(-2) ?? 0);
	// The process can grow for a while, until it has the memory that each round needs.
	for (let n = 0; n < 2 || (n < 6 && growth() >= MAX_GROWTH); n++) {
		await abuse();
		used.push(await residentMemory(pid));
	}
	const sizes = used.map((size) => `${size.toFixed(0)} MB`).join(', ');
	process.stdout.write(`Memory of the sandbox after each round: ${sizes}\n`);
	expect(growth()).toBeLessThan(MAX_GROWTH);
	expect(await statusOf('/sandbox')).toBe(200);
	expect(errors).toBe('');
});
