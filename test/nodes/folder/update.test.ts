import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';
import { row, workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'folder', operation: 'update' };

const service = useService();

function folderId(name: string, workspace = 'business'): string {
	const sql = 'SELECT id FROM folders WHERE name = ? AND workspace_id = ?';
	return row<{ id: string }>(service.sandbox, sql, name, workspaceId(service.sandbox, workspace))
		.id;
}

function locator(mode: string, value: string) {
	return { __rl: true, mode, value };
}

describe('Folder · Update', () => {
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
});
