import { describe, expect, it } from '@jest/globals';
import type { TagRow } from '../../../sandbox/tag/columns';
import { useService } from '../../support/node/nodeService';
import { row, workspaceId } from '../../support/sandbox/rows';
import { locator } from '../../support/node/locator';

const OPERATION = { resource: 'tag', operation: 'update' };

const service = useService();

function named(name: string): TagRow {
	const sql = 'SELECT * FROM tags WHERE name = ? AND workspace_id = ?';
	return row<TagRow>(service.sandbox, sql, name, workspaceId(service.sandbox, 'business'));
}

function sent() {
	return service.proxy.requests.map(({ method, path, query, body }) => [method, path, query, body]);
}

describe('Tag · Update', () => {
	it('changes only the color although the service requires the name', async () => {
		const { id } = named('Blog');
		const [tag] = await service.output({
			...OPERATION,
			tagId: locator('id', id),
			updateFields: { color: 'yellow' },
		});
		expect(tag).toEqual({ id, name: 'Blog', color: 'yellow' });
		expect(sent()).toEqual([
			['GET', '/tags', { ids: id }, undefined],
			['PATCH', `/tags/${id}`, {}, { name: 'Blog', color: 'yellow' }],
		]);
	});

	it.each(['tag_unknown', 'tag_1,tag_2'])(
		'changes nothing if the tag %s does not exist',
		async (tagId) => {
			const error = await service.failure({ ...OPERATION, tagId, updateFields: { color: 'red' } });
			expect(error.message).toBe(
				`'Tag' was not found: the workspace has no tag with the ID ${tagId}`,
			);
			expect(sent().map(([method]) => method)).toEqual(['GET']);
		},
	);
});
