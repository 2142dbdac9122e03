import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import type { TagRow } from '../../../sandbox/tag/columns';
import { useService } from '../../support/node/nodeService';
import { workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'tag', operation: 'getAll' };

const service = useService();

beforeEach(() => service.proxy.resetWhenQuiet());

function stored(order = 'lower(name)', workspace = 'business'): TagRow[] {
	const sql = `SELECT * FROM tags WHERE workspace_id = ? ORDER BY ${order}`;
	return service.sandbox.db.all<TagRow>(sql, workspaceId(service.sandbox, workspace));
}

async function names(parameters: INodeParameters = {}, workspace = 'business'): Promise<unknown[]> {
	const items = await service.output({ ...OPERATION, ...parameters }, { workspace });
	return items.map(({ name }) => name);
}

function namesOf(tags: TagRow[]): string[] {
	return tags.map(({ name }) => name);
}

describe('Tag · Get Many', () => {
	it('lists the tags by name, with all fields', async () => {
		expect(await service.output(OPERATION)).toEqual(
			stored().map(({ id, name, color }) => ({ id, name, color })),
		);
	});

	it.each<[INodeParameters, string]>([
		[{ sortBy: 'createdAt' }, 'created_at'],
		[{ sortBy: 'createdAt', sortOrder: 'desc' }, 'created_at DESC'],
		[{ sortOrder: 'desc' }, 'lower(name) DESC'],
		[{ sortBy: '', sortOrder: 'asc' }, 'lower(name)'],
	])('sorts by %j', async (options, order) => {
		expect(await names({ options })).toEqual(namesOf(stored(order)));
	});

	it('searches by name', async () => {
		expect(await names({ filters: { search: 'EV' } })).toEqual(['Events', 'Evergreen']);
	});

	it.each<[string, (ids: string[]) => string]>([
		['text', ([first, second]) => `${first}, ${second}`],
		['an array', (ids) => `={{ ${JSON.stringify(ids)} }}`],
	])('lists tags by IDs given as %s', async (_, give) => {
		const [first, , third] = stored();
		expect(await names({ filters: { ids: give([first.id, third.id]) } })).toEqual([
			first.name,
			third.name,
		]);
	});

	it('fetches every page with Return All and only the pages that Limit requires', async () => {
		const workspace = 'enterprise';
		for (let n = 0; n < 110; n++) {
			const name = `Page ${String(n).padStart(3, '0')}`;
			const times = { created_at: n };
			service.sandbox.db.insert('tags', {
				...{ id: `tag_page${n}`, workspace_id: workspaceId(service.sandbox, workspace) },
				...{ name, color: 'red', ...times },
			});
		}
		const all = namesOf(stored('lower(name)', workspace));
		expect(await names({ returnAll: true }, workspace)).toEqual(all);
		expect(await names({ limit: 105 }, workspace)).toEqual(all.slice(0, 105));
		service.proxy.reset();
		expect(await names({ limit: 3 }, workspace)).toEqual(all.slice(0, 3));
		expect(service.proxy.requests.map(({ query }) => query)).toEqual([
			{ page: '1', pageSize: '3' },
		]);
	});
});
