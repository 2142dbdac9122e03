import { asError } from '../input/unknown';

/** A result of a numbered series, e.g. a page. */
export interface Numbered<Result> {
	result: Result;
	/** Whether the service had trouble; then fewer are fetched at the same time. */
	wasRetried: boolean;
	/** Whether more are likely to follow. */
	isFull: boolean;
}

/** Results that are fetched ahead at most. */
const MAX_AHEAD = 16;

type Settled<Result> = { value: Numbered<Result> } | { thrown: unknown };

/**
 * Yields results 1, 2, 3, ... in order, and fetches them ahead in parallel: at first `first` of them, then twice as many
 * after each full one, up to `max`. When the reader stops, what is in flight is aborted. A failure is thrown in its place
 * in the order.
 *
 * @param expected number of results that suffice if they are full; those after them are not fetched ahead
 */
export async function* readAhead<Result>(
	fetch: (number: number, signal: AbortSignal) => Promise<Numbered<Result>>,
	expected = Infinity,
	{ first, max } = { first: 1, max: MAX_AHEAD },
): AsyncGenerator<Result> {
	const controller = new AbortController();
	const ahead: Array<Promise<Settled<Result>>> = [];
	let width = first;
	let started = 0;
	try {
		for (let number = 1; ; number++) {
			const last = Math.max(number, Math.min(number + width - 1, expected));
			while (started < last) ahead.push(settle(fetch(++started, controller.signal)));
			const settled = await (ahead.shift() as Promise<Settled<Result>>);
			if ('thrown' in settled) throw asError(settled.thrown);
			const { result, wasRetried, isFull } = settled.value;
			if (wasRetried) width = Math.max(1, width >> 1);
			else if (isFull) width = Math.min(max, width * 2);
			else width = 1;
			yield result;
		}
	} finally {
		controller.abort();
	}
}

/** A failure of a result that is no longer awaited must not become an unhandled rejection. */
async function settle<Result>(promise: Promise<Numbered<Result>>): Promise<Settled<Result>> {
	try {
		return { value: await promise };
	} catch (thrown) {
		return { thrown };
	}
}
