import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { locator } from '../../support/node/locator';
import { workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'folder', operation: 'get' };
const ADVICE = /^Check the ID and whether it belongs to the workspace of the credential\./;

const service = useService();

interface Folder {
	id: string;
	name: string;
}

function folders(workspace = 'business'): Folder[] {
	return service.sandbox.db.all<Folder>(
		'SELECT id, name FROM folders WHERE workspace_id = ? ORDER BY created_at, id',
		workspaceId(service.sandbox, workspace),
	);
}

describe('Folder · Get', () => {
	it('finds a folder on the first page without reading on', async () => {
		const [{ id, name }] = folders();
		const [folder, ...others] = await service.output({ ...OPERATION, folderId: id });
		expect(folder).toMatchObject({ id, name, accessLevel: expect.any(String) });
		expect(others).toEqual([]);
		expect(service.proxy.requests[0].query).toEqual({ page: '1', pageSize: '50' });
		expect(service.proxy.requests).toHaveLength(1);
	});

	it('finds a folder on a later page', async () => {
		const last = folders().at(-1);
		expect(folders().length).toBeGreaterThan(50);
		const folderId = locator('list', String(last?.id));
		expect(await service.output({ ...OPERATION, folderId })).toMatchObject([last]);
	});

	it('says that a folder is unknown, also one of another workspace', async () => {
		const [unrelated] = folders('enterprise');
		for (const folderId of ['fold_none', unrelated.id]) {
			const error = await service.failure({ ...OPERATION, folderId });
			expect(error.message).toBe(
				`'Folder' was not found: the credential can access no folder with the ID ${folderId}`,
			);
			expect(error.description).toMatch(ADVICE);
		}
	});
});
