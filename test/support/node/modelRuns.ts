/** `npm run test:model` sets these. */
const { MODEL_RUNS, MODEL_SEED } = process.env;

/** Runs of all model tests together in `npm test`. */
const USUAL_TOTAL = 2000;

/**
 * The number of runs and the seed for a property: fixed in `npm test`, set by `npm run test:model`.
 *
 * @param usual runs of this property in `npm test`, of 2,000
 */
export function modelRuns(usual: number): { numRuns: number; seed: number } {
	const total = Number(MODEL_RUNS ?? USUAL_TOTAL);
	return {
		numRuns: Math.ceil((usual * total) / USUAL_TOTAL),
		seed: Number(MODEL_SEED ?? 1),
	};
}
