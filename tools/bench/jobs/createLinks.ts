import { chunks, LINKS_PER_BATCH } from '../contestants/clientTask.ts';
import { clients } from '../contestants/clients.ts';
import { httpRequest } from '../contestants/httpRequest.ts';
import { ours } from '../contestants/ours.ts';
import { temporaryUrl } from '../dataset.ts';
import type { TimedJob } from './types.ts';

export function createLinksJob(count: number): TimedJob {
	return {
		name: 'createLinks',
		title: `Create ${count} links`,
		pages: count / LINKS_PER_BATCH,
		itemsPerPage: LINKS_PER_BATCH,
		input: async () => Array.from({ length: count }, (_, i) => temporaryUrl(String(i))),
		isDone: ({ linksLeft }) => linksLeft === count,
		contestants: [
			ours({ resource: 'link', operation: 'createMany', url: '={{ $json.url }}' }, (urls) =>
				urls.map((url) => ({ url })),
			),
			{
				name: 'http',
				title: 'HTTP Request, one POST per item',
				kind: 'node',
				items: (urls) => urls.map((url) => ({ url })),
				node: (setting) =>
					httpRequest(setting, {
						method: 'POST',
						path: '/links',
						jsonBody: '={{ { url: $json.url } }}',
					}),
			},
			{
				name: 'http-tuned',
				title: `HTTP Request by hand: ${LINKS_PER_BATCH} links per item, bulk`,
				kind: 'node',
				items: (urls) =>
					chunks(urls, LINKS_PER_BATCH).map((batch) => ({ links: batch.map((url) => ({ url })) })),
				node: (setting) =>
					httpRequest(setting, {
						method: 'POST',
						path: '/links/bulk',
						jsonBody: '={{ $json.links }}',
					}),
			},
			...clients,
		],
	};
}
