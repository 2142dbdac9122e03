import { EVENTS_PER_PAGE } from '../contestants/clientTask.ts';
import { clients } from '../contestants/clients.ts';
import { batching, httpRequest, pageByPage, pagination } from '../contestants/httpRequest.ts';
import { ours, oursToFile } from '../contestants/ours.ts';
import { LIMITS } from '../conditions.ts';
import type { TimedJob } from './types.ts';

const query = { event: 'clicks', interval: 'all', limit: EVENTS_PER_PAGE };
const path = '/events';
const allClicks = {
	resource: 'event',
	operation: 'getAll',
	event: 'clicks',
	interval: 'all',
	returnAll: true,
};

/** Interval between requests within the rate limit, in milliseconds. */
const INTERVAL_MS = 1000 / LIMITS.eventsPerSecond;

export function eventsJob(pages: number): TimedJob {
	return {
		name: 'events',
		title: `Read ${pages} pages of ${EVENTS_PER_PAGE} events`,
		pages,
		itemsPerPage: EVENTS_PER_PAGE,
		isDone: ({ items }) => items === pages * EVENTS_PER_PAGE,
		contestants: [
			ours(allClicks),
			{ ...oursToFile(allClicks), onlyOnce: ({ limited }) => limited },
			{
				name: 'http',
				title: 'HTTP Request, pagination (with limits: an interval of 250 ms)',
				kind: 'node',
				onlyOnce: ({ limited }) => limited,
				node: (setting) =>
					httpRequest(setting, {
						method: 'GET',
						path,
						query,
						options: pagination(setting.condition.limited ? INTERVAL_MS : 0),
					}),
			},
			{
				name: 'http-unpaced',
				title: 'HTTP Request, pagination without an interval',
				kind: 'node',
				when: ({ limited }) => limited,
				mayFail: true,
				node: (setting) =>
					httpRequest(setting, { method: 'GET', path, query, options: pagination(0) }),
			},
			{
				...pageByPage(path, query, ({ condition }) =>
					condition.limited ? batching(1, INTERVAL_MS) : {},
				),
				onlyOnce: ({ limited }) => limited,
			},
			...clients,
		],
	};
}
