import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../../sandbox/app/server';
import { Api } from '../../support/sandbox/api';

let folder: string;
let file: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	file = join(folder, 'my.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function withSandbox<Result>(work: (api: Api) => Promise<Result>): Promise<Result> {
	const sandbox = await startSandbox({ file, sampleData: { seed: 1, events: 10 } });
	try {
		return await work(new Api(sandbox, 'business'));
	} finally {
		await sandbox.close();
	}
}

it('a file keeps the data and the keys across restarts', async () => {
	const created = await withSandbox((api) => api.post('/tags', { name: 'Kept' }));
	const found = await withSandbox((api) => api.get('/tags?search=Kept'));
	expect(found.body).toEqual([created.body]);
});

it.each(['CREATE TABLE outbox (id INTEGER)', 'CREATE TABLE recipes (id INTEGER)'])(
	'a database of another program or version (%s) is rejected and left unchanged',
	async (sql) => {
		const other = new DatabaseSync(file);
		other.exec(sql);
		other.close();
		const before = readFileSync(file);
		await expect(withSandbox(async () => {})).rejects.toThrow(
			`${file} holds data of another version of the sandbox or of another program. Choose`,
		);
		expect(readFileSync(file).equals(before)).toBe(true);
	},
);

it('the command prints a one-line error if a file is not a database', () => {
	writeFileSync(file, 'Dear diary, '.repeat(100));
	const { status, stderr } = spawnSync(
		'node_modules/.bin/node',
		['--disable-warning=ExperimentalWarning', 'sandbox/main.ts', '--port', '0', '--file', file],
		{ encoding: 'utf8' },
	);
	expect([status, stderr]).toEqual([
		1,
		'The file cannot be used as a database: file is not a database\n',
	]);
});
