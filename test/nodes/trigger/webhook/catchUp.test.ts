import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MAX_START_MS } from '../../../../nodes/LinkAttribution/trigger/n8nQuirks';
import type { IDataObject } from 'n8n-workflow';
import { Api } from '../../../support/sandbox/api';
import { newClick } from '../../../support/sandbox/conversions';
import { idsOf, MINUTE } from '../../../support/node/polling';
import { passTime, stopTime, withVirtualWaits } from '../../../support/node/virtualWaits';
import { row } from '../../../support/sandbox/rows';
import { fromDashboard, settled } from '../../../support/sandbox/webhooks';
import { until } from '../../../support/until';
import { ALL, linkIds, CatchUpBench } from './catchUpBench';

const {
	service,
	visitors,
	link,
	published,
	republish,
	caughtUp,
	newLink,
	lost,
	lostLink,
	disabled,
} = new CatchUpBench();

it('emits undelivered events once, oldest first, in the format of deliveries', async () => {
	const node = await published();
	const delivered = await newLink();
	await settled(service.sandbox);
	let missed: string[] = [];
	await lost(async () => {
		missed = [await newLink(), await newLink()];
		await visitors.click(link);
	});
	const items = await caughtUp(node);
	expect(linkIds(node.items)).toEqual([delivered]);
	expect(linkIds(items)).toEqual([...missed, link.id]);
	expect(items[0]).toMatchObject({ event: 'link.created', id: expect.stringMatching(/^evt_/) });
	expect(items.some((item) => 'recovered' in item || 'raw' in item)).toBe(false);
	await newLink();
	await settled(service.sandbox);
	expect(await caughtUp(node)).toEqual([]);
	expect(node.hints).toEqual([]);
});

it('emits what n8n responded to with 200 while it started', async () => {
	const node = await published();
	const id = await lostLink();
	await newLink();
	await settled(service.sandbox);
	service.sandbox.db.run(
		`UPDATE webhook_deliveries SET http_status = 200, response_body = 'n8n is starting up. Please wait'
		 WHERE http_status = 503`,
	);
	expect(linkIds(await caughtUp(node))).toEqual([id]);
	expect(await caughtUp(node)).toEqual([]);
	expect(node.hints).toEqual([]);
});

it('emits a lead of the event list before its sale of the same second', async () => {
	const node = await published({ events: ['sale.created', 'lead.created'] });
	service.sandbox.db.run('DELETE FROM webhooks');
	const api = new Api(service.sandbox, 'business');
	const clickId = await visitors.click(link);
	stopTime(true);
	const customerExternalId = 'same-second';
	await api.post('/track/lead', { clickId, customerExternalId, eventName: 'Sign up' });
	await api.post('/track/sale', { customerExternalId, amount: 100 });
	stopTime(false);
	passTime(3 * MINUTE);
	const items = await caughtUp(node);
	expect(items.map(({ event, recovered }) => [event, recovered])).toEqual([
		['lead', true],
		['sale', true],
	]);
});

it('emits what happened in the same instant in its order', async () => {
	const events = ['sale.created', 'lead.created', 'link.created'];
	const node = await published({ events });
	const api = new Api(service.sandbox, 'business');
	const missed: string[] = [];
	await lost(async () => {
		stopTime(true);
		const clickId = await newClick(service.sandbox, link);
		const customerExternalId = 'same-instant';
		missed.push(await newLink());
		await api.post('/track/lead', { clickId, customerExternalId, eventName: 'Sign up' });
		await api.post('/track/sale', { customerExternalId, amount: 100 });
		missed.push(await newLink());
		stopTime(false);
	});
	const items = await caughtUp(node);
	const isOfLink = ({ event }: IDataObject) => event === 'link.created';
	expect(linkIds(items.filter(isOfLink))).toEqual(missed);
	const others = items.filter((item) => !isOfLink(item));
	expect(others.map(({ event }) => event)).toEqual(['lead', 'sale']);
});

it('warns once if n8n starts a poll before it stored the durable cursor of the previous one', async () => {
	const node = await service.published(ALL);
	await caughtUp(node, { durable: true });
	const missed = await disabled(node);
	const { result } = await withVirtualWaits(async () => {
		const first = await node.pollItems({ durable: true, isStored: false });
		expect(await node.pollItems({ durable: true })).toBeUndefined();
		return await node.executeItems('trigger', first ?? []);
	});
	expect(linkIds(result)).toEqual(missed);
	expect(node.hints).toEqual([expect.stringContaining('The service disabled the webhook')]);
});

it('emits no event that n8n received although its response was lost', async () => {
	const node = await published();
	await newLink();
	await settled(service.sandbox);
	expect(node.items).toHaveLength(1);
	service.sandbox.db.run('UPDATE webhook_deliveries SET http_status = 503');
	expect(await node.pollItems()).toBeUndefined();
});

