import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { modelRuns } from '../support/node/modelRuns';
import { useService, type ThrownByNode } from '../support/node/nodeService';
import { newExecution, retryOf } from '../support/node/runNode';
import { withVirtualWaits } from '../support/node/virtualWaits';
import type { RecordedRequest, StubResponse } from '../support/sandbox/recordingProxy';

const service = useService({ limits: 'off' });

/** Faults of a request that changes something; undefined if it is carried out, and its response is lost. */
const FAULTS: Record<string, StubResponse | undefined> = {
	lost: undefined,
	reset: 'connection reset',
	limited: { status: 429, headers: { 'retry-after': '1' } },
	400: { status: 400, body: { error: { code: 'bad_request', message: 'No.' } } },
	500: { status: 500, body: { error: { code: 'internal_server_error', message: 'Oops.' } } },
	502: { status: 502, body: '<html>' },
	504: { status: 504, body: '<html>' },
	webPage: { status: 200, body: '<html>Sign in</html>' },
};

const LINK: INodeParameters = { resource: 'link', url: '={{ $json.url }}' };

const OPERATIONS: Record<string, INodeParameters> = {
	create: { ...LINK, operation: 'create' },
	createMany: { ...LINK, operation: 'createMany', source: 'items' },
	upsert: { ...LINK, operation: 'upsert' },
	update: {
		...{ resource: 'link', operation: 'update', linkId: '={{ $json.linkId }}' },
		updateFields: { url: '={{ $json.url }}' },
	},
	updateMany: {
		...{ resource: 'link', operation: 'updateMany', linkIds: '={{ $json.linkId }}' },
		updateFields: { url: '={{ $json.url }}' },
	},
};

const run = fc.record({
	operation: fc.constantFrom(...Object.keys(OPERATIONS)),
	count: fc.integer({ min: 1, max: 8 }),
	faults: fc.array(fc.option(fc.constantFrom(...Object.keys(FAULTS))), { maxLength: 14 }),
	parallelItems: fc.constantFrom(1, 2, 5),
	continueOnFail: fc.boolean(),
	tries: fc.integer({ min: 1, max: 3 }),
});

const UNCERTAIN = /The request (may have )?succeeded/;

let runs = 0;

/** Fails the next requests that change something. */
function fail(faults: Array<string | null>): void {
	const left = [...faults];
	const lost = new Set<RecordedRequest>();
	service.proxy.respond = (request) => {
		const fault = request.method === 'GET' ? null : left.shift();
		if (fault === 'lost') lost.add(request);
		return fault ? FAULTS[fault] : undefined;
	};
	service.proxy.isLost = (request) => lost.has(request);
}

/** The indexes in a text such as `3 of 5 items were done: 0 to 1, 4.` */
function indexesIn(text: string, words: RegExp): number[] {
	const [, ranges = ''] = new RegExp(`${words.source}: ([\\d, to]+)\\.`).exec(text) ?? [];
	return ranges.split(', ').flatMap((range) => {
		const [from, to = from] = range.split(' to ').map(Number);
		return range === '' ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index);
	});
}

it('does each item once with any faults, and says what was done, and what may have been', async () => {
	const property = fc.asyncProperty(run, async ({ operation, count, faults, ...rest }) => {
		await service.proxy.resetWhenQuiet();
		const id = ++runs;
		const { parallelItems, continueOnFail, tries } = rest;
		const [target] = await service.output({
			...OPERATIONS.create,
			url: `https://example.com/${id}`,
		});
		const items = Array.from({ length: count }, (_, index) => ({
			linkId: target.id as string,
			url: `https://example.com/${id}/${index}`,
		}));
		const urls = items.map(({ url }) => url);
		const parameters = { ...OPERATIONS[operation], requestOptions: { parallelItems } };
		const isRepeatable = operation.startsWith('up');
		const isTogether = operation.endsWith('Many');
		const execution = newExecution();
		const finished = async (call: object) => {
			const work = () => service.run(parameters, { items, tries, ...call });
			const { result } = await withVirtualWaits(work);
			await service.proxy.quiet();
			expect(result.map(({ pairedItem }) => pairedItem)).toEqual(
				items.map((_, item) => ({ item })),
			);
			return result.map(({ json }) => json);
		};

		fail(faults);
		const outcome = await finished({ continueOnFail, execution }).catch(
			(error: ThrownByNode) => error,
		);
		await service.proxy.quiet();
		const done = service.carriedOut(urls);
		if (!isRepeatable) expect(Math.max(...done)).toBeLessThanOrEqual(1);
		if (Array.isArray(outcome)) {
			for (const [index, { error }] of outcome.entries()) {
				if (error === undefined) expect(done[index]).toBeGreaterThanOrEqual(1);
				else if (!UNCERTAIN.test(String(error))) expect(done[index]).toBe(0);
			}
			return;
		}

		expect(continueOnFail).toBe(false);
		const text = `${outcome.message} ${outcome.description}`;
		const isAlone = count === 1 || isTogether;
		const uncertain =
			isAlone && UNCERTAIN.test(text) ? [...urls.keys()] : indexesIn(text, /may have been done/);
		const said = indexesIn(text, /items were done/);
		if (!isTogether) {
			for (const index of said) expect(done[index]).toBeGreaterThanOrEqual(1);
			const others = [...done.keys()].filter((index) => ![...said, ...uncertain].includes(index));
			for (const index of others) expect(done[index]).toBe(0);
		}

		fail([]);
		const retried = await finished(retryOf(execution));
		expect(retried.map(({ url }) => url)).toEqual(urls);
		for (const [index, times] of service.carriedOut(urls).entries()) {
			expect(times).toBeGreaterThanOrEqual(1);
			if (!isRepeatable && !uncertain.includes(index)) expect(times).toBe(1);
		}
	});
	await fc.assert(property, { ...modelRuns(100), verbose: 0 });
});
