import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../../sandbox/app/server.ts';
import { Api } from '../../support/sandbox/api.ts';

let sandbox: Sandbox;
let api: Api;

beforeEach(async () => {
	sandbox = await startSandbox({ cacheReads: true, sampleData: { seed: 1, events: 20 } });
	api = new Api(sandbox, 'business');
});

afterEach(async () => await sandbox.close());

/** Without the API, so that only a response that is computed again shows it. */
function renameFolders(): void {
	sandbox.db.run("UPDATE folders SET name = 'renamed ' || id");
}

async function seesNewNames(path = '/folders'): Promise<boolean> {
	const { status, body } = await api.get<{ name: string }[]>(path);
	expect(status).toBe(200);
	expect(body.length).toBeGreaterThan(0);
	return body.every(({ name }) => name.startsWith('renamed '));
}

describe('cached responses', () => {
	beforeEach(async () => {
		await api.get('/folders');
		renameFolders();
	});

	it('are returned unchanged', async () => {
		const before = await api.get('/folders');
		const again = await api.get('/folders');
		expect(again.body).toEqual(before.body);
		expect(again.headers.get('content-type')).toBe('application/json; charset=utf-8');
		expect(await seesNewNames()).toBe(false);
	});

	it('apply to a single URL', async () => {
		expect(await seesNewNames('/folders?page=1')).toBe(true);
	});

	it('ignore the order of parameters', async () => {
		sandbox.db.run("UPDATE folders SET name = 'first ' || id");
		await api.get('/folders?page=1&pageSize=50');
		renameFolders();
		expect(await seesNewNames('/folders?pageSize=50&page=1')).toBe(false);
	});

	it('apply to a single workspace', async () => {
		const path = '/folders';
		const other = await new Api(sandbox, 'advanced').get<{ name: string }[]>(path);
		expect(other.body.length).toBeGreaterThan(0);
		expect(other.body.every(({ name }) => name.startsWith('renamed '))).toBe(true);
	});

	it('are cleared after a write', async () => {
		await api.post('/links', { url: 'https://example.com' });
		expect(await seesNewNames()).toBe(true);
	});

	it('are kept after a rejected write', async () => {
		await api.post('/links', { url: 5 });
		expect(await seesNewNames()).toBe(false);
	});

	it('are cleared after a visit to a short link', async () => {
		const link = sandbox.db.get<{ domain: string; key: string }>('SELECT domain, key FROM links');
		await fetch(`${sandbox.url}/s/${link?.domain}/${link?.key}`, { redirect: 'manual' });
		expect(await seesNewNames()).toBe(true);
	});

	it('require authentication and count toward the rate limit', async () => {
		expect((await fetch(`${sandbox.url}/folders`)).status).toBe(401);
		sandbox.limits = { general: 0 };
		expect((await api.get('/folders')).status).toBe(429);
	});

	it('are logged and subject to faults', async () => {
		sandbox.faults.set([{ kind: 'status', after: 'carriedOut', times: 1 }]);
		expect((await api.get('/folders')).status).toBe(500);
		expect(await seesNewNames()).toBe(false);
		expect(sandbox.requests.all().map(({ status }) => status)).toEqual([200, 500, 200]);
	});
});

describe('without the cache option', () => {
	it('returns fresh data for each request', async () => {
		await sandbox.close();
		sandbox = await startSandbox({ sampleData: { seed: 1, events: 20 } });
		api = new Api(sandbox, 'business');
		await api.get('/folders');
		renameFolders();
		expect(await seesNewNames()).toBe(true);
	});
});
