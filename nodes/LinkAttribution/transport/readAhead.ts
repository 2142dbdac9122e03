import { asError } from './unknown';

/** One result of a numbered series, e.g. a page. */
export interface Numbered<Result> {
	result: Result;
	/** Whether the service gave it at once; when not, fewer are asked for at the same time. */
	smooth: boolean;
	/** Whether it makes more ones after it likely. */
	full: boolean;
}

type Settled<Result> = { value: Numbered<Result> } | { thrown: unknown };

/**
 * Results 1, 2, 3, ... in their order, fetched in parallel ahead of their use: at first `width.first`, then twice as many
 * after each one that comes full, up to `width.most`. What is on its way when the reader stops is aborted; what fails is
 * thrown at its turn.
 *
 * @param expected results that will do if they are full; those after it are fetched only when they are asked for
 */
export async function* readAhead<Result>(
	fetch: (number: number, signal: AbortSignal) => Promise<Numbered<Result>>,
	expected = Infinity,
	{ first, most } = { first: 1, most: 16 },
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
			const { result, smooth, full } = settled.value;
			if (!smooth) width = Math.max(1, width >> 1);
			else if (full) width = Math.min(most, width * 2);
			else width = 1;
			yield result;
		}
	} finally {
		controller.abort();
	}
}

/** So that what nobody waits for any more cannot fail unheard. */
async function settle<Result>(promise: Promise<Numbered<Result>>): Promise<Settled<Result>> {
	try {
		return { value: await promise };
	} catch (thrown) {
		return { thrown };
	}
}
