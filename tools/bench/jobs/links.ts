import { LINKS_PER_PAGE } from '../contestants/clientTask.ts';
import { clients } from '../contestants/clients.ts';
import { httpRequest, pageByPage, pagination } from '../contestants/httpRequest.ts';
import { ours } from '../contestants/ours.ts';
import type { TimedJob } from './types.ts';

const query = { pageSize: LINKS_PER_PAGE };
const path = '/links';

export function linksJob(pages: number): TimedJob {
	return {
		name: 'links',
		title: `Read ${pages} pages of ${LINKS_PER_PAGE} links`,
		pages,
		itemsPerPage: LINKS_PER_PAGE,
		isDone: ({ items }) => items === pages * LINKS_PER_PAGE,
		contestants: [
			ours({ resource: 'link', operation: 'getAll', returnAll: true, allFolders: false }),
			{
				name: 'http',
				title: 'HTTP Request, pagination',
				kind: 'node',
				node: (setting) =>
					httpRequest(setting, { method: 'GET', path, query, options: pagination(0) }),
			},
			pageByPage(path, query),
			...clients,
		],
	};
}
