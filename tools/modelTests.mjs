// Runs the model tests with more runs than `npm test`: npm run test:model -- --runs 100000 --seed 42
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
	options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string' } },
});
const seed = values.seed ?? String(randomInt(2 ** 31));
console.log(`Model tests: ${values.runs} runs, seed ${seed}`);
// With many runs, no test may hit its time limit.
const { status } = spawnSync(
	process.execPath,
	[
		'node_modules/jest/bin/jest.js',
		'--testTimeout',
		String(24 * 3_600_000),
		String.raw`\.model\.test\.ts$`,
	],
	{ stdio: 'inherit', env: { ...process.env, MODEL_RUNS: values.runs, MODEL_SEED: seed } },
);
console.log(`Seed ${seed}`);
process.exitCode = status ?? 1;
