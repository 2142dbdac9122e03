import { afterAll, expect, it } from '@jest/globals';
import { CaughtUpWorkflow } from '../support/n8n/caughtUpWorkflow';
import { everySeconds } from '../support/n8n/pollTimes';
import { print } from '../support/sandbox/journeys';
import type { QueueStack } from '../support/n8n/queueStack';

/** Milliseconds after which the events of a gap are emitted. */
const SETTLED = 240_000;

export function caughtUp(started: () => QueueStack): void {
	let workflow: CaughtUpWorkflow;

	afterAll(async () => {
		await workflow.unpublish();
		const { clock } = started().main.sandbox;
		clock.advance(Date.now() - clock.now());
	});

	it('runs every missed event once after the restart and replaces the disabled webhook', async () => {
		const { main, balancer } = started();
		const parameters = { pollTimes: everySeconds(5) };
		workflow = await CaughtUpWorkflow.start(main, 'Caught up', parameters, balancer.url);
		await workflow.journey();
		await workflow.missOne();

		await main.n8n.stop();
		main.sandbox.outage.begin();
		await workflow.disable();
		const disabled = workflow.webhook();
		for (let n = 0; n < 3; n++) await workflow.journey();
		main.sandbox.clock.advance(SETTLED);
		main.sandbox.outage.end();
		await main.startN8nAgain();
		await workflow.complete();
		await workflow.polled();
		const counted = await workflow.outcome();
		print('n8n unreachable, webhook disabled', counted);
		expect(counted).toMatchObject({ executed: counted.happened, lost: 0, twice: 0 });
		expect((await workflow.recovered()).length).toBeGreaterThanOrEqual(9);
		expect(await workflow.warnings()).toEqual([
			expect.stringMatching(/^The service disabled the webhook after/),
		]);

		// The processors learn the new secret.
		const healthy = workflow.webhook();
		expect(healthy).toMatchObject({ disabled_at: null });
		expect(healthy?.id).not.toBe(disabled?.id);
		await workflow.journey();
		expect(await workflow.complete()).toMatchObject({ lost: 0, twice: 0 });
	});
}
