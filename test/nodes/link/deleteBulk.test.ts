import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { addLinks } from '../../support/sandbox/links';
import { startService, type NodeService } from '../../support/node/nodeService';
import { row, workspaceId } from '../../support/sandbox/rows';
import { withVirtualWaits } from '../../support/node/virtualWaits';

const DELETE = { resource: 'link', operation: 'delete', linkId: '={{ $json.id }}' };
const ONE_BY_ONE = { ...DELETE, options: { bulk: false } };

let service: NodeService;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => {
	service.proxy.reset();
	service.sandbox.requests.clear();
	service.sandbox.faults.set([]);
});
afterAll(() => service.close());

function links(count: number): string[] {
	return addLinks(service.sandbox, count, 'to-delete');
}

function remaining(ids: string[]): string[] {
	const sql = 'SELECT id FROM links WHERE id IN (SELECT value FROM json_each(?))';
	const left = service.sandbox.db.all<{ id: string }>(sql, JSON.stringify(ids));
	return left.map(({ id }) => id);
}

function items(ids: string[]): IDataObject[] {
	return ids.map((id) => ({ id }));
}

/** Sizes of the bulk calls, largest first. */
function calls(): number[] {
	return service.proxy.requests
		.filter(({ path }) => path === '/links/bulk')
		.map(({ query }) => query.linkIds.split(',').length)
		.sort((a, b) => b - a);
}

function single(): string[] {
	return service.proxy.requests
		.filter(({ path }) => path !== '/links/bulk')
		.map(({ method, path }) => `${method} ${path}`);
}

function deleted(ids: string[]): INodeExecutionData[] {
	return ids.map((id, item) => ({ json: { id, deleted: true }, pairedItem: { item } }));
}

describe('Link · Delete with many items', () => {
	it('sends batches of 100 and returns a result per item', async () => {
		const ids = links(250);
		expect(await service.run(DELETE, { items: items(ids) })).toEqual(deleted(ids));
		expect(calls()).toEqual([100, 100, 50]);
		expect(single()).toEqual([]);
		expect(remaining(ids)).toEqual([]);
	});

	it('deletes a single item with its own request', async () => {
		const ids = links(1);
		expect(await service.run(DELETE, { items: items(ids) })).toEqual(deleted(ids));
		expect([calls(), single()]).toEqual([[], [`DELETE /links/${ids[0]}`]]);
	});

	it('sends one request per item when bulk deletion is off', async () => {
		const ids = links(8);
		expect(await service.run(ONE_BY_ONE, { items: items(ids) })).toEqual(deleted(ids));
		expect(calls()).toEqual([]);
		expect(single().sort()).toEqual(ids.map((id) => `DELETE /links/${id}`).sort());
	});

	it('deletes a link whose external ID contains a comma, but no link whose ID is a part of it', async () => {
		const ids = links(3);
		for (const [n, externalId] of ['comma-a,comma-b', 'comma-c', 'comma-a'].entries()) {
			service.sandbox.db.run('UPDATE links SET external_id = ? WHERE id = ?', externalId, ids[n]);
		}
		const chosen = ['ext_comma-a,comma-b', 'ext_comma-c'];
		expect(await service.run(DELETE, { items: items(chosen) })).toEqual(deleted(chosen));
		expect(remaining(ids)).toEqual([ids[2]]);
	});

	it('accepts IDs, external IDs, and short links', async () => {
		const ids = links(3);
		const { db } = service.sandbox;
		db.run("UPDATE links SET external_id = 'bulk/1' WHERE id = ?", ids[1]);
		const { domain, key } = row<{ domain: string; key: string }>(
			service.sandbox,
			'SELECT domain, key FROM links WHERE id = ?',
			ids[2],
		);
		const given = [ids[0], 'ext_bulk/1', `https://${domain}/${key}`];
		const output = await service.run(DELETE, { items: items(given) });
		expect(output).toEqual(deleted([ids[0], 'ext_bulk/1', ids[2]]));
		expect(remaining(ids)).toEqual([]);
	});

	it('reports each ID as not found if all IDs are unknown', async () => {
		const given = ['link_none1', 'link_none2'];
		const output = await service.run(DELETE, { items: items(given), continueOnFail: true });
		expect(output).toEqual(
			given.map((_, item) => ({
				json: { error: expect.stringContaining('Link not found.') },
				pairedItem: { item },
			})),
		);
	});

	it('notes on each item that unknown IDs were ignored, if some IDs are known', async () => {
		const ids = links(3);
		const output = await service.run(DELETE, { items: items(['link_none', ...ids]) });
		expect(remaining(ids)).toEqual([]);
		expect(output).toHaveLength(4);
		for (const { json } of output) {
			expect(json).toMatchObject({
				deleted: true,
				note: expect.stringContaining('ignored 1 of the links'),
			});
		}
	});

	it('fails the second item with the same link', async () => {
		const ids = links(2);
		const given = [ids[0], ids[1], ids[0]];
		const output = await service.run(DELETE, { items: items(given), continueOnFail: true });
		expect(output.slice(0, 2)).toEqual(deleted(ids));
		expect(output[2].json.error).toBe(`'Link' is ${ids[0]}, which input item 0 already deleted`);
	});

	it('reports the same error for the root link of a domain as without bulk deletion', async () => {
		const root = row<{ id: string }>(
			service.sandbox,
			"SELECT id FROM links WHERE workspace_id = ? AND key = '_root'",
			workspaceId(service.sandbox, 'business'),
		);
		const ids = links(2);
		const given = items([ids[0], root.id, ids[1]]);
		const alone = await service.failure(DELETE, { items: [given[1]] });
		const output = await service.run(DELETE, { items: given, continueOnFail: true });
		expect(output.map(({ json }) => json)).toEqual([
			{ id: ids[0], deleted: true },
			{ error: alone.message },
			{ id: ids[1], deleted: true },
		]);
		expect(alone.httpCode).toBe('403');
		expect(remaining([...ids, root.id])).toEqual([root.id]);
	});
});

