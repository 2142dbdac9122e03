import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { row, workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'tag', operation: 'get' };
const ADVICE = /^Check the ID and whether it belongs to the workspace of the credential\./;

const service = useService();

function tagOf(workspace: string) {
	return row<{ id: string; name: string; color: string }>(
		service.sandbox,
		'SELECT id, name, color FROM tags WHERE workspace_id = ? ORDER BY id DESC',
		workspaceId(service.sandbox, workspace),
	);
}

describe('Tag · Get', () => {
	it('asks for the tag alone', async () => {
		const tag = tagOf('business');
		expect(await service.output({ ...OPERATION, tagId: tag.id })).toEqual([tag]);
		expect(service.proxy.requests.map(({ query }) => query)).toEqual([{ ids: tag.id }]);
	});

	it.each([
		['one that does not exist', () => 'tag_none'],
		['one of another workspace', () => tagOf('enterprise').id],
		['several', () => `${tagOf('business').id},tag_none`],
	])('does not find %s', async (_, idOf) => {
		const tagId = idOf();
		const error = await service.failure({ ...OPERATION, tagId });
		expect(error.message).toBe(
			`'Tag' was not found: the workspace has no tag with the ID ${tagId}`,
		);
		expect(error.description).toMatch(ADVICE);
	});
});
