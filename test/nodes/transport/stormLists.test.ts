import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { conversionLink } from '../../support/sandbox/conversions';
import { addLinks } from '../../support/sandbox/links';
import { addEvents, timesUntil } from '../../support/node/polling';
import { workspaceId } from '../../support/sandbox/rows';
import { requestOptions, StormBench, STORMS } from './stormBench';

const bench = new StormBench();

async function listed(parameters: INodeParameters): Promise<unknown[]> {
	const result = await bench.weather(() =>
		bench.service.output({ ...parameters, returnAll: true, requestOptions }),
	);
	return result.map(({ id }) => id);
}

describe.each(STORMS)('faults on a share of %d of the requests (seed %i)', (share, seed) => {
	it('lists links, events, and folders completely and in order', async () => {
		const tenantId = `storm-${seed}`;
		const links = addLinks(bench.service.sandbox, 650, tenantId);
		const link = await conversionLink(bench.service.sandbox, { tenantId: `events-${seed}` });
		const times = timesUntil(bench.service.sandbox.clock.now() - 60_000, 3500, 1000);
		const events = addEvents(bench.service, 'click', link, times).reverse();
		const folders = bench.service.sandbox.db.all<{ id: string }>(
			'SELECT id FROM folders WHERE workspace_id = ? ORDER BY created_at, id',
			workspaceId(bench.service.sandbox, 'business'),
		);
		bench.storm(share, seed);
		const filters = { tenantId };
		expect(await listed({ resource: 'link', operation: 'getAll', filters })).toEqual(links);
		const ofLink = { linkId: { __rl: true, mode: 'id', value: link.id } };
		expect(
			await listed({ resource: 'event', operation: 'getAll', interval: 'all', filters: ofLink }),
		).toEqual(events);
		const folderIds = await listed({ resource: 'folder', operation: 'getAll' });
		expect(folderIds).toEqual(folders.map(({ id }) => id));
		expect(bench.hits()).toBeGreaterThan(0);
	});
});
