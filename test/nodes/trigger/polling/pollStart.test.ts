import { describe, expect, it } from '@jest/globals';
import { idsOf, kindsOf, MINUTE, polled } from '../../../support/node/polling';
import { workspaceId } from '../../../support/sandbox/rows';
import { passTime } from '../../../support/node/virtualWaits';
import { ALL, CLICKS, PollBench } from './pollBench';

const { service, visitors, link } = new PollBench();

it('A kind that is added starts with new events, and the others continue', async () => {
	const node = await service.start(CLICKS);
	await polled(node);
	await visitors.journey(link);
	node.parameters = ALL;
	expect(kindsOf(await polled(node))).toEqual(['click']);
	await visitors.journey(link);
	expect(kindsOf(await polled(node))).toEqual(['click', 'lead', 'sale']);
});

describe('The start date', () => {
	it('emits earlier events once, oldest first', async () => {
		const early = await visitors.click(link);
		const start = new Date(service.sandbox.clock.now() + 1000).toISOString();
		const ids = [await visitors.click(link), await visitors.click(link)];
		const node = await service.start({ ...CLICKS, options: { startDate: start } });
		const items = idsOf(await polled(node));
		expect(items).toEqual(ids);
		expect(items).not.toContain(early);
		expect(await polled(node)).toBeUndefined();
	});

	it('has no effect after polling has started', async () => {
		const node = await service.start(CLICKS);
		await polled(node);
		const id = await visitors.click(link);
		await polled(node);
		node.parameters = { ...CLICKS, options: { startDate: '2020-01-01' } };
		expect(idsOf(await polled(node))).not.toContain(id);
	});

	it('has no effect on a kind that is added', async () => {
		await visitors.journey(link);
		const options = { startDate: '2020-01-01' };
		const node = await service.start({ ...CLICKS, options });
		expect(kindsOf(await polled(node))).toEqual(['click']);
		node.parameters = { ...ALL, options };
		expect(await polled(node)).toBeUndefined();
	});

	it.each(['2020-01-01', '2022-09-22', '2100-01-01'])('can be %s', async (startDate) => {
		const id = await visitors.click(link);
		const node = await service.start({ ...CLICKS, options: { startDate } });
		expect(idsOf(await polled(node))).toEqual(startDate === '2100-01-01' ? [] : [id]);
		expect(await polled(node)).toBeUndefined();
	});
});

it('The start date applies once in the life of the node', async () => {
	await visitors.journey(link);
	const parameters = { ...ALL, options: { startDate: '2020-01-01' } };
	const node = await service.start(parameters);
	expect(await polled(node)).toHaveLength(3);
	node.parameters = { events: ['link.clicked'], catchUp: false };
	await polled(node);
	await visitors.click(link);
	node.parameters = parameters;
	expect(await polled(node)).toBeUndefined();
	node.parameters = { ...parameters, events: ['link.clicked'] };
	await polled(node);
	await visitors.journey(link);
	expect(kindsOf(await polled(node))).toEqual(['click']);
	node.parameters = parameters;
	expect(await polled(node)).toBeUndefined();
	await visitors.journey(link);
	expect(kindsOf(await polled(node))).toEqual(['click', 'lead', 'sale']);
});

it('Emits once if n8n starts a poll before it stored the durable cursor of the previous one', async () => {
	const node = await service.start(ALL);
	await polled(node, { durable: true });
	await visitors.journey(link);
	expect(await polled(node, { durable: true, isStored: false })).toHaveLength(3);
	expect(await polled(node, { durable: true })).toBeUndefined();
	// If n8n could not store it, it did not start the execution either.
	passTime(MINUTE);
	expect(await polled(node, { durable: true })).toHaveLength(3);
	expect(await polled(node, { durable: true })).toBeUndefined();
});

it('A durable cursor starts when the workflow is published', async () => {
	const node = await service.start(ALL);
	await polled(node, { durable: true, publishing: true });
	await visitors.journey(link);
	expect(kindsOf(await polled(node, { durable: true }))).toEqual(['click', 'lead', 'sale']);
});

it.each([false, true])(
	'The events from while n8n did not run are emitted when it runs again (durable: %s)',
	async (durable) => {
		const node = await service.start(CLICKS);
		await polled(node, { durable });
		const before = await visitors.click(link);
		expect(idsOf(await polled(node, { durable }))).toEqual([before]);
		node.restart();
		const meanwhile = await visitors.click(link);
		expect(idsOf(await polled(node, { durable }))).toEqual([meanwhile]);
	},
);

