import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { programId, row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'folder', operation: 'delete' };

const service = useService();

function exists(id: string): boolean {
	return service.sandbox.db.get('SELECT 1 FROM folders WHERE id = ?', id) !== undefined;
}

describe('Folder · Delete', () => {
	it('reports that the default folder of a program cannot be deleted', async () => {
		const program = programId(service.sandbox, 'business');
		const sql = 'SELECT default_folder_id AS id FROM programs WHERE id = ?';
		const { id } = row<{ id: string }>(service.sandbox, sql, program);
		const error = await service.failure({ ...OPERATION, folderId: id });
		expect(error.message).toMatch(/default folder of a partner program/);
		expect(exists(id)).toBe(true);
	});
});
