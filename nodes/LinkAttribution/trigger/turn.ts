import { sleep } from 'n8n-workflow';
import { asError } from '../input/unknown';
import { stateOf, type NodeState, type Turn } from './nodeState';

/** Maximum milliseconds that a round waits for what runs, if n8n limits the time of a poll, as it does with durable cursors. */
const MAX_BUSY_MS = 25_000;

const STEP_MS = 20;

/** Runs a hook when no other hook and no round of the node runs. A running round ends before its next request. */
export async function takeHookTurn<Result>(
	key: string,
	work: () => Promise<Result>,
): Promise<Result> {
	const state = stateOf(key);
	state.waitingHooks += 1;
	try {
		while (state.turn) {
			state.turn.abort.abort();
			await state.turn.ended;
		}
		return await run(state, { abort: new AbortController(), isRound: false }, work);
	} finally {
		state.waitingHooks -= 1;
	}
}

/**
 * Runs a round when no hook and no other round of the node runs. n8n starts the first round of a publication beside its
 * hooks, and catching up at a start depends on it: a round waits for the hooks, and starts over if they interrupt it.
 *
 * @param publication identifies it
 * @param isReady whether the hooks have done what the round needs, or are not waited for longer, after so many milliseconds
 * @returns undefined if the hooks take too long, or another round of the publication runs
 */
export async function takeRoundTurn<Result>(
	key: string,
	publication: NodeState['publication'],
	isReady: (state: NodeState, waited: number) => boolean,
	work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
	const state = stateOf(key);
	const begin = performance.now();
	const isLimited = typeof publication === 'string';
	state.publication = publication;
	for (;;) {
		// A round of a later publication does the same.
		if (state.publication !== publication) return undefined;
		const { turn } = state;
		if (turn?.publication && turn.publication !== publication) turn.abort.abort();
		else if (turn?.isRound) return undefined;
		const isFree = !turn && state.waitingHooks === 0;
		const waited = performance.now() - begin;
		if (isFree && isReady(state, waited)) {
			const result = await attempt(state, publication, work);
			if (result !== INTERRUPTED) return result;
		} else if (turn && !isLimited) {
			await turn.ended;
		} else if (isLimited && waited >= MAX_BUSY_MS) {
			return undefined;
		} else {
			await sleep(STEP_MS);
		}
	}
}

/** A hook, or a round of a later publication, is to run first. */
const INTERRUPTED = Symbol('interrupted');

async function attempt<Result>(
	state: NodeState,
	publication: NodeState['publication'],
	work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | typeof INTERRUPTED> {
	const abort = new AbortController();
	try {
		const round = { abort, publication, isRound: true };
		return await run(state, round, async () => await work(abort.signal));
	} catch (thrown) {
		if (abort.signal.aborted) return INTERRUPTED;
		throw asError(thrown);
	}
}

async function run<Result>(
	state: NodeState,
	turn: Omit<Turn, 'ended'>,
	work: () => Promise<Result>,
): Promise<Result> {
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	state.turn = { ...turn, ended };
	try {
		return await work();
	} finally {
		state.turn = undefined;
		end();
	}
}