it('A main process that becomes the leader again continues where another one stopped', async () => {
	const node = await service.start(CLICKS);
	await polled(node);
	for (let n = 0; n < 3; n++) await polled(node, { isStored: false });
	const { process } = node;
	node.restart();
	const id = await visitors.click(link);
	expect(idsOf(await polled(node, { activation: 'leadershipChange' }))).toEqual([id]);
	node.process = process;
	expect(await polled(node, { activation: 'leadershipChange' })).toBeUndefined();
});

it('A node that is renamed continues, also if n8n stops before it emits again', async () => {
	const node = await service.start(CLICKS);
	await polled(node);
	const before = await visitors.click(link);
	service.proxy.respond = () => 'connection reset';
	node.name = 'Renamed';
	expect(await polled(node)).toBeUndefined();
	const after = await visitors.click(link);
	service.proxy.respond = () => undefined;
	node.restart();
	expect(idsOf(await polled(node))).toEqual([before, after]);
});

it('A node that gets the name of one that was deleted continues from its own position', async () => {
	const deleted = await service.start(CLICKS, { name: 'Deleted' });
	for (let n = 0; n < 3; n++) {
		await visitors.click(link);
		await polled(deleted);
	}
	const { workflow } = deleted;
	const node = await service.start(CLICKS, { name: 'Kept', workflow });
	await polled(node);
	const id = await visitors.click(link);
	expect(idsOf(await polled(node))).toEqual([id]);
	node.name = 'Deleted';
	expect(await polled(node)).toBeUndefined();
	node.restart();
	expect(await polled(node)).toBeUndefined();
});

it('A node that gets its old name back repeats nothing, also if n8n stops then', async () => {
	const node = await service.start(CLICKS);
	await polled(node);
	const { name } = node;
	node.name = 'Renamed';
	const id = await visitors.click(link);
	expect(idsOf(await polled(node))).toEqual([id]);
	node.name = name;
	expect(await polled(node)).toBeUndefined();
	node.restart();
	expect(await polled(node)).toBeUndefined();
});

it('A credential of another workspace starts with its new events', async () => {
	const other = service.service.credential('advanced');
	const mine = service.service.credential('business');
	const node = await service.start(CLICKS);
	await visitors.click(link);
	await polled(node);
	const rows = service.sandbox.db;
	const business = workspaceId(service.sandbox, 'business');
	const advanced = workspaceId(service.sandbox, 'advanced');
	// What happened in the other one.
	service.sandbox.clock.advance(MINUTE);
	await visitors.click(link);
	rows.run('UPDATE events SET workspace_id = ?', advanced);
	rows.run('UPDATE links SET workspace_id = ? WHERE id = ?', advanced, link.id);
	node.credential = other;
	expect(await polled(node)).toBeUndefined();
	rows.run('UPDATE links SET workspace_id = ? WHERE id = ?', business, link.id);
	const id = await visitors.click(link);
	rows.run('UPDATE events SET workspace_id = ?', advanced);
	rows.run('UPDATE links SET workspace_id = ? WHERE id = ?', advanced, link.id);
	expect(idsOf(await polled(node))).toEqual([id]);
	rows.run('UPDATE events SET workspace_id = ?', business);
	rows.run('UPDATE links SET workspace_id = ? WHERE id = ?', business, link.id);
	node.credential = mine;
	expect(await polled(node)).toBeUndefined();
});

it.each([
	'text',
	[],
	{ kinds: 'text' },
	{ kinds: { clicks: null } },
	{ kinds: { clicks: { filter: 'x', cursor: { floor: null } } }, workspace: 1, links: 2, next: 3 },
])('A stored state of %j, edited by hand, starts over', async (state) => {
	const node = await service.start(CLICKS);
	await visitors.click(link);
	await polled(node);
	node.staticData.polling = state as never;
	expect(await polled(node)).toBeUndefined();
	const id = await visitors.click(link);
	expect(idsOf(await polled(node))).toEqual([id]);
});

it('Loses nothing when the clock of the service was ahead and is set back', async () => {
	const DAY = 24 * 60 * MINUTE;
	const { clock } = service.sandbox;
	// Events dated in the future come again on that day, so the day must not end meanwhile.
	clock.advance(DAY - (clock.now() % DAY));
	const node = await service.start(CLICKS);
	await polled(node);
	clock.advance(DAY);
	const ahead = [await visitors.click(link), await visitors.click(link)];
	clock.advance(20 * MINUTE);
	expect(idsOf(await polled(node))).toEqual(ahead);
	clock.advance(20 * MINUTE);
	await polled(node);
	clock.advance(-DAY);
	for (let time = 0; time < 3; time++) {
		const id = await visitors.click(link);
		clock.advance(20 * MINUTE);
		expect(idsOf(await polled(node))).toEqual([id]);
	}
});
