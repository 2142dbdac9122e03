import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';

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
		expect(table).toMatch(/\| Link Attribution node \| \*\*\d+\.\d\d s\*\* \|/);
		for (const other of [
			'HTTP Request, pagination',
			'bare HTTP (undici), 8 in parallel',
			'public SDK (dub)',
		]) {
			expect(table).toContain(`| ${other} | `);
		}
		expect(table).not.toContain('failed');
		expect(table).toContain('## Targets');
	}, 180_000);

	test('rejects unknown jobs', async () => {
		const refused = bench('--only', 'coffee');
		await expect(refused).rejects.toMatchObject({ code: 2 });
		await expect(refused).rejects.toThrow('--only must be some of: events, links,');
	});
});
