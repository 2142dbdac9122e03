import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'tag', operation: 'create' };

const service = useService();

describe('Tag · Create', () => {
	it('reports that the workspace has reached its tag limit', async () => {
		const workspace = workspaceId(service.sandbox, 'pro');
		const limit = { workspace_id: workspace, resource: 'tags', max: 1 };
		service.sandbox.db.insert('workspace_limits', limit);
		const error = await service.failure({ ...OPERATION, name: 'more' }, { workspace: 'pro' });
		expect(error.httpCode).toBe('403');
		expect(error.message).toContain('1 tags at most');
	});
});
