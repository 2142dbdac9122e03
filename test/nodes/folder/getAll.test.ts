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

/** Without pages that were read ahead beyond the last one. */
function neededPages() {
	const needed = Math.ceil(storedFolders().length / 50);
	return pages()
		.map(({ page }) => page)
		.filter((page) => Number(page) <= needed)
		.sort();
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

	it('fetches every page with Return All', async () => {
		const items = await service.output({ ...OPERATION, returnAll: true });
		expect(items.map(({ id }) => id)).toEqual(storedFolders());
		expect(neededPages()).toEqual(['1', '2']);
	});

	it.each([
		[3, ['3']],
		[50, ['50']],
		[60, ['50', '50']],
	])('stops at a limit of %p', async (limit, pageSizes) => {
		const items = await service.output({ ...OPERATION, limit });
		expect(items).toHaveLength(limit);
		expect(pages().map(({ pageSize }) => pageSize)).toEqual(pageSizes);
	});

	it('stops at the end of the list before the limit is reached', async () => {
		const items = await service.output({ ...OPERATION, limit: 1000 });
		expect(items).toHaveLength(storedFolders().length);
		expect(neededPages()).toEqual(['1', '2']);
	});

	it('requests no further page if the limit is a multiple of the page size', async () => {
		const spare = storedFolders().length;
		const insert = (n: number) =>
			service.sandbox.db.insert('folders', {
				id: `fold_extra${n}`,
				workspace_id: workspaceId(service.sandbox, 'business'),
				name: `Extra ${n}`,
				access_level: 'write',
				created_at: Date.now() + n,
				updated_at: Date.now(),
			});
		for (let n = spare; n < 100; n++) insert(n);
		expect(await service.output({ ...OPERATION, limit: 100 })).toHaveLength(100);
		expect(pages()).toHaveLength(2);

		service.proxy.reset();
		expect(await service.output({ ...OPERATION, returnAll: true })).toHaveLength(100);
		expect(pages().map(({ page }) => page)).toEqual(expect.arrayContaining(['1', '2', '3']));
	});

	it('searches by name', async () => {
		const items = await service.output({ ...OPERATION, filters: { search: 'Marketing' } });
		expect(items.length).toBeGreaterThan(0);
		for (const { name } of items) expect(name).toContain('Marketing');
		expect(pages()).toEqual([{ page: '1', pageSize: '50', search: 'Marketing' }]);
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
