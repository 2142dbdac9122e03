import { request } from 'undici';
import {
	chunks,
	EVENTS_PER_PAGE,
	LINKS_PER_BATCH,
	LINKS_PER_PAGE,
	type ClientTask,
} from './clientTask.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** Does the task with plain HTTP. @returns the items */
export async function runUndici(task: ClientTask): Promise<unknown[]> {
	const call = async (method: Method, path: string, body?: unknown) => {
		const response = await request(task.url + path, {
			method,
			headers: {
				authorization: `Bearer ${task.token}`,
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		if (response.statusCode >= 300)
			throw new Error(`${response.statusCode} ${await response.body.text()}`);
		return await response.body.json();
	};
	switch (task.job) {
		case 'events':
			return await readPages(task.lanes, EVENTS_PER_PAGE, (page) =>
				call('GET', `/events?event=clicks&interval=all&limit=${EVENTS_PER_PAGE}&page=${page}`),
			);
		case 'links':
			return await readPages(task.lanes, LINKS_PER_PAGE, (page) =>
				call('GET', `/links?pageSize=${LINKS_PER_PAGE}&page=${page}`),
			);
		case 'deleteLinks':
			return await sendBatches(task, (ids) =>
				call('DELETE', `/links/bulk?linkIds=${ids.join(',')}`),
			);
		case 'createLinks':
			return await sendBatches(task, (urls) =>
				call(
					'POST',
					'/links/bulk',
					urls.map((url) => ({ url })),
				),
			);
	}
}

async function inLanes(lanes: number, work: () => Promise<void>): Promise<void> {
	await Promise.all(Array.from({ length: lanes }, work));
}

/** Each lane reads the next page, until a page is not full. */
async function readPages(
	lanes: number,
	pageSize: number,
	read: (page: number) => Promise<unknown>,
): Promise<unknown[]> {
	const pages: unknown[][] = [];
	let next = 1;
	let isEnd = false;
	await inLanes(lanes, async () => {
		while (!isEnd) {
			const page = next++;
			const items = (await read(page)) as unknown[];
			pages[page] = items;
			if (items.length < pageSize) isEnd = true;
		}
	});
	return pages.flat();
}

async function sendBatches(
	{ input, lanes }: ClientTask,
	send: (batch: string[]) => Promise<unknown>,
): Promise<unknown[]> {
	const batches = chunks(input, LINKS_PER_BATCH);
	const responses: unknown[] = [];
	await inLanes(lanes, async () => {
		for (let batch = batches.shift(); batch; batch = batches.shift()) {
			responses.push(await send(batch));
		}
	});
	return responses.flat();
}
