import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { FolderRow } from '../../../sandbox/folder/columns';
import { useService } from '../../support/node/nodeService';
import { row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'folder', operation: 'create' };

const service = useService();

function stored(id: unknown): FolderRow {
	return row<FolderRow>(service.sandbox, 'SELECT * FROM folders WHERE id = ?', String(id));
}

describe('Folder · Create', () => {
	it('requires only a name and gives everyone write access', async () => {
		const [folder] = await service.output({ ...OPERATION, name: ' Fair ' });
		expect(folder).toMatchObject({ name: 'Fair', accessLevel: 'write', type: 'default' });
		expect(stored(folder.id)).toMatchObject({ name: 'Fair', access_level: 'write' });
	});

	it.each<[string, 'write' | 'read' | null]>([
		['write', 'write'],
		['read', 'read'],
		['none', null],
		['=null', null],
	])('creates a folder with the access level %s and a description', async (accessLevel, level) => {
		const [folder] = await service.output({
			...OPERATION,
			name: `Access ${accessLevel}`,
			additionalFields: { accessLevel, description: 'Links of the fair' },
		});
		expect(folder.accessLevel).toBe(level);
		expect(stored(folder.id)).toMatchObject({
			access_level: level,
			description: 'Links of the fair',
		});
	});

	it('ignores blank fields and accepts a number as the name', async () => {
		const [folder] = await service.output(
			{
				...OPERATION,
				name: '={{ $json.year }}',
				additionalFields: { description: ' ', accessLevel: '={{ null }}' },
			},
			{ items: [{ year: 2027 }] },
		);
		expect(folder).toMatchObject({ name: '2027', description: '', accessLevel: 'write' });
		expect(service.proxy.requests[0].body).toEqual({ name: '2027' });
	});

	it.each<[INodeParameters, string]>([
		[{ name: 'x'.repeat(191) }, "'Name' can have at most 190 characters"],
		[
			{ name: 'A', additionalFields: { description: 'x'.repeat(501) } },
			"'Description' can have at most 500 characters",
		],
	])('rejects %j before sending a request', async (parameters, message) => {
		expect((await service.failure({ ...OPERATION, ...parameters })).message).toBe(message);
		expect(service.proxy.requests).toEqual([]);
	});

	it.each([
		['free', {}, 'the Pro plan or higher and the permission folders.write'],
		['pro', { accessLevel: 'none' }, 'the Business plan or higher'],
	])(
		'names what the plan %s does not include for %j',
		async (workspace, additionalFields, needs) => {
			const parameters = { ...OPERATION, name: 'Plan', additionalFields };
			const error = await service.failure(parameters, { workspace });
			expect(error.httpCode).toBe('403');
			expect(error.description).toContain(`This operation requires ${needs}`);
		},
	);
});
