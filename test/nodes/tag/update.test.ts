import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { TagRow } from '../../../sandbox/tag/columns';
import { useService } from '../../support/node/nodeService';
import { row, workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'tag', operation: 'update' };

const service = useService();

function named(name: string): TagRow {
	const sql = 'SELECT * FROM tags WHERE name = ? AND workspace_id = ?';
	return row<TagRow>(service.sandbox, sql, name, workspaceId(service.sandbox, 'business'));
}

function locator(mode: string, value: string) {
	return { __rl: true, mode, value };
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

	it.each<[INodeParameters, string]>([
		[{}, "'Update Fields' is empty. Add at least one field to change."],
		[
			{ updateFields: { name: ' ', color: '' } },
			"'Update Fields' is empty. Add at least one field to change.",
		],
		[
			{ tagId: locator('list', ''), updateFields: { name: 'a' } },
			"'Tag' is empty. Choose one from the list or enter its ID.",
		],
		[{ tagId: '..', updateFields: { color: 'red' } }, "'Tag' must be an ID, not '..'"],
	])('rejects %j before sending a request', async (parameters, message) => {
		expect(await service.refusal({ ...OPERATION, tagId: 'tag_1', ...parameters })).toBe(message);
	});
});