describe('Link · Delete when a batch fails', () => {
	/** Refuses the second call. */
	function refuseSecond(ids: string[]): void {
		service.proxy.respond = ({ query }) =>
			query.linkIds?.includes(ids[100])
				? { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } }
				: undefined;
	}

	it('fails only the items of that batch when the node continues on failure', async () => {
		const ids = links(250);
		refuseSecond(ids);
		const output = await service.run(DELETE, { items: items(ids), continueOnFail: true });
		const expected = deleted(ids);
		for (let i = 100; i < 200; i++) expected[i].json = { error: 'No.' };
		expect(output).toEqual(expected);
		expect(remaining(ids).sort()).toEqual(ids.slice(100, 200).sort());
	});

	it('fails with the first item of the batch and reports how many links were deleted', async () => {
		const ids = links(250);
		refuseSecond(ids);
		const parameters = { ...DELETE, requestOptions: { parallelItems: 1 } };
		const error = await service.failure(parameters, { items: items(ids) });
		expect(error.message).toBe('No.');
		expect(error.context.itemIndex).toBe(100);
		expect(error.description).toContain('Other requests deleted 100 links.');
		expect(calls()).toEqual([100, 100]);
		expect(remaining(ids)).toHaveLength(150);
	});

	it('retries after a lost response and deletes every link', async () => {
		const ids = links(250);
		service.sandbox.faults.set([
			{ kind: 'reset', path: '/links/bulk', after: 'carriedOut', times: 2 },
			{ kind: 'status', status: 502, path: '/links/bulk', times: 1 },
		]);
		const { result } = await withVirtualWaits(() => service.run(DELETE, { items: items(ids) }));
		expect(result).toHaveLength(250);
		for (const { json } of result) expect(json).toMatchObject({ deleted: true });
		expect(result.map(({ json }) => json.id)).toEqual(ids);
		expect(remaining(ids)).toEqual([]);
	});
});

describe('Link · Delete Many', () => {
	const MANY = { resource: 'link', operation: 'deleteMany', linkIds: '={{ $json.ids }}' };

	it('deletes more than 100 links in batches of 100', async () => {
		const ids = links(250);
		const output = await service.output(MANY, { items: [{ ids: [...ids, ids[3], 'link_none'] }] });
		expect(output).toEqual([{ deletedCount: 250, ignoredCount: 1 }]);
		expect(calls()).toEqual([100, 100, 51]);
		expect(remaining(ids)).toEqual([]);
	});

	it('reports how many links were deleted when a batch fails, and when the count may be wrong', async () => {
		const ids = links(150);
		service.sandbox.faults.set([
			{ kind: 'reset', path: '/links/bulk', after: 'carriedOut', times: 1 },
		]);
		const { result } = await withVirtualWaits(() =>
			service.output(MANY, { items: [{ ids: ids.slice(0, 100) }] }),
		);
		expect(result).toEqual([
			{ deletedCount: 0, ignoredCount: 100, note: expect.stringContaining('retried') },
		]);
		service.proxy.respond = ({ query }) =>
			query.linkIds?.includes('link_bad') ? { status: 403, body: {} } : undefined;
		const filler = Array.from({ length: 50 }, (_, n) => `link_none${n}`);
		const parameters = { ...MANY, requestOptions: { parallelItems: 1 } };
		const given = [...ids.slice(100), ...filler, 'link_bad'];
		const error = await service.failure(parameters, { items: [{ ids: given }] });
		expect(error.description).toContain('Other requests deleted 50 links.');
	});
});
