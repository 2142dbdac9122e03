import { chunks, LINKS_PER_BATCH } from '../contestants/clientTask.ts';
import { clients } from '../contestants/clients.ts';
import { batching, httpRequest } from '../contestants/httpRequest.ts';
import { ours } from '../contestants/ours.ts';
import type { TimedJob } from './types.ts';

/** Slightly slower than 1,200 requests per minute, so that none is rate limited. */
const SPACED = batching(20, 1010);

const perLink = (ids: string[]) => ids.map((id) => ({ id }));

const inBatches = (ids: string[]) =>
	chunks(ids, LINKS_PER_BATCH).map((batch) => ({ linkIds: batch.join(',') }));

export function deleteLinksJob(count: number): TimedJob {
	return {
		name: 'deleteLinks',
		title: `Delete ${count} links`,
		pages: count / LINKS_PER_BATCH,
		itemsPerPage: LINKS_PER_BATCH,
		input: async ({ process }) => await process.call('addLinks', count),
		isDone: ({ linksLeft }) => linksLeft === 0,
		contestants: [
			ours(
				{ resource: 'link', operation: 'deleteMany', linkIds: '={{ $json.linkIds }}' },
				inBatches,
			),
			{
				name: 'http',
				title: 'HTTP Request, one DELETE per item (with limits: 20 per 1.01 s)',
				kind: 'node',
				onlyOnce: ({ limited }) => limited,
				items: perLink,
				node: (setting) =>
					httpRequest(setting, {
						method: 'DELETE',
						path: '=/links/{{ $json.id }}',
						options: setting.condition.limited ? SPACED : {},
					}),
			},
			{
				name: 'http-tuned',
				title: `HTTP Request by hand: ${LINKS_PER_BATCH} IDs per item, bulk`,
				kind: 'node',
				items: inBatches,
				node: (setting) =>
					httpRequest(setting, {
						method: 'DELETE',
						path: '/links/bulk',
						query: { linkIds: '={{ $json.linkIds }}' },
					}),
			},
			...clients,
		],
	};
}
