import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { TagRow } from '../../../sandbox/tag/columns';
import { useService } from '../../support/node/nodeService';
import { row, workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'tag', operation: 'create' };

const service = useService();

function stored(id: unknown): TagRow {
	return row<TagRow>(service.sandbox, 'SELECT * FROM tags WHERE id = ?', String(id));
}

describe('Tag · Create', () => {
	it('requires only a name', async () => {
		const [tag] = await service.output({ ...OPERATION, name: ' fair ' });
		expect(tag).toEqual({
			id: expect.stringMatching(/^tag_/),
			name: 'fair',
			color: expect.stringMatching(/^(red|yellow|green|blue|purple|brown|gray)$/),
		});
		expect(stored(tag.id)).toMatchObject({ name: 'fair', color: tag.color });
	});

	it.each(['blue', 'brown', 'gray', 'green', 'pink', 'purple', 'red', 'yellow'])(
		'creates a tag in %s',
		async (color) => {
			const [tag] = await service.output({
				...OPERATION,
				name: `in ${color}`,
				additionalFields: { color },
			});
			expect(stored(tag.id).color).toBe(color);
		},
	);

	it.each<[INodeParameters, string]>([
		[{ name: 'x'.repeat(191) }, "'Name' can have at most 190 characters"],
	])('rejects %j before sending a request', async (parameters, message) => {
		expect((await service.failure({ ...OPERATION, ...parameters })).message).toBe(message);
		expect(service.proxy.requests).toEqual([]);
	});

	it('reports that the workspace has reached its tag limit', async () => {
		const workspace = workspaceId(service.sandbox, 'pro');
		const limit = { workspace_id: workspace, resource: 'tags', max: 1 };
		service.sandbox.db.insert('workspace_limits', limit);
		const error = await service.failure({ ...OPERATION, name: 'more' }, { workspace: 'pro' });
		expect(error.httpCode).toBe('403');
		expect(error.message).toContain('1 tags at most');
	});
});
