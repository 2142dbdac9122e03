import { expect, it, jest } from '@jest/globals';
import * as n8nWorkflow from 'n8n-workflow';
import { pauses } from '../../../nodes/LinkAttribution/input/pauses';
import { withLongestTurn } from '../../support/load/turns';

const LOOPS = 12;
const STEPS = 50;

/** Milliseconds of a step. */
const STEP_MS = 1;

async function loop(): Promise<void> {
	const pause = pauses();
	for (let step = 0; step < STEPS; step++) {
		const end = performance.now() + STEP_MS;
		while (performance.now() < end);
		await pause();
	}
}

it('Loops that run at the same time share what one of them may block', async () => {
	const { longest } = await withLongestTurn(
		async () => await Promise.all(Array.from({ length: LOOPS }, loop)),
	);
	expect(longest).toBeLessThan((LOOPS * STEPS * STEP_MS) / 4);
});

it('A loop pauses once in 25 milliseconds', async () => {
	const pause = jest.fn(async () => await Promise.resolve());
	const sleep = jest.spyOn(n8nWorkflow as { readonly sleep: unknown }, 'sleep', 'get');
	sleep.mockReturnValue(pause);
	const begin = performance.now();
	await loop().finally(() => sleep.mockRestore());
	const { length } = pause.mock.calls;
	expect(length).toBeGreaterThan(0);
	expect(length).toBeLessThanOrEqual((performance.now() - begin) / 25);
});
