import { beforeEach, describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'folder', operation: 'getAll' };

const service = useService();

beforeEach(() => service.proxy.resetWhenQuiet());

function storedFolders(): string[] {
	return service.sandbox.db
		.all<{ id: string }>(
			'SELECT id FROM folders WHERE workspace_id = ? ORDER BY created_at, id',
			workspaceId(service.sandbox, 'business'),
		)
		.map(({ id }) => id);
}

function pages() {
	return service.proxy.requests.map(({ query }) => query);
}

describe('Folder · Get Many', () => {
	it('lists the first 50 folders by default, with all fields', async () => {
		const items = await service.output(OPERATION);
		expect(items.map(({ id }) => id)).toEqual(storedFolders().slice(0, 50));
		expect(Object.keys(items[0])).toEqual(
			expect.arrayContaining(['id', 'name', 'description', 'type', 'accessLevel', 'createdAt']),
		);
		expect(pages()).toEqual([{ page: '1', pageSize: '50' }]);
	});

	it('evaluates expressions per item and pairs each output item with its input item', async () => {
		const output = await service.run(
			{ ...OPERATION, limit: '={{ $json.count }}', filters: { search: '={{ $json.name }}' } },
			{
				items: [
					{ count: 1, name: '' },
					{ count: 2, name: 'Marketing' },
					{ count: 5, name: 'no such' },
				],
			},
		);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 1 },
		]);
		expect(output[1].json.name).toContain('Marketing');
	});
});
