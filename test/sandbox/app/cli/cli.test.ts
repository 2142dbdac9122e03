import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const NODE = 'node_modules/.bin/node';
const ARGS = ['--disable-warning=ExperimentalWarning', 'sandbox/main.ts'];

interface Overview {
	workspaces: { slug: string; oauthApps: { redirectUris: string[] }[] }[];
}

function start(...args: string[]) {
	return spawn(NODE, [...ARGS, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function run(...args: string[]) {
	const child = start(...args);
	const [[code], output, errors] = await Promise.all([
		once(child, 'close') as Promise<[number]>,
		child.stdout.toArray(),
		child.stderr.toArray(),
	]);
	return { code, output: output.join(''), errors: errors.join('') };
}

describe('sandbox command line', () => {
	let child: ReturnType<typeof start>;
	let output = '';
	let url = '';

	beforeAll(async () => {
		const uri = 'http://localhost:9999/callback';
		child = start(
			'--port',
			'0',
			'--events',
			'50',
			'--redirect-uri',
			uri,
			'--quirk',
			'malformedStatus=422',
			'--quirk',
			'deliveryLog=false',
			'--limits',
			'general=7',
			'--cache-reads',
			'--fault',
			'status,GET /partners,status=503,share=1,times=1,after=carriedOut',
			'--fault',
			'rateLimited, * ,times=1,path=/tags',
		);
		for await (const line of createInterface(child.stdout)) {
			output += `${line}\n`;
			if (line.includes('Ctrl-C')) break;
		}
		url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
	});

	afterAll(() => {
		child.kill();
	});

	it('prints a working curl command', async () => {
		const [, authorization, address] = /curl -H 'Authorization: (.+)' (\S+)/.exec(output) ?? [];
		const response = await fetch(address, { headers: { authorization } });
		expect(response.status).toBe(200);
	});

	it('prints an API key and the OAuth apps of each workspace', () => {
		for (const plan of ['free', 'pro', 'business', 'advanced', 'enterprise']) {
			expect(output).toContain(`Workspace ${plan} (${plan} plan)`);
		}
		expect(output.match(/API key +dub_[0-9A-Za-z]{24}/g)).toHaveLength(5);
		expect(output.match(/dub_app_[0-9a-f]{48} \(with PKCE\)/g)).toHaveLength(5);
	});

	it('registers the redirect URI for every app and shows it under /sandbox', async () => {
		const overview = (await (await fetch(`${url}/sandbox`)).json()) as Overview;
		expect(overview.workspaces).toHaveLength(5);
		for (const app of overview.workspaces.flatMap(({ oauthApps }) => oauthApps)) {
			expect(app.redirectUris).toContain('http://localhost:9999/callback');
		}
	});

	it('sets the quirk', async () => {
		const response = await fetch(`${url}/oauth/token`, {
			method: 'POST',
			body: new URLSearchParams(),
		});
		expect(response.status).toBe(422);
	});

	it('sets the faults and the limits', async () => {
		const faults = await (await fetch(`${url}/sandbox/faults`)).json();
		expect(faults).toEqual([
			{
				kind: 'status',
				method: 'GET',
				path: '/partners',
				status: 503,
				share: 1,
				times: 1,
				after: 'carriedOut',
				hits: 0,
			},
			{ kind: 'rateLimited', path: '/tags', times: 1, hits: 0 },
		]);
		const [, authorization] = /curl -H 'Authorization: (.+)' \S+/.exec(output) ?? [];
		const response = await fetch(`${url}/folders`, { headers: { authorization } });
		expect(response.headers.get('x-ratelimit-limit')).toBe('7');
	});

	it('reports that the port is in use', async () => {
		const second = await run('--port', new URL(url).port, '--empty');
		expect(second).toEqual({
			code: 1,
			output: '',
			errors: 'The port is already in use. Choose another port with --port.\n',
		});
	});

	it('stops on Ctrl-C', async () => {
		child.kill('SIGINT');
		const [code] = (await once(child, 'exit')) as [number];
		expect(code).toBe(0);
	});

	it('prints help for its options', async () => {
		const { code, output: help } = await run('--help');
		expect(code).toBe(0);
		expect(help).toContain('--redirect-uri');
		expect(help).toContain('[stall=MS]');
		expect(help).toContain('freePlanEvents=403|429 (403)');
	});
});

describe('sandbox command line with a wrong option', () => {
	const wrong: [string[], RegExp][] = [
		[['--port', 'abc'], /--port must be a whole number from 0 to 65535, not "abc"/],
		[['--nope'], /--nope/],
		[['--quirk', 'nope=1'], /Unknown quirk "nope". Quirks: retryAfter, .*accessTokenLifetime/],
		[['--quirk', 'retryAfter=never'], /must be seconds\|epochMilliseconds/],
		[['--quirk', 'deliveryLog=no'], /deliveryLog must be true\|false/],
		[['--retry-factor', 'fast'], /--retry-factor must be a number of 0 or more, for example 0.001/],
		[['--retries', '-1'], /--retries/],
		[['--empty', '--events', '5'], /--empty cannot be combined/],
		[['--limits', 'general=x'], /--limits must be off or general=N,analytics=N, not "general=x"/],
		[['--fault', 'nope'], /--fault "nope": the kind must be one of: rateLimited, status, .*empty/],
		[['--fault', 'status,status=501'], /--fault "[^"]+": status: .* 500\|502\|503\|504/],
		[['--fault', 'reset,chance=1'], /--fault "[^"]+": .*"chance"/],
		[['--fault', 'reset,share'], /--fault "reset,share": method: /],
		[['--fault', 'reset,GET links'], /"GET links" is neither METHOD \/path nor name=value/],
		[['--redirect-uri', 'ftp://example.com'], /http or https/],
	];
	it.concurrent.each(wrong)('rejects %j with a one-line error', async (args, message) => {
		const { code, output: nothing, errors } = await run(...args);
		expect(code).toBe(2);
		expect(nothing).toBe('');
		expect(errors).toMatch(message);
		expect(errors.trimEnd()).not.toContain('\n');
	});
});
