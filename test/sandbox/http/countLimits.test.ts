import { expect, it } from '@jest/globals';
import { Api, outcome } from '../../support/sandbox/api.ts';
import { row, workspaceId } from '../../support/sandbox/rows.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandbox();
const api = new Api(sandbox, 'business');

const URL = 'https://example.com';

/** Leaves room for `free` more. */
function limit(resource: string, free: number): void {
	const workspace_id = workspaceId(sandbox, 'business');
	const count = `SELECT count(*) AS n FROM ${resource} WHERE workspace_id = ?`;
	const { n } = row<{ n: number }>(sandbox, count, workspace_id);
	sandbox.db.run('DELETE FROM workspace_limits');
	sandbox.db.insert('workspace_limits', { workspace_id, resource, max: n + free });
}

it.each([
	['links', '/links', { url: URL }, { url: `${URL}/2` }],
	['tags', '/tags', { name: 'One more' }, { name: 'And another' }],
	['folders', '/folders', { name: 'One more' }, { name: 'And another' }],
	['domains', '/domains', { slug: 'one.example.org' }, { slug: 'two.example.org' }],
])('enforces the workspace limit for %s', async (resource, path, one, another) => {
	limit(resource, 1);
	expect((await api.post(path, one)).status).toBeLessThan(300);
	expect(outcome(await api.post(path, another))).toBe('403 forbidden');
	sandbox.quirks.countLimitCode = 'exceeded_limit';
	expect(outcome(await api.post(path, another))).toBe('403 exceeded_limit');
	sandbox.quirks.countLimitCode = 'forbidden';
	expect((await new Api(sandbox, 'pro').post(path, another)).status).toBeLessThan(300);
});

it('applies the limit to a bulk request as a whole and to upserts only if they create a link', async () => {
	const links = [{ url: `${URL}/a` }, { url: `${URL}/b` }];
	limit('links', 1);
	expect(outcome(await api.post('/links/bulk', links))).toBe('403 forbidden');
	limit('links', 2);
	expect((await api.post<unknown[]>('/links/bulk', links)).body).toHaveLength(2);
	const upsert = (url: string) => api.send('PUT', '/links/upsert', JSON.stringify({ url }));
	expect(outcome(await upsert(`${URL}/a`))).toBe('200');
	expect(outcome(await upsert(`${URL}/new`))).toBe('403 forbidden');
});
