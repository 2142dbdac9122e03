import { beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { idsOf, kindsOf, MINUTE, polled, SECOND } from '../../../support/node/polling';
import { passTime, withVirtualWaits } from '../../../support/node/virtualWaits';
import { moveEvents } from '../../../support/sandbox/events';
import { ALL, CLICKS, PollBench } from './pollBench';

const { service, visitors, link } = new PollBench();

beforeEach(() => {
	service.proxy.respond = () => undefined;
});

/** Visitors, whose steps take two seconds each for n8n too. */
async function visit<Result>(steps: number, work: () => Promise<Result>): Promise<Result> {
	passTime(steps * 2 * SECOND);
	service.sandbox.clock.advance(-steps * 2 * SECOND);
	return await work();
}

const click = async () => await visit(1, async () => await visitors.click(link));

const journey = async () => await visit(3, async () => await visitors.journey(link));

/** A click that becomes visible a minute later. */
async function lateClick(): Promise<string> {
	service.sandbox.quirks.eventDelay = MINUTE;
	const id = await click();
	service.sandbox.quirks.eventDelay = 0;
	return id;
}

const UNAVAILABLE = { status: 503, body: {} };

describe('What happened before publishing and becomes visible later is not emitted', () => {
	it.each([false, true])('after the first poll (durable: %s)', async (durable) => {
		const node = await service.start(CLICKS);
		await lateClick();
		passTime(3 * SECOND);
		await polled(node, { durable });
		const after = await lateClick();
		passTime(2 * MINUTE);
		expect(idsOf(await polled(node, { durable }))).toEqual([after]);
	});

	it.each<[string, INodeParameters]>([
		['a filter is changed', { ...CLICKS, filters: { country: 'US,DE' } }],
		['a kind is added', ALL],
	])('after %s', async (_, changed) => {
		const before = changed === ALL ? { ...CLICKS, events: ['sale.created'] } : CLICKS;
		const node = await service.start(before);
		await polled(node);
		await lateClick();
		passTime(3 * SECOND);
		node.parameters = changed;
		await polled(node);
		const after = await lateClick();
		passTime(2 * MINUTE);
		expect(idsOf(await polled(node))).toEqual([after]);
	});

	it('if a kind could not be read in the first poll; later events are emitted', async () => {
		await journey();
		passTime(3 * SECOND);
		const node = await service.start(ALL);
		service.proxy.respond = ({ query }) => (query.event === 'clicks' ? UNAVAILABLE : undefined);
		await lateClick();
		passTime(3 * SECOND);
		expect(await polled(node)).toBeUndefined();
		const ids = [await lateClick()];
		passTime(2 * MINUTE);
		expect(await polled(node)).toBeUndefined();
		service.proxy.respond = () => undefined;
		ids.push(await click());
		expect(idsOf(await polled(node))).toEqual(ids);
	});

	it.each([false, true])(
		'if the service was unreachable; later events are emitted (durable: %s)',
		async (durable) => {
			await journey();
			passTime(3 * SECOND);
			const node = await service.start(ALL);
			service.proxy.respond = () => 'connection reset';
			expect(await polled(node, { durable, publishing: true })).toBeUndefined();
			passTime(3 * SECOND);
			await journey();
			passTime(MINUTE);
			expect(await polled(node, { durable })).toBeUndefined();
			service.proxy.respond = () => undefined;
			expect(kindsOf(await polled(node, { durable }))).toEqual(['click', 'lead', 'sale']);
			expect(await polled(node, { durable })).toBeUndefined();
		},
	);

	it('if n8n has another time than the service', async () => {
		service.sandbox.clock.advance(3 * 60 * MINUTE);
		const node = await service.start(CLICKS);
		service.proxy.respond = () => 'connection reset';
		await click();
		passTime(3 * SECOND);
		await polled(node);
		service.proxy.respond = () => undefined;
		passTime(3 * SECOND);
		const id = await click();
		expect(idsOf(await polled(node))).toEqual([id]);
	});
});

it('The start date applies although the first polls fail', async () => {
	const id = await click();
	const node = await service.start({ ...CLICKS, options: { startDate: '2020-01-01' } });
	service.proxy.respond = () => UNAVAILABLE;
	for (let polls = 0; polls < 3; polls++) expect(await polled(node)).toBeUndefined();
	service.proxy.respond = () => undefined;
	expect(idsOf(await polled(node))).toEqual([id]);
	expect(await polled(node)).toBeUndefined();
});

it('The start date applies although a parameter was wrong when n8n started', async () => {
	const id = await click();
	const parameters = { ...CLICKS, options: { startDate: '2020-01-01' } };
	const node = await service.start({ ...parameters, filters: { country: 'Germany' } });
	expect(await polled(node, { activation: 'init' })).toBeUndefined();
	node.parameters = parameters;
	expect(idsOf(await polled(node))).toEqual([id]);
});

describe('A credential of another workspace', () => {
	const moveTo = (workspace: string) => moveEvents(service.sandbox, link.id, workspace);

	it.each([
		{ what: 'whose events were visible', isEmpty: false },
		{ what: 'without visible events for hours', isEmpty: true },
	])('starts when it is used, after one $what', async ({ isEmpty }) => {
		if (!isEmpty) await click();
		const node = await service.start(CLICKS);
		for (let polls = 0; polls < 3; polls++) {
			await polled(node);
			passTime(60 * MINUTE);
		}
		// In the other workspace.
		await click();
		passTime(isEmpty ? 0 : 3 * SECOND);
		await polled(node);
		service.sandbox.db.run('UPDATE events SET timestamp = timestamp - 1000');
		passTime(MINUTE);
		node.credential = service.service.credential('advanced');
		moveTo('advanced');
		expect(idsOf(await polled(node))).toEqual([]);
		moveTo('business');
		const id = await click();
		moveTo('advanced');
		expect(idsOf(await polled(node))).toEqual([id]);
		expect(await polled(node)).toBeUndefined();
		moveTo('business');
	});

	it('loses no event if nothing is visible when it is changed', async () => {
		await click();
		const node = await service.start(CLICKS);
		await polled(node);
		service.sandbox.db.run('DELETE FROM events');
		node.credential = service.service.credential('advanced');
		await polled(node);
		passTime(30 * MINUTE);
		await polled(node);
		const id = await click();
		moveTo('advanced');
		passTime(MINUTE);
		expect(idsOf(await polled(node))).toEqual([id]);
		moveTo('business');
	});
});

it('No event runs again if n8n stored an older state: a poll stores that of all triggers of its publication', async () => {
	const node = await service.start(ALL);
	const run = async () => {
		const { result } = await withVirtualWaits(
			async () => await node.executeItems('trigger', (await node.pollItems()) ?? []),
		);
		return kindsOf(result);
	};
	expect(await run()).toEqual([]);
	const older = structuredClone(node.workflow.staticData);
	await journey();
	expect(await run()).toEqual(['click', 'lead', 'sale']);
	node.restart();
	node.workflow.staticData = older;
	await click();
	expect(await run()).toEqual(['click']);
	expect(await run()).toEqual([]);
});
