import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ownerOf } from '../../tools/demo/n8n';
import { N8nClient } from '../../tools/n8n/client';
import { freePorts } from '../../tools/n8n/ports';
import { until } from '../support/until';

const SCRIPT = join(import.meta.dirname, '..', '..', 'tools', 'demo', 'start.ts');

interface Outcome {
	code: number | null;
	stdout: string;
	stderr: string;
}

describe('npm start', () => {
	let dataDir: string;

	beforeEach(async () => {
		dataDir = await mkdtemp(join(tmpdir(), 'demo-test-'));
	});

	afterEach(async () => await rm(dataDir, { recursive: true, force: true }));

	function start(args: string[]) {
		return spawn(process.execPath, [
			'--disable-warning=ExperimentalWarning',
			SCRIPT,
			'--data-dir',
			dataDir,
			...args,
		]);
	}

	async function outcome(child: ReturnType<typeof start>): Promise<Outcome> {
		const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
		if (child.exitCode === null) await once(child, 'exit');
		return { code: child.exitCode, stdout, stderr };
	}

	async function ports(): Promise<string[]> {
		const [port, sandboxPort] = await freePorts(2);
		return ['--port', String(port), '--sandbox-port', String(sandboxPort)];
	}

	/** Starts the demo and waits until it is up. */
	async function startLive() {
		const demo = start(await ports());
		const ended = outcome(demo);
		let printed = '';
		await new Promise<void>((resolve, reject) => {
			demo.stdout.on('data', (chunk: Buffer) => {
				printed += chunk.toString();
				if (printed.includes('Ctrl-C')) resolve();
			});
			demo.once('exit', () => reject(new Error(`the demo ended on its own: ${printed}`)));
		});
		const url = /http:\/\/localhost:\d+/.exec(printed)?.[0] ?? '';
		return { demo, ended, url, printed, log: () => printed };
	}

	function ownerIn(printed: string): { email: string; password: string } {
		const [, email = '', password = ''] = /(\S+@\S+), password (\S+)/.exec(printed) ?? [];
		return { email, password };
	}

	const run = async (...args: string[]) => await outcome(start(args));

	const alertsIn = (printed: string) =>
		['Click on https', 'became a lead through', 'paid \\d+\\.00 USD after'].map(
			(alert) => printed.match(new RegExp(`alert .*${alert}`, 'g'))?.length ?? 0,
		);

	it('runs everything, lives until Ctrl-C, and runs again on the same data', async () => {
		const { demo, ended, url, printed, log } = await startLive();
		expect(printed).toMatch(/14 applications: \d+ rejected, 1 approved, \d+ kept/);
		expect(printed).toMatch(/1 partner banned: .*40 clicks from 203\.0\.113\.66/);
		expect(printed).toMatch(/1 partner left alone: .*framed from 203\.0\.113\.99/);
		expect(printed).toMatch(/\d+ clicks, \d+ leads, \d+ sales/);
		expect(printed).toMatch(/clicks-\d{4}-\d\d-\d\d\.csv\.gz: [1-9]\d* rows/);
		expect(printed.match(/^ {2}✓ .*/gm)).toHaveLength(15);
		const [live, caughtUp] = printed.split('Stop n8n for a while');
		expect(alertsIn(live)).toEqual([1, 1, 1]);
		expect(caughtUp).toContain('could not deliver 2 events');
		expect(caughtUp).toContain('Catching up found 2 events');
		expect(alertsIn(caughtUp)).toEqual([0, 1, 1]);
		expect(printed.match(/digest .*/g)).toEqual([
			expect.stringContaining('1 click, 1 lead, 1 sale:'),
		]);

		const owner = ownerIn(printed);
		expect(await ownerOf(dataDir)).toMatchObject(owner);
		expect(await run('--once')).toMatchObject({
			code: 1,
			stderr: expect.stringContaining('Another demo is running'),
		});
		await expectClosedToOthers(url, owner);
		const [ownLink] = /http:\/\/127\.0\.0\.1:\d+\/s\/\S+/.exec(printed) ?? [''];
		const browser = 'Mozilla/5.0 (X11; Linux x64) Chrome/139.0.0.0 Safari/537.36';
		await fetch(ownLink, { redirect: 'manual', headers: { 'user-agent': browser } });
		await until(() => log().includes('YOUR CLICK'), 'the own click');
		demo.kill('SIGINT');
		const first = await ended;
		expect(first).toMatchObject({ code: 0, stderr: '' });
		expect(first.stdout).not.toContain('✗');
		expect(first.stdout).not.toMatch(/dub_[A-Za-z0-9]{10}|dub_(app|access)/);
		await expect(fetch(url)).rejects.toThrow();

		// As with the data of a demo whose owner had the password that everybody knew.
		await rm(passwordFile());
		const again = await run('--once', ...(await ports()));
		expect(again).toMatchObject({ code: 0, stderr: '' });
		expect(ownerIn(again.stdout).password).not.toBe(owner.password);
		const story = ({ stdout }: Outcome) => stdout.match(/^ +(kept|rejected|approved) .*$/gm);
		expect(story(again)).toEqual(story(first));
	});

	const passwordFile = () => join(dataDir, 'owner-password');

	/** Whoever does not know the password gets nowhere, and nobody installs anything. */
	async function expectClosedToOthers(
		url: string,
		{ email, password }: { email: string; password: string },
	): Promise<void> {
		expect(await readFile(passwordFile(), 'utf8')).toBe(`${password}\n`);
		expect((await stat(passwordFile())).mode & 0o777).toBe(0o600);
		const owner = { email, firstName: 'Demo', lastName: 'Owner', password };

		const outsider = new N8nClient(url);
		// What every copy of 1.0.0 had.
		await expect(outsider.signIn({ ...owner, password: 'Demo-password-1' })).rejects.toThrow('401');
		const setup = await outsider.fetch('POST', '/rest/owner/setup', owner);
		expect(setup.status).toBe(400);
		expect((await outsider.fetch('GET', '/rest/workflows')).status).toBe(401);

		const client = new N8nClient(url);
		await client.signIn(owner);
		expect((await client.listWorkflows()).length).toBeGreaterThan(0);
		const body = { name: 'n8n-nodes-some-other-package' };
		await expect(client.request('POST', '/rest/community-packages', body)).rejects.toThrow(
			'Installation of unverified community packages is forbidden',
		);
		// Another page of the same browser, which knows nothing of the editor's storage.
		const cookie = Object.entries(client.cookies)
			.map(([name, value]) => `${name}=${value}`)
			.join('; ');
		expect((await fetch(`${url}/rest/workflows`, { headers: { cookie } })).status).toBe(401);
	}

	it('names the failed step', async () => {
		await mkdir(join(dataDir, 'n8n'));
		await writeFile(join(dataDir, 'n8n', '.n8n'), 'A file where n8n needs a folder.');
		const { code, stdout, stderr } = await run('--once', ...(await ports()));
		expect(code).toBe(1);
		expect(stdout).toContain('✓ Start the sandbox');
		expect(stdout).toContain('✗ Start n8n with the package');
		expect(stderr).toContain('Failed: Start n8n with the package');
	});

	it.each([
		[['--bogus'], "Unknown option '--bogus'"],
		[['--port', 'abc'], '--port must be a whole number from 1 to 65535, not "abc"'],
		[['--sandbox-port', '0'], '--sandbox-port must be a whole number'],
		[['now'], "Unexpected argument 'now'"],
	])('rejects %j', async (args, message) => {
		const { code, stdout, stderr } = await run(...args);
		expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
		expect(stderr).toContain(message);
		expect(stderr).toContain('--help');
	});

	it('prints help', async () => {
		const { code, stdout } = await run('--help');
		expect(code).toBe(0);
		expect(stdout).toContain('--once');
	});
});
