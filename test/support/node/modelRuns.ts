/** `npm run test:model` sets these. */
const { MODEL_RUNS, MODEL_SEED } = process.env;

/** Of all model tests together in `npm test`. */
const USUAL_TOTAL = 2000;

/**
 * How a property is checked: with a fixed seed in `npm test`, with more runs and a seed of its own in
 * `npm run test:model`.
 *
 * @param usual how many of the 2,000 runs in `npm test` are for this property
 */
export function modelRuns(usual: number): { numRuns: number; seed: number } {
	const total = Number(MODEL_RUNS ?? USUAL_TOTAL);
	return {
		numRuns: Math.ceil((usual * total) / USUAL_TOTAL),
		seed: Number(MODEL_SEED ?? 1),
	};
}
