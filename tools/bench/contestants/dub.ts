import { Dub } from 'dub';
import {
	chunks,
	EVENTS_PER_PAGE,
	LINKS_PER_BATCH,
	LINKS_PER_PAGE,
	type ClientTask,
} from './clientTask.ts';

/** Does the task with the public SDK, as its documentation shows. @returns the items */
export async function runDub({ job, url, token, input }: ClientTask): Promise<unknown[]> {
	const dub = new Dub({ token, serverURL: url });
	const items: unknown[] = [];
	switch (job) {
		case 'events':
			for (let page = 1; ; page++) {
				const events = await dub.events.list({
					event: 'clicks',
					interval: 'all',
					limit: EVENTS_PER_PAGE,
					page,
				});
				items.push(...events);
				if (events.length < EVENTS_PER_PAGE) return items;
			}
		case 'links':
			for await (const { result } of await dub.links.list({ pageSize: LINKS_PER_PAGE })) {
				items.push(...result);
			}
			return items;
		case 'deleteLinks':
			for (const linkIds of chunks(input, LINKS_PER_BATCH)) {
				items.push(await dub.links.deleteMany({ linkIds }));
			}
			return items;
		case 'createLinks':
			for (const urls of chunks(input, LINKS_PER_BATCH)) {
				items.push(...(await dub.links.createMany(urls.map((link) => ({ url: link })))));
			}
			return items;
	}
}
