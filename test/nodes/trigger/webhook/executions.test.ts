import { beforeEach, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { ProcessedData } from '../../../support/node/processedData';
import { MINUTE } from '../../../support/node/polling';
import { envelopeOf, push } from '../../../support/node/pushes';
import type { TriggerNode } from '../../../support/node/runTrigger';
import { useTriggerService } from '../../../support/node/triggerService';
import { until } from '../../../support/until';
import { waitInBackground, withVirtualWaits } from '../../../support/node/virtualWaits';

const service = useTriggerService();
let data: ProcessedData;
let node: TriggerNode;

beforeEach(async () => {
	waitInBackground();
	service.reset();
	data = service.processed;
	node = await service.published({ events: ['link.created'] });
});

let items = 0;

/** What another process received. */
function received(): IDataObject & { id: string } {
	return { event: 'link.created', id: `evt_elsewhere_${++items}` };
}

const run = async (item: IDataObject) => await node.execute('webhook', [item]);

it('An event that several processes received runs once', async () => {
	const item = received();
	expect(await run(item)).toEqual([item]);
	expect(await run(item)).toEqual([]);
});

it('A warning of catch-up is a hint of its execution, and no part of the item', async () => {
	const [item, next] = [received(), received()];
	expect(await node.executeItems('trigger', [{ json: item, warning: 'Lost.' }])).toEqual([item]);
	expect(node.hints).toEqual(['Lost.']);
	expect(await run(next)).toEqual([next]);
	expect(node.hints).toHaveLength(0);
});

it.each([0, 30])('A click of %d days ago runs once', async (days) => {
	const timestamp = new Date(Date.now() - days * 24 * 60 * MINUTE).toISOString();
	const click = { ...received(), event: 'click', timestamp };
	expect([...(await run(click)), ...(await run(click))]).toEqual([click]);
});

it('An event is recorded although another worker creates the record at the same time', async () => {
	const item = received();
	data.beforeWrite = async () => {
		data.beforeWrite = async () => {};
		return await Promise.reject(new Error('UNIQUE constraint failed'));
	};
	expect(await run(item)).toEqual([item]);
	expect(data.stored).toContain(item.id);
});

it('An event that another worker ran does not run again', async () => {
	const item = received();
	data.stored.push(item.id);
	expect(await run(item)).toEqual([]);
});

it('Events that reach a worker at the same time each run once', async () => {
	const received20 = Array.from({ length: 20 }, received);
	const ran = await Promise.all([...received20, ...received20].map(run));
	expect(ran.flat()).toEqual(received20);
	expect(data.stored).toEqual(expect.arrayContaining(received20.map(({ id }) => id)));
});

it('A record that another worker overwrote is written again with the next event', async () => {
	const [first, second] = [received(), received()];
	await run(first);
	data.stored = ['evt_of_the_other_worker'];
	await run(second);
	// Executions of earlier tests can be recorded again meanwhile.
	const isOwn = (entry: string) => [first, second].some(({ id }) => entry.split(' ')[0] === id);
	expect(data.stored.filter(isOwn)).toEqual([
		first.id,
		expect.stringContaining(first.id),
		second.id,
		expect.stringContaining(second.id),
	]);
});

it('A record that another worker overwrote is written again without another event', async () => {
	const item = received();
	let writes = 0;
	data.beforeWrite = async () => {
		writes += 1;
		// Slow workers can do so several times.
		if (writes <= 2) setImmediate(() => (data.stored = ['evt_of_the_other_worker']));
		await Promise.resolve();
	};
	await withVirtualWaits(async () => {
		await run(item);
		await until(() => writes > 2 && data.stored.includes(item.id), 'the last record');
	});
	expect(data.stored[0]).toBe('evt_of_the_other_worker');
});

it('The record keeps the latest 6,000 entries', async () => {
	data.stored = Array.from({ length: 6000 }, (_, n) => `evt_old_${n}`);
	const item = received();
	await run(item);
	expect(data.stored).toHaveLength(6000);
	expect(data.stored).not.toContain('evt_old_0');
	expect(data.stored).toContain('evt_old_5999');
	expect(data.stored.at(-2)).toBe(item.id);
});

it('An event that this process received runs once, also after a restart', async () => {
	const envelope = envelopeOf('link.created', {});
	expect(await push(node, JSON.stringify(envelope))).toBe(200);
	const [item] = node.items;
	expect(await run(item)).toEqual([item]);
	node.restart();
	expect(await push(node, JSON.stringify(envelope))).toBe(200);
	expect(await run(item)).toEqual([]);
});

it.each([0, 60])('An execution that n8n starts again after %d others runs', async (others) => {
	const item = received();
	expect(await node.execute('webhook', [item], 'first')).toEqual([item]);
	for (let n = 0; n < others; n++) await run(received());
	expect(await node.execute('webhook', [item], 'first')).toEqual([item]);
	expect(await node.execute('webhook', [item], 'second')).toEqual([]);
});

it('A retried execution runs', async () => {
	const item = received();
	await run(item);
	expect(await node.execute('retry', [item])).toEqual([item]);
	expect(await node.execute('manual', [item])).toEqual([item]);
});

it('An event that n8n cannot record runs', async () => {
	data.beforeWrite = async () => await Promise.reject(new Error('the database is gone'));
	const item = received();
	expect(await run(item)).toEqual([item]);
	data.beforeWrite = async () => {};
	const next = received();
	expect(await run(next)).toEqual([next]);
	expect(data.stored).toEqual(expect.arrayContaining([item.id, next.id]));
});

it('A lead that another process received does not run again as listed, but alike ones do', async () => {
	const lead = { event: 'lead', eventName: 'Sign up', timestamp: new Date().toISOString() };
	const runAs = async (id: string, content: string, source?: 'list') =>
		await node.executeItems('trigger', [{ json: { ...lead, id }, content, source }]);
	expect(await runAs('evt_1', 'content 0')).toMatchObject([{ id: 'evt_1' }]);
	expect(await runAs('lead_1', 'content 0', 'list')).toEqual([]);
	expect(await runAs('lead_2', 'content 1', 'list')).toMatchObject([{ id: 'lead_2' }]);
	// Deliveries have their own IDs.
	expect(await runAs('evt_2', 'content 0')).toMatchObject([{ id: 'evt_2' }]);
});
