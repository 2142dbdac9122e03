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

describe('Link · Delete of many items', () => {
	it('takes a call for each 100, with an outcome per item', async () => {
		const ids = links(250);
		expect(await service.run(DELETE, { items: items(ids) })).toEqual(deleted(ids));
		expect(calls()).toEqual([100, 100, 50]);
		expect(single()).toEqual([]);
		expect(remaining(ids)).toEqual([]);
	});

	it('one item is deleted by its own call', async () => {
		const ids = links(1);
		expect(await service.run(DELETE, { items: items(ids) })).toEqual(deleted(ids));
		expect([calls(), single()]).toEqual([[], [`DELETE /links/${ids[0]}`]]);
	});

	it('one by one when that is wanted', async () => {
		const ids = links(8);
		expect(await service.run(ONE_BY_ONE, { items: items(ids) })).toEqual(deleted(ids));
		expect(calls()).toEqual([]);
		expect(single().sort()).toEqual(ids.map((id) => `DELETE /links/${id}`).sort());
	});

	it('deletes one whose external ID has a comma, and none that is named like a part of it', async () => {
		const ids = links(3);
		for (const [n, externalId] of ['comma-a,comma-b', 'comma-c', 'comma-a'].entries()) {
			service.sandbox.db.run('UPDATE links SET external_id = ? WHERE id = ?', externalId, ids[n]);
		}
		const chosen = ['ext_comma-a,comma-b', 'ext_comma-c'];
		expect(await service.run(DELETE, { items: items(chosen) })).toEqual(deleted(chosen));
		expect(remaining(ids)).toEqual([ids[2]]);
	});

	it('takes IDs, external IDs and short links', async () => {
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

	it('only unknown IDs: each one is said not to exist', async () => {
		const given = ['link_none1', 'link_none2'];
		const output = await service.run(DELETE, { items: items(given), continueOnFail: true });
		expect(output).toEqual(
			given.map((_, item) => ({
				json: { error: expect.stringContaining('(not_found)') },
				pairedItem: { item },
			})),
		);
	});

	it('unknown IDs among others: what cannot be told is said', async () => {
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

	it('a link given twice fails as such', async () => {
		const ids = links(2);
		const given = [ids[0], ids[1], ids[0]];
		const output = await service.run(DELETE, { items: items(given), continueOnFail: true });
		expect(output.slice(0, 2)).toEqual(deleted(ids));
		expect(output[2].json.error).toBe(`'Link' is ${ids[0]}, which input item 0 already deleted`);
	});

	it('the link of a domain itself gets the refusal that it would get alone', async () => {
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

describe('Link · Delete when a call fails in the middle', () => {
	/** Refuses the second call. */
	function refuseSecond(ids: string[]): void {
		service.proxy.answer = ({ query }) =>
			query.linkIds?.includes(ids[100])
				? { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } }
				: undefined;
	}

	it('continue on fail: the items of that call fail, all others are deleted', async () => {
		const ids = links(250);
		refuseSecond(ids);
		const output = await service.run(DELETE, { items: items(ids), continueOnFail: true });
		const expected = deleted(ids);
		for (let i = 100; i < 200; i++) expected[i].json = { error: 'No. (forbidden)' };
		expect(output).toEqual(expected);
		expect(remaining(ids).sort()).toEqual(ids.slice(100, 200).sort());
	});

	it('otherwise the step fails with its first item, and says what was deleted', async () => {
		const ids = links(250);
		refuseSecond(ids);
		const parameters = { ...DELETE, requestOptions: { parallelItems: 1 } };
		const error = await service.failure(parameters, { items: items(ids) });
		expect(error.message).toBe('No. (forbidden)');
		expect(error.context.itemIndex).toBe(100);
		expect(error.description).toContain('Other requests deleted 100 links.');
		expect(calls()).toEqual([100, 100]);
		expect(remaining(ids)).toHaveLength(150);
	});

	it('an answer that was lost is no failure, and leaves nothing undeleted', async () => {
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

	it('takes more than 100 in calls of 100', async () => {
		const ids = links(250);
		const output = await service.output(MANY, { items: [{ ids: [...ids, ids[3], 'link_none'] }] });
		expect(output).toEqual([{ deletedCount: 250, ignoredCount: 1 }]);
		expect(calls()).toEqual([100, 100, 51]);
		expect(remaining(ids)).toEqual([]);
	});

	it('says what was deleted when a call fails, and what may be counted wrong', async () => {
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
		service.proxy.answer = ({ query }) =>
			query.linkIds?.includes('link_bad') ? { status: 403, body: {} } : undefined;
		const filler = Array.from({ length: 50 }, (_, n) => `link_none${n}`);
		const parameters = { ...MANY, requestOptions: { parallelItems: 1 } };
		const given = [...ids.slice(100), ...filler, 'link_bad'];
		const error = await service.failure(parameters, { items: [{ ids: given }] });
		expect(error.description).toContain('Other requests deleted 50 links.');
	});
});
