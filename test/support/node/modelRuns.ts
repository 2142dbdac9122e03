import { atDepth } from '../depth';

/** `npm run test:model` sets these. */
const { MODEL_RUNS, MODEL_SEED } = process.env;

/** As a number of runs of `npm run test:model`, it gives each property as many as in `npm test`. */
const FULL_RUNS = 2000;

const QUICK_RUNS = 150;

/**
 * The number of runs and the seed for a property: fixed in `npm test`, set by `npm run test:model`.
 *
 * @param full runs of this property in `npm test`
 */
export function modelRuns(full: number): { numRuns: number; seed: number } {
	const runs = Number(MODEL_RUNS ?? atDepth(QUICK_RUNS, FULL_RUNS));
	return { numRuns: Math.ceil((full * runs) / FULL_RUNS), seed: Number(MODEL_SEED ?? 1) };
}
