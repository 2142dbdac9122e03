import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { modelRuns } from '../../support/node/modelRuns';
import { check } from '../../support/node/triggerModel/expected';
import { runs, type Run } from '../../support/node/triggerModel/run';
import { clock, playedRuns, World } from '../../support/node/triggerModel/world';
import hardRuns from './hardRuns.json';

beforeAll(() => {
	clock.install();
});
afterAll(() => {
	jest.restoreAllMocks();
});

it('emits each event as documented in any order of events', async () => {
	const property = fc.asyncProperty(runs, async (run) => {
		const world = new World(run);
		try {
			await world.play();
			check(world);
		} catch (error) {
			throw new Error(`${(error as Error).message} in ${JSON.stringify(run)}`, { cause: error });
		}
	});
	const begin = process.cpuUsage();
	try {
		// Runs that failed once, as a failure prints them.
		const examples = (hardRuns as Run[]).map((run): [Run] => [run]);
		await fc.assert(property, { ...modelRuns(700), examples, verbose: 0 });
	} finally {
		const { user, system } = process.cpuUsage(begin);
		const took = (user + system) / 1e6;
		const count = playedRuns();
		if (process.env.MODEL_RUNS)
			console.log(`${count} runs, ${(count / took).toFixed(0)} a second of processor time`);
	}
	expect(playedRuns()).toBeGreaterThan(0);
}, 3_600_000);
