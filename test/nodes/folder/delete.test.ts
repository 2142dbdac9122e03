import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { programId, row, workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'folder', operation: 'delete' };

const service = useService();

/** Folders with links that no program uses as its default. */
function folders(count: number): string[] {
	return service.sandbox.db
		.all<{ id: string }>(
			`SELECT f.id FROM folders f WHERE f.workspace_id = ?
			 AND EXISTS (SELECT 1 FROM links WHERE folder_id = f.id)
			 AND f.id NOT IN (SELECT default_folder_id FROM programs WHERE default_folder_id IS NOT NULL) LIMIT ?`,
			workspaceId(service.sandbox, 'business'),
			count,
		)
		.map(({ id }) => id);
}

function exists(id: string): boolean {
	return service.sandbox.db.get('SELECT 1 FROM folders WHERE id = ?', id) !== undefined;
}

describe('Folder · Delete', () => {
	it('deletes the folder and keeps its links', async () => {
		const [id] = folders(1);
		const links = service.sandbox.db.all<{ id: string }>(
			'SELECT id FROM links WHERE folder_id = ?',
			id,
		);
		const folderId = { __rl: true, mode: 'list', value: id };
		expect(await service.output({ ...OPERATION, folderId })).toEqual([{ id, deleted: true }]);
		expect(exists(id)).toBe(false);
		for (const link of links) {
			expect(
				row(service.sandbox, 'SELECT folder_id FROM links WHERE id = ?', link.id).folder_id,
			).toBeNull();
		}
	});

	it('reports that the default folder of a program cannot be deleted', async () => {
		const program = programId(service.sandbox, 'business');
		const sql = 'SELECT default_folder_id AS id FROM programs WHERE id = ?';
		const { id } = row<{ id: string }>(service.sandbox, sql, program);
		const error = await service.failure({ ...OPERATION, folderId: id });
		expect(error.message).toMatch(/default folder of a partner program/);
		expect(exists(id)).toBe(true);
	});
});
