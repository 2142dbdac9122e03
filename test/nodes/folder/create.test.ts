import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';

const OPERATION = { resource: 'folder', operation: 'create' };

const service = useService();

describe('Folder · Create', () => {
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
