import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { DatabaseSync } from 'node:sqlite';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CaughtUpWorkflow } from '../../support/n8n/caughtUpWorkflow';
import { OFTEN } from '../../support/n8n/pollTimes';
import type { N8nStack } from '../../support/n8n/n8nStack';
import { Api } from '../../support/sandbox/api';
import { print } from '../../support/sandbox/journeys';
import { until } from '../../support/until';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** After which the events of a gap are emitted. */
export const SETTLED = 4 * MINUTE;

/** The default is every 15 minutes. */
const FREQUENT_POLLS = { pollTimes: OFTEN };

const log = (text: string) => process.stdout.write(`${text}\n`);

/**
 * What holds for webhook delivery whichever scheduler n8n has.
 *
 * @param mode the scheduler, for what is printed
 * @param started an n8n that the tests may stop and kill
 * @param silence milliseconds in which the service does not respond when n8n starts
 */
export function catchesUp(mode: string, started: () => N8nStack, silence = 0): void {
	let stack: N8nStack;
	let workflow: CaughtUpWorkflow;
	let ahead = 0;

	beforeAll(() => {
		stack = started();
	});

	afterEach(async () => {
		stack.proxy.reset();
		stack.sandbox.outage.end();
		stack.sandbox.quirks.deliveryLog = true;
		await stack.ensureN8n();
		await workflow.unpublish();
		// What happened in the time to come would be in the way of the next test.
		passTime(-ahead);
		stack.sandbox.db.run('DELETE FROM events WHERE timestamp > ?', stack.sandbox.clock.now());
	});

	/** The service's time passes; n8n learns of it from responses. */
	function passTime(milliseconds: number): void {
		stack.sandbox.clock.advance(milliseconds);
		ahead += milliseconds;
	}

	/** Kills n8n in the middle of a request to the service. */
	async function killedAt(isIt: (path: string, query: Record<string, string>) => boolean) {
		await new Promise<void>((resolve) => {
			stack.proxy.onRequest = ({ path, query }) => {
				if (!isIt(path, query)) return;
				stack.proxy.onRequest = () => {};
				void stack.n8n.kill().then(resolve);
			};
		});
	}

	/** Kills n8n as soon as it has stored the execution that a poll starts. */
	async function killedAfterPoll(): Promise<void> {
		const file = join(dirname(stack.n8n.logFile), '.n8n', 'database.sqlite');
		const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
		const count = db.prepare("SELECT count(*) AS n FROM execution_entity WHERE mode = 'trigger'");
		const before = count.get()?.n;
		await until(() => count.get()?.n !== before, 'an execution');
		await stack.n8n.kill();
		db.close();
	}

	it('runs nothing twice after a copy took the place of the trigger', async () => {
		workflow = await CaughtUpWorkflow.start(stack, `Copied ${mode}`, FREQUENT_POLLS);
		await workflow.journey();
		await workflow.missOne();
		// The service states its time in whole seconds.
		await sleep(SECOND);
		await workflow.publishCopy();
		await workflow.polled();
		passTime(SETTLED);
		await workflow.journey();
		await workflow.polled();
		passTime(SETTLED);
		await workflow.polled();
		const counted = await workflow.complete();
		print(`a copy in the place of the trigger (${mode})`, counted);
		expect(counted).toMatchObject({ executed: counted.happened, lost: 0, twice: 0 });
	});

	it('emits once what happened while n8n was stopped, and registers the webhook again', async () => {
		workflow = await CaughtUpWorkflow.start(stack, `Stopped ${mode}`, FREQUENT_POLLS);
		await workflow.journey();
		// An execution that still runs would overwrite what the poll stores.
		await workflow.complete();
		await workflow.missOne();

		await stack.n8n.stop();
		await workflow.disable();
		const disabled = workflow.webhook();
		for (let n = 0; n < 3; n++) await workflow.journey();
		// Nobody can learn of these.
		await workflow.excluding(async () => await workflow.newLink());
		passTime(SETTLED);
		if (silence > 0) stack.proxy.respond = () => 'no response';
		await stack.startN8nAgain();
		await sleep(silence);
		stack.proxy.respond = () => undefined;
		const counted = await workflow.complete();
		print(`n8n stopped, webhook disabled (${mode})`, counted);
		expect(counted).toMatchObject({ executed: counted.happened, lost: 0, twice: 0 });
		const recovered = await workflow.recovered();
		log(`${recovered.length} of them from the list of events`);
		expect(recovered.length).toBeGreaterThanOrEqual(9);

		const warnings = await workflow.warnings();
		expect(warnings).toEqual([
			expect.stringMatching(/^The service disabled the webhook after .*recovered: Link Created\.$/),
		]);
		const healthy = workflow.webhook();
		expect(healthy).toMatchObject({ disabled_at: null });
		expect(healthy?.id).not.toBe(disabled?.id);
		await workflow.newLink();
		await workflow.complete();

		// Once nothing more of that time can become visible, the webhook that was replaced is removed.
		passTime(13 * MINUTE);
		await until(() => workflow.webhooks().length === 1, 'the end of the replaced webhook');
		await workflow.polled();
		expect(await workflow.outcome()).toMatchObject({ lost: 0, twice: 0 });
		expect(workflow.webhooks()).toMatchObject([{ id: healthy?.id, disabled_at: null }]);
		expect(await workflow.warnings()).toEqual(warnings);
	});

	it('loses nothing when n8n is killed while it catches up, and after that', async () => {
		workflow = await CaughtUpWorkflow.start(stack, `Killed ${mode}`, FREQUENT_POLLS);
		await workflow.missOne();
		stack.sandbox.outage.begin();
		let killed = killedAt((path, { event }) => path === '/events' && event === 'sales');
		await workflow.disable();
		for (let n = 0; n < 2; n++) await workflow.journey();
		await killed;
		stack.sandbox.outage.end();
		await stack.startN8nAgain();
		const isHealthy = () => workflow.webhook()?.disabled_at === null;
		await until(isHealthy, 'a webhook');
		await workflow.polled();
		killed = killedAfterPoll();
		passTime(SETTLED);
		await killed;
		const crashed = await stack.startN8nAgain().then(async () => await workflow.complete());
		await workflow.polled();
		print(`n8n killed twice while it caught up (${mode})`, crashed);
		expect(await workflow.outcome()).toMatchObject({ lost: 0, twice: 0 });
	});

	it('emits undelivered events when a changed workflow is published', async () => {
		workflow = await CaughtUpWorkflow.start(stack, `Changed ${mode}`);
		await workflow.journey();
		await workflow.complete();
		stack.sandbox.outage.begin();
		await workflow.newLink();
		await workflow.journey();
		await until(() => (workflow.webhook()?.failures ?? 0) >= 4, 'the failed pushes');
		stack.sandbox.outage.end();
		await workflow.publishChanged();
		const counted = await workflow.complete();
		print(`Republished (${mode})`, counted);
		expect(counted).toEqual({ happened: 7, executed: 7, lost: 0, twice: 0 });
		expect(await workflow.warnings()).toEqual([]);
	});

	it('loses nothing if a changed workflow can be published only later', async () => {
		workflow = await CaughtUpWorkflow.start(stack, `Refused ${mode}`, FREQUENT_POLLS);
		await workflow.missOne();
		stack.proxy.respond = () => 'no response';
		// It fails, but n8n does not say so if it gives up the hooks before.
		await workflow.publishChanged().catch(() => undefined);
		await workflow.journey();
		passTime(5 * MINUTE);
		stack.proxy.respond = () => undefined;
		await workflow.publish();
		await workflow.journey();
		passTime(SETTLED);
		const counted = await workflow.complete();
		print(`Published again later (${mode})`, counted);
		expect(counted).toEqual({ happened: 7, executed: 7, lost: 0, twice: 0 });
	});

	it('emits nothing of a time in which the workflow was unpublished', async () => {
		workflow = await CaughtUpWorkflow.start(stack, `Unpublished ${mode}`, FREQUENT_POLLS);
		await workflow.missOne();
		await workflow.unpublish();
		// Within a minute it would count as publishing again.
		passTime(MINUTE);
		await workflow.excluding(async () => {
			await workflow.newLink();
			await workflow.journey();
		});
		passTime(MINUTE);
		await workflow.publish();
		await workflow.journey();
		await workflow.complete();
		passTime(SETTLED);
		await workflow.polled();
		const counted = await workflow.outcome();
		print(`Unpublished for a while (${mode})`, counted);
		expect(counted).toEqual({ happened: 4, executed: 4, lost: 0, twice: 0 });
		expect(await workflow.warnings()).toEqual([]);
	});

	it('repairs a webhook that was deleted or changed in the dashboard', async () => {
		workflow = await CaughtUpWorkflow.start(stack, `Mended ${mode}`, FREQUENT_POLLS);
		await workflow.missOne();
		const api = new Api(stack.sandbox, 'business');
		await api.delete(`/webhooks/${workflow.webhook()?.id}`);
		await workflow.journey();
		await until(() => workflow.webhook() !== undefined, 'the webhook');
		passTime(SETTLED);
		await workflow.complete();
		const changes = JSON.stringify({ triggers: ['link.deleted'] });
		const { status } = await api.send('PATCH', `/webhooks/${workflow.webhook()?.id}`, changes);
		expect(status).toBe(200);
		await workflow.journey();
		const isMended = () => workflow.webhook()?.triggers.includes('link.clicked') === true;
		await until(isMended, 'the events of the webhook');
		passTime(SETTLED);
		await workflow.complete();
		await workflow.newLink();
		const counted = await workflow.complete();
		print(`Deleted and changed in the dashboard (${mode})`, counted);
		expect(counted).toEqual({ happened: 8, executed: 8, lost: 0, twice: 0 });
		expect(await workflow.warnings()).toEqual([
			expect.stringMatching(/were changed in the service/),
			expect.stringMatching(/was deleted in the service/),
		]);
	});

	it('warns once that the service has no delivery log, and reads the list of events', async () => {
		stack.sandbox.quirks.deliveryLog = false;
		workflow = await CaughtUpWorkflow.start(stack, `Without log ${mode}`, FREQUENT_POLLS);
		await workflow.journey();
		await workflow.polled();
		stack.sandbox.outage.begin();
		// A webhook that the service disabled gets no retry.
		await workflow.excluding(async () => await workflow.newLink());
		while (!workflow.webhooks().some(({ disabled_at }) => disabled_at !== null)) {
			await workflow.journey();
		}
		stack.sandbox.outage.end();
		await until(() => workflow.webhook()?.disabled_at === null, 'a webhook');
		passTime(SETTLED);
		await workflow.complete();
		await workflow.polled();
		const counted = await workflow.outcome();
		print(`Without a delivery log (${mode})`, counted);
		expect(counted).toMatchObject({ executed: counted.happened, lost: 0, twice: 0 });
		const warnings = await workflow.warnings();
		const received = warnings.flatMap(
			(warning) => warning.match(/log of the webhook cannot/g) ?? [],
		);
		expect(received).toHaveLength(1);
	});
}
