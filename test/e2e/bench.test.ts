import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { Sections } from '../../tools/bench/sections';
import { leastDisturbed } from '../../tools/bench/steal';

const main = join(import.meta.dirname, '..', '..', 'tools', 'bench', 'main.ts');

const bench = async (...args: string[]) =>
	await promisify(execFile)(process.execPath, [
		'--disable-warning=ExperimentalWarning',
		main,
		...args,
	]);

describe('the benchmark', () => {
	test('compares all clients and evaluates the targets', async () => {
		const { stdout } = await bench('--quick', '--only', 'links', '--conditions', 'none');
		const [, table] = stdout.split(/## Read \d+ pages of 100 links/);
		expect(table).toMatch(/\| Link Attribution node \| \*\*\d+\.\d\d s\*\*(, \d+% steal)? \|/);
		for (const other of [
			'HTTP Request, pagination',
			'bare HTTP (undici), 8 in parallel',
			'public SDK (dub)',
		]) {
			expect(table).toContain(`| ${other} | `);
		}
		expect(table).not.toContain('failed');
		expect(table).toContain('## Targets');
	});

	test('rejects unknown jobs', async () => {
		const refused = bench('--only', 'coffee');
		await expect(refused).rejects.toMatchObject({ code: 2 });
		await expect(refused).rejects.toThrow('--only must be some of: events, links,');
	});

	test('takes no options when it resumes a run', async () => {
		const refused = bench('--resume', '--quick');
		await expect(refused).rejects.toMatchObject({ code: 2 });
		await expect(refused).rejects.toThrow('--resume takes the options of the interrupted run');
	});
});

describe('a run in sections', () => {
	test('resumes after the last section that was done', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'bench-sections-'));
		const file = join(folder, 'data', 'unfinished.json');
		const started = Sections.begin(file, ['--rounds', '2']);
		await started.run('links, none', async () => [{ contestant: 'ours' }]);
		const failed = started.run(
			'links, 80ms',
			async () => await Promise.reject(new Error('killed')),
		);
		await expect(failed).rejects.toThrow('killed');

		const resumed = await Sections.resume(file);
		expect(resumed?.args).toEqual(['--rounds', '2']);
		expect(resumed?.isDone('links, none')).toBe(true);
		expect(resumed?.isDone('links, 80ms')).toBe(false);
		const again = await resumed?.run('links, none', async () => ['measured twice']);
		expect(again).toEqual([{ contestant: 'ours' }]);
		await resumed?.end();
		expect(await Sections.resume(file)).toBeUndefined();
		await rm(folder, { recursive: true });
	});
});

describe('the steal time of a run', () => {
	/** Measures runs between which the processors spend 1,000 ticks each, some of them on other machines. */
	async function measure(steals: number[]): Promise<{ run: number; steal: number }> {
		let reads = 0;
		let stolen = 0;
		let run = 0;
		const read = async () => {
			if (reads % 2 === 1) stolen += steals[run - 1];
			const ticks = 500 * reads++;
			return `cpu  ${ticks} 0 ${ticks - stolen} 0 0 0 0 ${stolen} 7 7\ncpu0 1 1 1 1 1 1 1 1 1 1\n`;
		};
		return await leastDisturbed(async () => ({ run: ++run }), read);
	}

	test.each([
		[[50], { run: 1, steal: 5 }],
		[[51, 10], { run: 2, steal: 1 }],
		[[200, 80, 120], { run: 2, steal: 8 }],
	])('of %j in 1,000 ticks gives %j', async (steals, expected) => {
		expect(await measure(steals)).toEqual(expected);
	});

	test('is 0 where the system does not tell', async () => {
		expect(
			await leastDisturbed(
				async () => ({}),
				async () => '',
			),
		).toEqual({ steal: 0 });
	});
});
