import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { row, workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'folder', operation: 'update' };

const service = useService();

function folderId(name: string, workspace = 'business'): string {
	const sql = 'SELECT id FROM folders WHERE name = ? AND workspace_id = ?';
	return row<{ id: string }>(service.sandbox, sql, name, workspaceId(service.sandbox, workspace))
		.id;
}

describe('Folder · Update', () => {
	it('reports that access levels require the Business plan', async () => {
		const error = await service.failure(
			{
				...OPERATION,
				folderId: folderId('Marketing 1', 'pro'),
				updateFields: { accessLevel: 'read' },
			},
			{ workspace: 'pro' },
		);
		expect(error.httpCode).toBe('403');
		expect(error.description).toContain('the Business plan or higher');
	});
});