it('ignores a later retry of an emitted event', async () => {
	const node = await published();
	await lost(newLink);
	const [item] = await caughtUp(node);
	const webhook = service.webhookOf(node);
	await fromDashboard(service.sandbox, webhook, 'redeliver', { event_id: item.id });
	await settled(service.sandbox);
	expect(node.items).toEqual([]);
	node.restart();
	await fromDashboard(service.sandbox, webhook, 'redeliver', { event_id: item.id });
	await settled(service.sandbox);
	expect(await node.execute('webhook', node.items)).toEqual([]);
});

it('runs an event for which n8n could not start the workflow when the service retries it', async () => {
	const node = await published();
	node.canStart = false;
	const id = await newLink();
	await settled(service.sandbox);
	node.canStart = true;
	const sql = 'SELECT event_id FROM webhook_deliveries WHERE http_status = 500';
	const { event_id } = row<{ event_id: string }>(service.sandbox, sql);
	await fromDashboard(service.sandbox, service.webhookOf(node), 'redeliver', { event_id });
	await settled(service.sandbox);
	expect(linkIds(node.items)).toEqual([id]);
	expect(await caughtUp(node)).toEqual([]);
});

it.each([
	['a new link', newLink],
	['a click', async () => await newClick(service.sandbox, link)],
])('emits %s of weeks ago once, also after a restart', async (_, happens) => {
	const node = await published();
	await lost(happens);
	passTime(20 * 24 * 60 * MINUTE);
	expect(await caughtUp(node)).toHaveLength(1);
	node.restart();
	await node.hook('checkExists', false, 'init');
	expect(await caughtUp(node, { activation: 'init' })).toEqual([]);
});

it('goes on while the step listens for a test event, and after that', async () => {
	const node = await published();
	const ids: string[] = [];
	const isCaughtUp = async () => {
		await lost(async () => void ids.push(await newLink()));
		expect(linkIds(await caughtUp(node))).toEqual(ids.slice(-1));
	};
	await node.activate(true);
	await isCaughtUp();
	service.sandbox.db.run('DELETE FROM webhooks WHERE id = ?', service.webhookOf(node).id);
	await caughtUp(node);
	expect(service.webhookOf(node).disabled_at).toBeNull();
	await node.hook('delete', true);
	await isCaughtUp();
	await newLink();
	await settled(service.sandbox);
	expect(node.items).toHaveLength(1);
});

it('applies the filters of deliveries', async () => {
	const node = await published({
		...ALL,
		events: ['link.created'],
		pushFilters: { domains: 'no.example.com' },
	});
	await lost(newLink);
	expect(await caughtUp(node)).toEqual([]);
});

it.each([401, 502])(
	'loses no event if the service responds with %p while n8n starts, which gives up after some failures',
	async (status) => {
		const node = await published();
		const missed = await disabled(node);
		const click = await newClick(service.sandbox, link);
		node.restart();
		service.proxy.respond = () => ({ status, body: { error: { message: 'No.' } } });
		const isKept = await withVirtualWaits(
			async () => await node.hook('checkExists', false, 'init'),
		);
		expect(isKept.result).toBe(true);
		expect(await caughtUp(node, { activation: 'init' })).toEqual([]);
		expect(node.errors.at(-1)?.message).toContain('No.');
		service.proxy.respond = () => undefined;
		passTime(5 * MINUTE);
		const items = await caughtUp(node, { activation: 'init' });
		expect(linkIds(items)).toEqual([...missed, link.id]);
		expect(items.at(-1)).toMatchObject({ id: click, recovered: true });
		expect(service.webhookOf(node).disabled_at).toBeNull();
	},
);

describe('A service that does not respond while n8n starts, which gives up after 84 seconds', () => {
	let timeouts: { mockRestore(): void };

	beforeEach(() => {
		const real = AbortSignal.timeout.bind(AbortSignal);
		timeouts = jest
			.spyOn(AbortSignal, 'timeout')
			.mockImplementation((time) => real(time === MAX_START_MS ? time / 100 : time));
	});

	afterEach(() => timeouts.mockRestore());

	it('does not keep the hooks', async () => {
		const node = await published();
		node.restart();
		service.proxy.respond = () => 'no response';
		expect(await node.hook('checkExists', false, 'init')).toBe(true);
		service.proxy.respond = () => undefined;
		timeouts.mockRestore();
		await lost(newLink);
		expect(await caughtUp(node, { activation: 'init' })).toHaveLength(1);
	});

	it('does not keep the first catch-up, which starts the workflow itself later', async () => {
		const node = await published();
		const id = await lostLink();
		node.restart();
		await node.hook('checkExists', false, 'init');
		const held = service.proxy.holdNext(({ path }) => path === '/webhooks');
		expect(await node.poll({ activation: 'init' })).toBeUndefined();
		held.release();
		await until(() => node.emitted.length > 0, 'the items');
		const { result } = await withVirtualWaits(
			async () => await node.executeItems('trigger', node.emitted.flat()),
		);
		expect(linkIds(result)).toEqual([id]);
		expect(await caughtUp(node, { activation: 'init' })).toEqual([]);
	});
});

it('reports a wrong parameter while n8n starts', async () => {
	const node = await published();
	node.restart();
	node.parameters = { ...node.parameters, pushFilters: { linkIds: { mode: 'id' } } };
	expect(await node.hook('checkExists', false, 'init')).toBe(true);
	expect(await caughtUp(node, { activation: 'init' })).toEqual([]);
	expect(node.errors.map(({ message }) => message)).toEqual(["'Link' must be text, not an object"]);
});

