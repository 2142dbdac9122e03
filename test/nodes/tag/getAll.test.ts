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

describe('Tag · Get Many', () => {
	it('lists the tags by name, with all fields', async () => {
		expect(await service.output(OPERATION)).toEqual(
			stored().map(({ id, name, color }) => ({ id, name, color })),
		);
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
});
