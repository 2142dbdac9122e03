import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readAhead, type Numbered } from '../../../nodes/LinkAttribution/pagination/readAhead';
import { conversionLink } from '../../support/sandbox/conversions';
import { startService, type NodeService } from '../../support/node/nodeService';
import { addEvents, timesUntil } from '../../support/node/polling';
import { workspaceId } from '../../support/sandbox/rows';
import { until } from '../../support/until';
import { atDepth } from '../../support/depth';

const WIDEST = 16;
/** Of events. */
const PAGES = atDepth(10, 20);
const EIGHT = { first: 8, max: 16 };

/** A series whose results are given by hand. */
class Series {
	/** The requests, in order. */
	readonly asked: number[] = [];
	signal?: AbortSignal;
	readonly #open = new Map<
		number,
		{ resolve: (given: Numbered<number>) => void; reject: (error: Error) => void }
	>();

	readonly fetch = async (number: number, signal: AbortSignal): Promise<Numbered<number>> => {
		this.asked.push(number);
		this.signal = signal;
		return await new Promise((resolve, reject) => this.#open.set(number, { resolve, reject }));
	};

	give(number: number, { wasRetried = false, isFull = true } = {}): void {
		this.#open.get(number)?.resolve({ result: number, wasRetried, isFull });
	}

	fail(number: number): void {
		this.#open.get(number)?.reject(new Error(`page ${number}`));
	}
}

/** Returns each result immediately. */
function prompt(series: Series, quality?: { wasRetried?: boolean; isFull?: boolean }) {
	return async (number: number, signal: AbortSignal) => {
		const result = series.fetch(number, signal);
		series.give(number, quality);
		return await result;
	};
}

describe('reading ahead', () => {
	it('keeps the order of results that arrive out of order', async () => {
		const series = new Series();
		const results = readAhead(series.fetch, 8, EIGHT);
		const first = results.next();
		for (const number of [8, 5, 6, 7, 2, 4, 3, 1]) series.give(number);
		const seen = [(await first).value];
		while (seen.length < 8) seen.push((await results.next()).value);
		expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
		expect(series.asked).toEqual(seen);
	});

	it('widens with each full result, up to 16 requests ahead', async () => {
		const series = new Series();
		const ahead: number[] = [];
		let used = 0;
		for await (const number of readAhead(prompt(series))) {
			ahead.push(series.asked.length - used++);
			if (number === 8) break;
		}
		expect(ahead).toEqual([1, 2, 4, 8, 16, 16, 16, 16]);
	});

	it('narrows after retries and after results that are not full', async () => {
		for (const quality of [{ wasRetried: true }, { isFull: false }]) {
			const series = new Series();
			for await (const number of readAhead(prompt(series, quality), Infinity, {
				first: 4,
				max: 16,
			})) {
				if (number === 20) break;
			}
			expect(series.asked.length).toBe(20);
		}
	});

	it('requests only the expected number of results unless more are needed', async () => {
		const series = new Series();
		const results = readAhead(prompt(series), 5);
		for (let number = 1; number <= 5; number++) await results.next();
		expect(series.asked).toEqual([1, 2, 3, 4, 5]);
		await results.next();
		expect(series.asked).toEqual([1, 2, 3, 4, 5, 6]);
		await results.return(undefined);
	});

	it('throws an error in its place in the order and aborts requests in flight', async () => {
		const series = new Series();
		const results = readAhead(series.fetch, 8, EIGHT);
		const first = results.next();
		series.fail(3);
		series.fail(5);
		series.give(1);
		expect((await first).value).toBe(1);
		const second = results.next();
		expect(series.signal?.aborted).toBe(false);
		series.give(2);
		expect((await second).value).toBe(2);
		await expect(results.next()).rejects.toThrow('page 3');
		expect(series.signal?.aborted).toBe(true);
	});

	it('aborts requests in flight when the reader stops', async () => {
		const series = new Series();
		const results = readAhead(series.fetch, 8, EIGHT);
		const first = results.next();
		series.give(1);
		await first;
		await results.return(undefined);
		expect(series.signal?.aborted).toBe(true);
		series.fail(2);
	});
});

describe('lists', () => {
	const EVENTS = { resource: 'event', operation: 'getAll', interval: 'all' };
	const FOLDERS = { resource: 'folder', operation: 'getAll', returnAll: true };

	let service: NodeService;
	/** Oldest first. */
	let events: string[];
	let folders: string[];

	beforeAll(async () => {
		service = await startService({ limits: 'off' });
		const link = await conversionLink(service.sandbox);
		const { db, clock } = service.sandbox;
		events = addEvents(
			service,
			'click',
			link,
			timesUntil(clock.now() - 60_000, PAGES * 1000, 1000),
		);
		const workspace = workspaceId(service.sandbox, 'business');
		db.transaction(() => {
			for (let n = 0; n < 1000; n++) {
				db.insert('folders', {
					id: `fold_ahead${n}`,
					workspace_id: workspace,
					name: `Ahead ${n}`,
					access_level: 'write',
					created_at: clock.now() + n,
					updated_at: clock.now(),
				});
			}
		});
		folders = db
			.all<{ id: string }>(
				'SELECT id FROM folders WHERE workspace_id = ? ORDER BY created_at, id',
				workspace,
			)
			.map(({ id }) => id);
	});
	beforeEach(async () => {
		await settled();
		service.proxy.reset();
		service.sandbox.faults.set([]);
		service.sandbox.requests.clear();
	});
	afterAll(() => service.close());

	/** What was on the wire when a list ended still arrives. */
	async function settled(): Promise<number> {
		await service.proxy.quiet();
		return service.proxy.requests.length;
	}

	function pages(): number[] {
		const queries = service.sandbox.requests.all().map(({ query }) => new URLSearchParams(query));
		return queries.map((query) => Number(query.get('page'))).sort((a, b) => a - b);
	}

	function firstPages(count: number): number[] {
		return Array.from({ length: count }, (_, n) => n + 1);
	}

	it('of many pages of events are complete and in order although responses arrive out of order', async () => {
		service.sandbox.faults.set([
			{ kind: 'slow', stall: 60, share: 0.3, seed: 1 },
			{ kind: 'slow', stall: 20, share: 0.3, seed: 2 },
		]);
		const items = await service.output({ ...EVENTS, returnAll: true });
		expect(items.map(({ id }) => id)).toEqual([...events].reverse());
		// Two empty pages are the end.
		expect(pages().slice(0, PAGES + 2)).toEqual(firstPages(PAGES + 2));
		expect(pages().length).toBeLessThanOrEqual(PAGES + 2 + WIDEST);
	});

	it.each([
		[1000, 1],
		[2500, 3],
		[7000, 7],
	])('of events with a limit of %i need %i pages', async (limit, count) => {
		const items = await service.output({ ...EVENTS, limit });
		expect(items.map(({ id }) => id)).toEqual(events.slice(-limit).reverse());
		expect(pages()).toEqual(firstPages(count));
	});

	it('of folders request at most 16 pages beyond the end', async () => {
		const items = await service.output(FOLDERS);
		expect(items.map(({ id }) => id)).toEqual(folders);
		const needed = Math.floor(folders.length / 50) + 1;
		expect(pages().slice(0, needed)).toEqual(firstPages(needed));
		expect(pages().length).toBeLessThan(needed + WIDEST);
	});

	it('fail when a page fails and request nothing more', async () => {
		const body = { error: { code: 'forbidden', message: 'No.' } };
		service.proxy.respond = ({ query }) => (query.page === '9' ? { status: 403, body } : undefined);
		const error = await service.failure(FOLDERS);
		expect(error.message).toBe('No.');
		expect(await settled()).toBeLessThan(9 + WIDEST);
	});

	it('stop requesting pages when the execution is cancelled', async () => {
		const cancel = new AbortController();
		service.sandbox.faults.set([{ kind: 'slow', stall: 200 }]);
		const failed = service.failure(FOLDERS, { abortSignal: cancel.signal });
		await until(() => service.sandbox.requests.all().length > 5, 'some pages');
		const asked = service.proxy.requests.length;
		cancel.abort();
		expect((await failed).message).toBe('The execution was cancelled');
		// All pages together are more than twice as many.
		expect(await settled()).toBeLessThanOrEqual(asked + 8);
	});
});