it('emits each event once if two polls overlap', async () => {
	const node = await published();
	const customer = await visitors.lead(await visitors.click(link));
	await settled(service.sandbox);
	service.sandbox.db.run('DELETE FROM webhooks');
	await visitors.sale(customer);
	passTime(5 * MINUTE);
	const polls = await withVirtualWaits(
		async () => await Promise.all([node.pollItems(), node.pollItems()]),
	);
	const items = polls.result.flatMap((output) => output ?? []);
	expect(items.filter(({ json }) => json.event === 'sale')).toHaveLength(1);
});

it('emits events again that n8n stored but did not run', async () => {
	const node = await published();
	const kept = await newClick(service.sandbox, link);
	await settled(service.sandbox);
	service.sandbox.db.run('DELETE FROM webhooks');
	const click = await newClick(service.sandbox, link);
	passTime(5 * MINUTE);
	const { result } = await withVirtualWaits(async () => await node.pollItems());
	expect(idsOf((result ?? []).map(({ json }) => json))).toContain(click);
	node.restart();
	await node.hook('checkExists', false, 'init');
	expect(idsOf(await caughtUp(node, { activation: 'init' }))).toContain(click);
	expect(await caughtUp(node)).toEqual([]);
	expect(idsOf(node.items)).toEqual([kept]);
});

it('emits an event of the log again that n8n did not run, although the webhook is deleted then', async () => {
	const node = await published();
	let click = '';
	await lost(async () => {
		click = await newClick(service.sandbox, link);
	});
	passTime(15 * MINUTE);
	const { result } = await withVirtualWaits(async () => await node.pollItems());
	expect(idsOf((result ?? []).map(({ json }) => json))).toEqual([click]);
	node.restart();
	service.sandbox.db.run('DELETE FROM webhooks');
	if (!(await node.hook('checkExists', false, 'init'))) await node.hook('create', false, 'init');
	expect(idsOf(await caughtUp(node, { activation: 'init' }))).toEqual([click]);
});

it('a later poll reads a kind of events that could not be read', async () => {
	const node = await published();
	service.sandbox.db.run('DELETE FROM webhooks');
	await visitors.lead(await visitors.click(link));
	expect(await caughtUp(node)).toEqual([]);
	passTime(15 * MINUTE);
	service.proxy.respond = ({ query }) =>
		query.event === 'leads' ? { status: 500, body: {} } : undefined;
	expect((await caughtUp(node)).map(({ event }) => event)).toEqual(['click']);
	service.proxy.respond = () => undefined;
	expect((await caughtUp(node)).map(({ event }) => event)).toEqual(['lead']);
});

it('a delivered sale is not recovered when a second webhook is deleted soon after it', async () => {
	const node = await published();
	await visitors.sale(await visitors.lead(await visitors.click(link)));
	await settled(service.sandbox);
	expect(node.items).toHaveLength(3);
	const stored = JSON.stringify(node.workflow.staticData);
	for (let i = 0; i < 2; i++) {
		service.sandbox.db.run('DELETE FROM webhooks');
		for (let poll = 0; poll < 3; poll++) {
			passTime(poll === 0 ? 3 * MINUTE : 15 * MINUTE);
			expect(await caughtUp(node)).toEqual([]);
		}
		// As n8n may have stored it.
		node.workflow.staticData = JSON.parse(stored) as IDataObject;
	}
});

it('does not wait for a rate limit that webhooks do not have', async () => {
	const node = await published();
	await disabled(node);
	const { waits } = await withVirtualWaits(async () => await node.pollItems());
	expect(Math.max(0, ...waits)).toBeLessThan(1000);
});

it('emits no events from while the workflow was unpublished', async () => {
	const node = await published();
	const { id } = service.webhookOf(node);
	// The service was down when n8n tried to remove the webhook.
	service.sandbox.db.run('UPDATE webhooks SET id = ? WHERE id = ?', 'wh_kept', id);
	await node.hook('delete');
	expect(service.webhooks()).toEqual([]);
	await newLink();
	await node.activate();
	expect(await caughtUp(node)).toEqual([]);
	expect(await caughtUp(node)).toEqual([]);
});

it('emits events that were undelivered for hours after a changed workflow is published', async () => {
	const node = await published();
	const id = await lostLink();
	passTime(10 * MINUTE);
	await republish(node);
	expect(linkIds(await caughtUp(node))).toEqual([id]);
	expect(await caughtUp(node)).toEqual([]);
});

it('continues to recover events after a changed workflow is published', async () => {
	const node = await published();
	service.sandbox.db.run('DELETE FROM webhooks');
	const click = await newClick(service.sandbox, link);
	expect(await caughtUp(node)).toEqual([]);
	passTime(MINUTE);
	await republish(node);
	expect(await caughtUp(node)).toEqual([]);
	passTime(5 * MINUTE);
	expect(idsOf(await caughtUp(node))).toEqual([click]);
});
