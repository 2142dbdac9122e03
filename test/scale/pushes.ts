import { beforeAll, expect, it } from '@jest/globals';
import { performance } from 'node:perf_hooks';
import { newPushes, PushedWorkflow, type Push } from '../support/n8n/pushedWorkflow';
import type { QueueStack } from '../support/n8n/queueStack';

const idsOf = (pushes: Push[]) => pushes.map(({ id }) => id).sort();

export function pushes(started: () => QueueStack): void {
	let stack: QueueStack;
	let one: string;
	let two: string;

	beforeAll(() => {
		stack = started();
		[one, two] = stack.balancer.targets;
	});

	const print = (text: string) => process.stdout.write(`${text}\n`);

	it('run once each under load, on both workers', async () => {
		const workflow = await PushedWorkflow.publish(stack, 'Load');
		const sent = newPushes(300);
		const begin = performance.now();
		expect(await workflow.pushAll(sent, 20)).toEqual(new Set([200]));
		const accepted = performance.now();
		await stack.idle();
		const over = performance.now();
		const perSecond = (end: number) => ((sent.length * 1000) / (end - begin)).toFixed(0);
		print(`300 pushes, 20 at a time: accepted ${perSecond(accepted)}/s, ran ${perSecond(over)}/s`);
		expect((await workflow.ran()).sort()).toEqual(idsOf(sent));
		expect([...stack.balancer.taken.keys()].sort()).toEqual([one, two].sort());
		expect(await stack.startedByWorkers()).toEqual([expect.any(Number), expect.any(Number)]);
		expect(Math.min(...(await stack.startedByWorkers()))).toBeGreaterThan(0);
	});

	it('run only once if redelivered to the other processor', async () => {
		const workflow = await PushedWorkflow.publish(stack, 'Again');
		const sent = newPushes(40);
		await Promise.all(sent.map(async (push, n) => await workflow.push(push, n % 2 ? one : two)));
		await stack.idle();
		for (const push of sent) await workflow.push(push, one);
		for (const push of sent) await workflow.push(push, two);
		await stack.idle();
		expect((await workflow.ran()).sort()).toEqual(idsOf(sent));
	});

	it('run at least once if delivered to both processors simultaneously, and prints how many ran twice', async () => {
		const workflow = await PushedWorkflow.publish(stack, 'Twins');
		const sent = newPushes(50);
		for (const push of sent) {
			await Promise.all([workflow.push(push, one), workflow.push(push, two)]);
		}
		await stack.idle();
		const ran = await workflow.ran();
		print(`50 pushes to both processors in the same moment: ${ran.length - 50} ran twice`);
		expect([...new Set(ran)].sort()).toEqual(idsOf(sent));
	});

	it('run only once if the load balancer routes by path', async () => {
		const workflow = await PushedWorkflow.publish(stack, 'By path');
		stack.balancer.route = () => two;
		const sent = newPushes(20);
		await Promise.all([...sent, ...sent].map(async (push) => await workflow.push(push)));
		stack.balancer.route = () => undefined;
		await stack.idle();
		expect((await workflow.ran()).sort()).toEqual(idsOf(sent));
	});
}
