import { beforeEach, describe, expect, it } from '@jest/globals';
import { useService, type NodeService } from '../../support/node/nodeService';
import { row, workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'link', operation: 'getAll' };
const SIMPLE_FIELDS = [
	'id',
	'shortLink',
	'url',
	'domain',
	'key',
	'externalId',
	'clicks',
	'leads',
	'sales',
	'createdAt',
];

const service = useService();

beforeEach(() => service.proxy.resetWhenQuiet());

/** IDs of the workspace's links, newest first. */
function stored(condition: string, ...params: string[]): string[] {
	return service.sandbox.db
		.all<{ id: string }>(
			`SELECT id FROM links WHERE workspace_id = ? AND ${condition} ORDER BY id DESC`,
			workspaceId(service.sandbox, 'business'),
			...params,
		)
		.map(({ id }) => id);
}

async function listed(parameters: Parameters<NodeService['run']>[0]): Promise<unknown[]> {
	const items = await service.output({ ...OPERATION, returnAll: true, ...parameters });
	return items.map(({ id }) => id);
}

function queries() {
	return service.proxy.requests.map(({ query }) => query);
}

describe('Link · Get Many', () => {
	it('lists the newest 50 links with ten flat fields by default', async () => {
		const items = await service.output(OPERATION);
		expect(items.map(({ id }) => id)).toEqual(
			stored('archived = 0 AND folder_id IS NULL').slice(0, 50),
		);
		for (const item of items) expect(Object.keys(item)).toEqual(SIMPLE_FIELDS);
		expect(queries()).toEqual([{ pageSize: '50' }]);
	});

	it('returns the full response when Simplify is off', async () => {
		const [item] = await service.output({ ...OPERATION, simple: false, limit: 1 });
		expect(Object.keys(item)).toEqual(expect.arrayContaining([...SIMPLE_FIELDS, 'tags', 'qrCode']));
	});

	it('continues after the last link of each page with Return All', async () => {
		const all = stored('archived = 0 AND folder_id IS NULL');
		expect(await listed({ allFolders: false })).toEqual(all);
		expect(queries()).toEqual([{ pageSize: '100' }, { pageSize: '100', startingAfter: all[99] }]);
	});

	it('fetches only the pages that the limit requires', async () => {
		expect(await listed({ returnAll: false, limit: 100 })).toHaveLength(100);
		expect(await listed({ returnAll: false, limit: 120 })).toHaveLength(120);
		expect(queries()).toHaveLength(3);
	});

	it('filters by folder, given as an ID or chosen from the list', async () => {
		const { folder } = row<{ folder: string }>(
			service.sandbox,
			"SELECT folder_id AS folder FROM links WHERE folder_id IS NOT NULL AND domain LIKE '%.business.%'",
		);
		const expected = stored('archived = 0 AND folder_id = ?', folder);
		expect(expected).not.toEqual([]);
		for (const folderId of [folder, { __rl: true, mode: 'list', value: folder }]) {
			expect(await listed({ filters: { folderId } })).toEqual(expected);
		}
		expect(queries()[0]).toEqual({ pageSize: '100', folderId: folder });
	});

	it('sends every filter under its API name', async () => {
		await listed({
			filters: {
				domain: 'go.business.example.com',
				folderId: { __rl: true, mode: 'id', value: '' },
				search: 'campaign',
				showArchived: true,
				tagIds: ['tag_1', ' tag_2 '],
				tagNames: '["summer", "mail"]',
				tenantId: 'tenant-1',
				userId: 'user_1',
			},
		});
		expect(queries()).toEqual([
			{
				pageSize: '100',
				domain: 'go.business.example.com',
				search: 'campaign',
				showArchived: 'true',
				tagIds: 'tag_1,tag_2',
				tagNames: 'summer,mail',
				tenantId: 'tenant-1',
				userId: 'user_1',
			},
		]);
	});

	it.each([
		['search', 'campaign', "archived = 0 AND (key LIKE '%campaign%' OR url LIKE '%campaign%')"],
		['domain', 'try.business.example.com', "archived = 0 AND domain = 'try.business.example.com'"],
		['tenantId', 'tenant-1', "archived = 0 AND tenant_id = 'tenant-1'"],
		['showArchived', true, 'folder_id IS NULL'],
		[
			'tagNames',
			'Blog, Events',
			"archived = 0 AND id IN (SELECT link_id FROM link_tags JOIN tags t ON t.id = tag_id WHERE t.name IN ('Blog', 'Events'))",
		],
	])('filters by %s', async (name, value, condition) => {
		const expected = stored(condition);
		expect(expected).not.toEqual([]);
		expect(await listed({ allFolders: false, filters: { [name]: value } })).toEqual(expected);
	});

	it('fails if the service returns the same cursor again', async () => {
		const body = Array.from({ length: 100 }, (_, n) => ({ id: `link_${100 + n}` }));
		service.proxy.respond = () => ({ status: queries().length > 100 ? 403 : 200, body });
		const error = await service.failure({ ...OPERATION, returnAll: true });
		expect(error.message).toBe(
			'The service returns the same items on every page, so the list never ends',
		);
	});

	describe('with All Folders', () => {
		it('lists the links of every folder without duplicates', async () => {
			const links = await listed({ allFolders: true });
			expect([...links].sort()).toEqual(stored('archived = 0').sort());
			expect(stored('archived = 0').length).toBeGreaterThan(
				stored('archived = 0 AND folder_id IS NULL').length,
			);
		});

		it('stops at the limit, in whichever folder it is reached', async () => {
			const inNoFolder = stored('archived = 0 AND folder_id IS NULL').length;
			const limit = inNoFolder + 2;
			const links = await listed({ allFolders: true, returnAll: false, limit });
			expect(links).toHaveLength(limit);
			await service.proxy.resetWhenQuiet();
			await listed({ allFolders: true, returnAll: false, limit: 1 });
			expect(service.proxy.requests.map(({ path }) => path)).toEqual(['/links']);
		});

		it('applies the other filters', async () => {
			const links = await listed({ allFolders: true, filters: { showArchived: true } });
			expect([...links].sort()).toEqual(stored('true').sort());
		});

		it('does not list the folders if the service searches every folder anyway', async () => {
			const filters = { search: 'e' };
			expect(await listed({ allFolders: true, filters })).toEqual(
				await listed({ allFolders: false, filters }),
			);
			expect(service.proxy.requests.map(({ path }) => path)).not.toContain('/folders');
		});
	});
});
