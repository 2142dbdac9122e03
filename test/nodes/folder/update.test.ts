import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { FolderRow } from '../../../sandbox/folder/columns';
import { useService } from '../../support/node/nodeService';
import { row, workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'folder', operation: 'update' };

const service = useService();

function folderId(name: string, workspace = 'business'): string {
	const sql = 'SELECT id FROM folders WHERE name = ? AND workspace_id = ?';
	return row<{ id: string }>(service.sandbox, sql, name, workspaceId(service.sandbox, workspace))
		.id;
}

function stored(id: string): FolderRow {
	return row<FolderRow>(service.sandbox, 'SELECT * FROM folders WHERE id = ?', id);
}

function locator(mode: string, value: string) {
	return { __rl: true, mode, value };
}

describe('Folder · Update', () => {
	it('changes all fields of a folder chosen from the list', async () => {
		const id = folderId('Sales 1');
		const [folder] = await service.output({
			...OPERATION,
			folderId: locator('list', id),
			updateFields: { name: 'Shop', accessLevel: 'read', description: 'Links of the shop' },
		});
		expect(folder).toMatchObject({ id, name: 'Shop', accessLevel: 'read' });
		expect(stored(id)).toMatchObject({
			name: 'Shop',
			access_level: 'read',
			description: 'Links of the shop',
		});
	});

	it('keeps fields that are not set or blank', async () => {
		const id = folderId('Product 1');
		const before = stored(id);
		await service.run({
			...OPERATION,
			folderId: id,
			updateFields: { accessLevel: 'none', name: '', description: '  ' },
		});
		expect(stored(id)).toEqual({
			...before,
			access_level: null,
			updated_at: expect.any(Number),
		});
	});

	it('clears the description', async () => {
		const id = folderId('Partners 1');
		expect(stored(id).description).not.toBe('');
		await service.run({ ...OPERATION, folderId: id, fieldsToClear: ['description'] });
		expect(stored(id)).toMatchObject({ description: '', name: 'Partners 1' });
	});

	it.each<[INodeParameters, string]>([
		[{}, "'Update Fields' is empty. Add at least one field to change."],
		[
			{ updateFields: { name: ' ' } },
			"'Update Fields' is empty. Add at least one field to change.",
		],
		[
			{ updateFields: { description: 'A' }, fieldsToClear: ['description'] },
			"'Description' is both set and listed in 'Fields to Clear'. Remove one of them.",
		],
		[{ updateFields: { name: 'x'.repeat(191) } }, "'Name' can have at most 190 characters"],
		[
			{ folderId: locator('list', ''), updateFields: { name: 'A' } },
			"'Folder' is empty. Choose one from the list or enter its ID.",
		],
		[{ folderId: '..', updateFields: { name: 'A' } }, "'Folder' must be an ID, not '..'"],
	])('rejects %j before sending a request', async (parameters, message) => {
		expect(await service.refusal({ ...OPERATION, folderId: 'fold_1', ...parameters })).toBe(
			message,
		);
	});

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

	it('reports a role that cannot change folders', async () => {
		const error = await service.failure(
			{ ...OPERATION, folderId: folderId('Marketing 2'), updateFields: { name: 'Mine' } },
			{ key: 'viewer' },
		);
		expect(error.httpCode).toBe('403');
		expect(error.description).toContain('the permission folders.write');
	});
});
