import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'link', operation: 'deleteMany' };

const service = useService();

/** IDs of links that can be deleted. */
function links(count: number): string[] {
	return service.sandbox.db
		.all<{ id: string }>(
			"SELECT id FROM links WHERE workspace_id = ? AND key <> '_root' LIMIT ?",
			workspaceId(service.sandbox, 'business'),
			count,
		)
		.map(({ id }) => id);
}

function remaining(ids: string[]): number {
	const sql = 'SELECT id FROM links WHERE id IN (SELECT value FROM json_each(?))';
	return service.sandbox.db.all(sql, JSON.stringify(ids)).length;
}

describe('Link · Delete Many', () => {
	it('counts unknown IDs as ignored and duplicate IDs once', async () => {
		const [id] = links(1);
		expect(await service.output({ ...OPERATION, linkIds: `${id},${id},link_none` })).toEqual([
			{ deletedCount: 1, ignoredCount: 1 },
		]);
	});

	it('accepts external IDs with their prefix', async () => {
		const stored = service.sandbox.db.get<{ id: string; external_id: string }>(
			'SELECT id, external_id FROM links WHERE workspace_id = ? AND external_id IS NOT NULL',
			workspaceId(service.sandbox, 'business'),
		);
		await service.run({ ...OPERATION, linkIds: `ext_${stored?.external_id}` });
		expect(remaining([String(stored?.id)])).toBe(0);
	});

	it('deletes 100 links', async () => {
		const ids = links(100);
		const linkIds = [...ids, ids[0]];
		expect(await service.output({ ...OPERATION, linkIds })).toEqual([
			{ deletedCount: 100, ignoredCount: 0 },
		]);
		expect(remaining(ids)).toBe(0);
	});

	it('deletes an ID with a comma alone, and says why it could not', async () => {
		const parameters = { ...OPERATION, linkIds: '={{ ["ext_a,b"] }}' };
		expect(await service.output(parameters)).toEqual([{ deletedCount: 0, ignoredCount: 1 }]);
		const error = { code: 'forbidden', message: 'No access to the folder.' };
		service.proxy.respond = ({ path }) =>
			path === '/links/ext_a%2Cb' ? { status: 403, body: { error } } : undefined;
		expect((await service.failure(parameters)).message).toContain('No access to the folder.');
	});

	it('says how many links were deleted before a request failed', async () => {
		const ids = links(2);
		const linkIds = [...ids, ...Array.from({ length: 100 }, (_, index) => `link_${index}`)];
		service.proxy.respond = ({ query }) =>
			query.linkIds.includes(ids[0]) ? undefined : { status: 403, body: { error: {} } };
		const error = await service.failure({ ...OPERATION, linkIds });
		expect(error.description).toContain('Other requests deleted 2 links.');
		expect(remaining(ids)).toBe(0);
	});
});
