import { expect, it } from '@jest/globals';
import { ApiError } from '../../../../nodes/LinkAttribution/transport/apiError';
import type { Reading } from '../../../../nodes/LinkAttribution/trigger/eventList/cursor/cursor';
import { readRoundRobin } from '../../../../nodes/LinkAttribution/trigger/eventList/roundRobin';

/** Reads lists of so many pages until there is no time for more. */
async function read(
	pages: Record<string, number>,
	{ until = Infinity, failing }: { until?: number; failing?: [name: string, error: Error] } = {},
) {
	const order: string[] = [];
	function* reading(count: number): Reading<string> {
		for (let page = 1; page <= count; page++) yield { sortOrder: 'asc', page, limit: 100 };
	}
	const tasks = Object.entries(pages).map(([name, count]) => ({
		reading: reading(count),
		readPage: () => {
			order.push(name);
			return failing?.[0] === name ? Promise.reject(failing[1]) : Promise.resolve({ entries: [] });
		},
	}));
	return { order, ...(await readRoundRobin(tasks, () => order.length < until)) };
}

function failure(status: number): ApiError {
	const history = { waited: 0, maxWait: 0 };
	return new ApiError(
		{ status, message: 'No.', headers: {} },
		{ method: 'GET', path: '/events' },
		{ name: 'Account', isOAuth2: false },
		history,
	);
}

it('Lists take turns page by page, and the long one has the time that the others leave', async () => {
	const { order, outcomes, next } = await read({ a: 1, b: 3, c: 2 });
	expect(order.join('')).toBe('abcbcb');
	expect(outcomes.map(({ pages }) => pages)).toEqual([1, 3, 2]);
	expect(next).toBe(2);
});

it('The first page is read without any time, and the next list is first the next time', async () => {
	const { order, next } = await read({ a: 2, b: 2 }, { until: 0 });
	expect(order).toEqual(['a']);
	expect(next).toBe(1);
});

it('A list that fails does not end the others', async () => {
	const error = failure(503);
	const { order, outcomes } = await read({ a: 2, b: 2 }, { failing: ['a', error] });
	expect(order.join('')).toBe('abb');
	expect(outcomes).toEqual([{ pages: 0, error }, { pages: 2 }]);
});

it.each([401, 429])('HTTP %i ends them all, as the others would fail as well', async (status) => {
	const error = failure(status);
	const { order, outcomes } = await read({ a: 2, b: 2 }, { failing: ['a', error] });
	expect(order).toEqual(['a']);
	expect(outcomes).toEqual([{ pages: 0, error }, { pages: 0 }]);
});
