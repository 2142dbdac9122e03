import { beforeEach, describe, expect, it } from '@jest/globals';
import { useService, type NodeService } from '../../support/node/nodeService';
import { workspaceId } from '../../support/sandbox/rows';

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
