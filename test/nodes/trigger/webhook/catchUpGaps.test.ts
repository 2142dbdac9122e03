import { afterEach, describe, expect, it } from '@jest/globals';
import { deepCopy, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { idsOf, MINUTE, SECOND } from '../../../support/node/polling';
import { push, envelopeOf, signatureOf } from '../../../support/node/pushes';
import { EVENT_COLUMNS } from '../../../../sandbox/event/columns';
import type { TriggerNode } from '../../../support/node/runTrigger';
import { passTime, withVirtualWaits } from '../../../support/node/virtualWaits';
import { Api } from '../../../support/sandbox/api';
import { conversionLink, newClick } from '../../../support/sandbox/conversions';
import { moveEvents } from '../../../support/sandbox/events';
import { row } from '../../../support/sandbox/rows';
import { settled } from '../../../support/sandbox/webhooks';
import { ALL, CatchUpBench, linkIds, LOG } from './catchUpBench';

const {
	service,
	visitors,
	link,
	published,
	republish,
	caughtUp,
	newLink,
	lost,
	lostClick,
	disabled,
	failing,
	registeredByHand,
} = new CatchUpBench();

/** Runs the next three rounds, by default of half an hour. @returns the items that they emit */
async function laterOn(node: TriggerNode, interval = 10 * MINUTE): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	for (let i = 0; i < 3; i++) {
		passTime(interval);
		items.push(...(await caughtUp(node)));
	}
	return items;
}

/** Clicks that are delivered and run the workflow. */
async function deliver(node: TriggerNode, count: number): Promise<void> {
	const before = node.executions.length;
	for (let n = 0; n < count; n++) await newClick(service.sandbox, link);
	passTime(2 * MINUTE);
	await settled(service.sandbox);
	const delivered = node.executions.slice(before);
	expect(delivered).toHaveLength(count);
	for (const items of delivered) await node.executeItems('webhook', items);
}

const kindsOf = (items: IDataObject[]) => items.map(({ event }) => event);

describe('Publishing again', () => {
	it.each([
		['the service disabled the webhook', async (node: TriggerNode) => void (await disabled(node))],
		[
			'somebody deleted the webhook',
			async () => await Promise.resolve(void service.sandbox.db.run('DELETE FROM webhooks')),
		],
		['deliveries failed', async () => await Promise.resolve()],
	])('loses nothing after %s', async (_, happens) => {
		const node = await published();
		await happens(node);
		const click = await lostClick();
		await republish(node);
		expect(idsOf([...(await caughtUp(node)), ...(await laterOn(node))])).toContain(click);
		expect(await laterOn(node)).toEqual([]);
	});

	it.each([0, 5, -5])(
		'loses nothing if the old webhook could not be removed (the clock of the service is ahead by %i minutes)',
		async (minutes) => {
			service.sandbox.clock.advance(minutes * MINUTE);
			const node = await published();
			passTime(20 * MINUTE);
			expect(await caughtUp(node)).toEqual([]);
			const click = await lostClick();
			service.proxy.respond = ({ method }) =>
				method === 'DELETE' ? { status: 400, body: { error: { message: 'No.' } } } : undefined;
			await expect(node.hook('delete')).rejects.toThrow('No.');
			service.proxy.respond = () => undefined;
			await node.activate();
			expect(idsOf([...(await caughtUp(node)), ...(await laterOn(node))])).toEqual([click]);
			expect(service.webhooks()).toHaveLength(1);
			service.sandbox.clock.advance(-minutes * MINUTE);
		},
	);

	it('with other filters emits what both the old and the new ones match', async () => {
		const other = await conversionLink(service.sandbox);
		const onlyOf = (...ids: string[]) => ({ ...ALL, pushFilters: { linkIds: ids.join() } });
		const clicks = async () => {
			service.sandbox.db.run('DELETE FROM webhooks');
			const ids = [await newClick(service.sandbox, link), await newClick(service.sandbox, other)];
			passTime(MINUTE);
			return ids;
		};
		const node = await published(onlyOf(link.id, other.id));
		const [first] = await clicks();
		node.parameters = onlyOf(link.id);
		await republish(node);
		const items = await caughtUp(node);
		const [second] = await clicks();
		node.parameters = ALL;
		await republish(node);
		items.push(...(await caughtUp(node)));
		const last = await clicks();
		items.push(...(await laterOn(node)));
		expect(idsOf(items)).toEqual([first, second, ...last]);
	});

	it('starts a kind that is added with the moment of publishing', async () => {
		const node = await published({ events: ['link.clicked'] });
		const customer = await visitors.lead(await visitors.click(link));
		await visitors.sale(customer);
		await settled(service.sandbox);
		passTime(MINUTE);
		node.parameters = { events: ['link.clicked', 'sale.created'] };
		await republish(node);
		await lost(async () => void (await visitors.sale(customer)));
		const items = [...(await caughtUp(node)), ...(await laterOn(node))];
		expect(kindsOf(items)).toEqual(['sale']);
	});

	it('refuses the secret of the old webhook as soon as a round has ended', async () => {
		const node = await published({ events: ['link.created'] });
		const { secret } = node;
		await republish(node);
		const body = JSON.stringify(envelopeOf('link.created', {}));
		const headers = { 'Dub-Signature': signatureOf(body, secret) };
		await caughtUp(node);
		expect(await push(node, body, headers)).toBe(401);
	});
});

it('Nothing from before the first publishing is emitted, to the second', async () => {
	await visitors.click(link);
	passTime(1100);
	const node = await service.published(ALL);
	service.sandbox.db.run('DELETE FROM webhooks');
	expect(await laterOn(node)).toEqual([]);
});

describe('A log that shows only later deliveries', () => {
	it.each([false, true])('does not hide what failed before (restart: %p)', async (restarts) => {
		const node = await published();
		const click = await lostClick();
		await deliver(node, 100);
		passTime(MINUTE);
		if (restarts) {
			node.restart();
			await node.hook('checkExists', false, 'init');
		}
		expect(idsOf(await caughtUp(node))).toEqual([click]);
		expect(await laterOn(node)).toEqual([]);
	});

	it('is trusted if the list has more than n8n remembers', async () => {
		const node = await published();
		await lostClick();
		service.sandbox.db.run(
			`INSERT INTO events (${EVENT_COLUMNS})
			SELECT ${EVENT_COLUMNS.replace(' click_id,', " click_id || '-' || value,")}
			FROM events, json_each(?)`,
			JSON.stringify([...Array(6000).keys()]),
		);
		await deliver(node, 100);
		passTime(15 * MINUTE);
		service.proxy.requests.length = 0;
		expect(await caughtUp(node)).toEqual([]);
		// No page after those that show it.
		const lists = service.proxy.requests.filter(({ path }) => path === '/events');
		expect(lists.length).toBeLessThanOrEqual(8);
		service.sandbox.db.run('DELETE FROM webhooks');
		expect(await laterOn(node)).toEqual([]);
	});

	it('makes the period in which other kinds may be lost begin earlier', async () => {
		const node = await published();
		await lost(newLink);
		passTime(15 * MINUTE);
		await deliver(node, 100);
		await laterOn(node);
		service.sandbox.db.run('DELETE FROM webhooks');
		await caughtUp(node);
		const [, from, to] =
			/Events between (\S+ \S+) and (\S+ \S+) that were not/.exec(node.errors[0].message) ?? [];
		expect(Date.parse(to) - Date.parse(from)).toBeGreaterThan(40 * MINUTE);
	});
});

describe('In queue mode, where deliveries reach other processes and polls store nothing without items', () => {
	const anHour = async (node: TriggerNode) => await laterOn(node, 20 * MINUTE);

	const stored = (node: TriggerNode) => deepCopy(node.workflow.staticData);

	/** The IDs that a restart of the main process emits, before n8n drops what ran. @param data what n8n has stored */
	async function restarted(node: TriggerNode, data: IDataObject): Promise<unknown[]> {
		node.restart();
		node.workflow.staticData = data;
		const isRegistered = await node.hook('checkExists', false, 'init');
		if (!isRegistered) await node.hook('create', false, 'init');
		const poll = async () => await node.poll({ activation: 'init' });
		return idsOf((await withVirtualWaits(poll)).result);
	}

	const changes = () => service.sent().filter((each) => each.startsWith('PATCH'));

	it.each(['is changed', 'is disabled'])(
		'a restart does not emit what was delivered before, even if the webhook %s meanwhile',
		async (happens) => {
			const node = await published();
			node.hasProcessor = true;
			const data = stored(node);
			await deliver(node, 120);
			expect(await anHour(node)).toEqual([]);
			const column = happens === 'is changed' ? "triggers = '[]'" : 'disabled_at = 1';
			service.sandbox.db.run(`UPDATE webhooks SET ${column}`);
			const id = await newClick(service.sandbox, link);
			passTime(5 * MINUTE);
			expect(await restarted(node, data)).toEqual([id]);
			// One that was set aside goes.
			expect(await anHour(node)).toEqual([]);
			expect(await restarted(node, data)).toEqual([]);
		},
	);

	it('a restart does not emit what was delivered since the webhook was repaired', async () => {
		const node = await published();
		node.hasProcessor = true;
		service.sandbox.db.run('DELETE FROM webhooks');
		const id = await newClick(service.sandbox, link);
		passTime(20 * MINUTE);
		expect(idsOf(await caughtUp(node))).toEqual([id]);
		const data = stored(node);
		await deliver(node, 120);
		expect(await anHour(node)).toEqual([]);
		expect(await restarted(node, data)).toEqual([]);
	});

	it('a restart does not emit a lead or a sale that the log shows as delivered', async () => {
		const node = await published();
		const customer = await visitors.lead(await visitors.click(link));
		await visitors.sale(customer);
		passTime(2 * MINUTE);
		await settled(service.sandbox);
		service.sandbox.db.run("UPDATE webhooks SET triggers = '[]'");
		passTime(5 * MINUTE);
		expect(await restarted(node, stored(node))).toEqual([]);
	});

	it('a restart does not emit what was delivered before a catch-up repaired the webhook', async () => {
		const node = await published();
		node.hasProcessor = true;
		const data = stored(node);
		await deliver(node, 120);
		expect(await anHour(node)).toEqual([]);
		service.sandbox.db.run("UPDATE webhooks SET triggers = '[]'");
		expect(await anHour(node)).toEqual([]);
		expect(await restarted(node, data)).toEqual([]);
	});

	it('a few deliveries take no further request, and many take one', async () => {
		const node = await published();
		node.hasProcessor = true;
		await deliver(node, 50);
		expect(await anHour(node)).toEqual([]);
		expect(changes()).toEqual([]);
		await deliver(node, 100);
		expect(await anHour(node)).toEqual([]);
		expect(changes()).toHaveLength(1);
		expect(service.webhooks()).toHaveLength(1);
	});

	it.each([true, false])(
		'many deliveries in each round take a request only in other processes: %p',
		async (isOther) => {
			const node = await published();
			node.hasProcessor = isOther;
			for (let n = 0; n < 3; n++) {
				await deliver(node, 100);
				passTime(15 * MINUTE);
				expect(await caughtUp(node)).toEqual([]);
			}
			expect(changes().length > 0).toBe(isOther);
		},
	);

	it('many deliveries take no further request with durable cursors, which n8n stores', async () => {
		const node = await service.published(ALL);
		node.hasProcessor = true;
		for (let n = 0; n < 3; n++) {
			await deliver(node, 100);
			passTime(15 * MINUTE);
			expect(await caughtUp(node, { durable: true })).toEqual([]);
		}
		expect(changes()).toEqual([]);
	});
});

it('Undelivered events that came from the event list are not emitted again when the log can be read', async () => {
	const node = await published();
	await lost(async () => {
		const customer = await visitors.lead(await visitors.click(link));
		await visitors.sale(customer);
	});
	passTime(5 * MINUTE);
	failing(LOG, 503);
	expect(kindsOf(await caughtUp(node))).toEqual(['click', 'lead', 'sale']);
	service.proxy.respond = () => undefined;
	passTime(15 * MINUTE);
	const { result } = await withVirtualWaits(async () => await node.pollItems());
	expect(result).toBeUndefined();
});

it('A lead that came from the event list does not run again when its delivery is retried after a restart', async () => {
	const node = await published();
	await lost(async () => void (await visitors.lead(await visitors.click(link))));
	passTime(5 * MINUTE);
	failing(LOG, 503);
	expect(kindsOf(await caughtUp(node))).toEqual(['click', 'lead']);
	service.proxy.respond = () => undefined;
	node.restart();
	const { body } = row<{ body: string }>(
		service.sandbox,
		"SELECT request_body AS body FROM webhook_deliveries WHERE event = 'lead.created'",
	);
	expect(await push(node, body)).toBe(200);
	const [items] = node.executions.slice(-1);
	expect(kindsOf(items.map(({ json }) => json))).toEqual(['lead']);
	expect(await node.executeItems('webhook', items)).toEqual([]);
});

describe('A switch of the delivery', () => {
	const polling: INodeParameters = {
		delivery: 'polling',
		events: ['link.clicked', 'lead.created', 'sale.created'],
	};
	const webhook: INodeParameters = { events: ALL.events };

	it('from polling that never reached the service keeps what happened since publishing', async () => {
		service.proxy.respond = () => 'connection reset';
		const node = await service.start(polling);
		await withVirtualWaits(async () => await node.poll());
		const click = await newClick(service.sandbox, link);
		passTime(5 * MINUTE);
		service.proxy.respond = () => undefined;
		node.parameters = webhook;
		await node.activate();
		expect(idsOf([...(await caughtUp(node)), ...(await laterOn(node))])).toEqual([click]);
	});

	it('from polling keeps what happened since the last poll', async () => {
		const node = await service.start(polling);
		await withVirtualWaits(async () => await node.poll());
		const customer = await visitors.lead(await visitors.click(link));
		node.parameters = webhook;
		await node.activate();
		await visitors.sale(customer);
		await settled(service.sandbox);
		const items = [...(await caughtUp(node)), ...(await laterOn(node))];
		expect(kindsOf([...items, ...node.items]).sort()).toEqual(['click', 'lead', 'sale']);
	});

	it.each([
		[0, false],
		[0, true],
		[5, true],
		[-5, true],
	])(
		'from webhooks keeps what was not delivered (the clock of the service is ahead by %i minutes, after a restart: %s)',
		async (minutes, isRestarted) => {
			service.sandbox.clock.advance(minutes * MINUTE);
			const node = await published();
			const customer = await visitors.lead(await visitors.click(link));
			await settled(service.sandbox);
			for (const [item] of node.executions) await node.executeItems('webhook', [item]);
			await lost(async () => void (await visitors.sale(customer)));
			await node.hook('delete');
			const { staticData } = node.workflow;
			if (isRestarted) node.restart();
			node.workflow.staticData = staticData;
			node.parameters = polling;
			const { result } = await withVirtualWaits(async () => await node.pollItems());
			const items = result ? await node.executeItems('trigger', result) : [];
			expect(kindsOf(items)).toEqual(['sale']);
			service.sandbox.clock.advance(-minutes * MINUTE);
		},
	);

	it('to polling and back forgets the filters of the webhook before', async () => {
		const other = await conversionLink(service.sandbox);
		const node = await published({ ...ALL, pushFilters: { linkIds: other.id } });
		passTime(20 * MINUTE);
		expect(await caughtUp(node)).toEqual([]);
		await node.hook('delete');
		node.parameters = polling;
		await withVirtualWaits(async () => await node.poll());
		const polled = await newClick(service.sandbox, link);
		passTime(5 * MINUTE);
		const { result } = await withVirtualWaits(async () => await node.pollItems());
		const items = result ? await node.executeItems('trigger', result) : [];
		const next = await newClick(service.sandbox, link);
		passTime(MINUTE);
		node.parameters = ALL;
		await node.activate();
		items.push(...(await caughtUp(node)), ...(await laterOn(node)));
		expect(idsOf(items)).toEqual([polled, next]);
	});
});

describe('While the service has problems', () => {
	it('n8n starts, and the next round emits what was not delivered', async () => {
		const node = await published();
		const click = await lostClick();
		node.restart();
		failing(/\/events$/, 502);
		await node.hook('create', false, 'init');
		expect(await caughtUp(node, { activation: 'init' })).toEqual([]);
		service.proxy.respond = () => undefined;
		expect(idsOf([...(await caughtUp(node)), ...(await laterOn(node))])).toEqual([click]);
	});

	it('a repair that fails is not reported as done', async () => {
		const node = await published();
		service.sandbox.db.run('DELETE FROM webhooks');
		service.proxy.respond = ({ method }) =>
			method === 'POST' ? { status: 500, body: {} } : undefined;
		expect(await caughtUp(node)).toEqual([]);
		expect(node.errors.map(({ message }) => message).join()).not.toContain('registered again');
		service.proxy.respond = () => undefined;
		expect(await caughtUp(node)).toEqual([]);
		expect(node.errors.map(({ message }) => message).join()).toContain('registered again');
	});
});

it.each([403, 502])(
	'Without a record, catching up begins only when the webhook says since when (%d)',
	async (status) => {
		const node = await published();
		const click = await lostClick();
		passTime(15 * MINUTE);
		node.workflow.staticData = {};
		node.restart();
		failing(/^\/webhooks$/, status);
		await withVirtualWaits(async () => await node.hook('checkExists', false, 'init'));
		expect(await caughtUp(node, { activation: 'init' })).toEqual([]);
		service.proxy.respond = () => undefined;
		passTime(15 * MINUTE);
		expect(idsOf(await caughtUp(node))).toEqual([click]);
	},
);

it('Without a record, the webhook also says since when after n8n has got another address', async () => {
	const node = await published();
	await caughtUp(node);
	passTime(2 * MINUTE);
	const click = await lostClick();
	passTime(2 * MINUTE);
	node.workflow.staticData = {};
	node.restart();
	node.origin = node.url.replace('127.0.0.1', 'localhost').split('/webhook/')[0];
	await node.hook('checkExists', false, 'init');
	expect(idsOf(await caughtUp(node, { activation: 'init' }))).toEqual([click]);
	expect(service.webhookOf(node).url).toContain('http://localhost:');
});

it('A sale type counts for events of the list as well', async () => {
	const node = await published({ events: ['sale.created'], pushFilters: { saleType: 'new' } });
	const customers = [await visitors.lead(await visitors.click(link))];
	customers.push(await visitors.lead(await visitors.click(link)));
	service.sandbox.db.run('DELETE FROM webhooks');
	for (const customer of customers) await visitors.sale(customer);
	await visitors.sale(customers[0], { amount: 100 });
	passTime(15 * MINUTE);
	const items = [...(await caughtUp(node)), ...(await laterOn(node))];
	expect(items.map(({ sale }) => (sale as IDataObject).amount)).toEqual([4900, 4900]);
});

it.each([401, 403, 404, 422])(
	'A filter that the list refuses with %d is applied by the node',
	async (status) => {
		const other = await conversionLink(service.sandbox);
		const node = await published({ events: ['link.clicked'], pushFilters: { linkIds: link.id } });
		service.sandbox.db.run('DELETE FROM webhooks');
		const ids = [await newClick(service.sandbox, link), await newClick(service.sandbox, other)];
		passTime(15 * MINUTE);
		service.proxy.respond = ({ path, query }) =>
			path === '/events' && query.linkId ? { status, body: {} } : undefined;
		expect(idsOf(await caughtUp(node))).toEqual([ids[0]]);
		expect(node.errors).toEqual([]);
	},
);

describe('With the credential of another workspace', () => {
	const moveTo = (workspace: string) => moveEvents(service.sandbox, link.id, workspace);
	afterEach(() => {
		moveTo('business');
	});

	it('catching up starts there with what happens from then on', async () => {
		const clicks: INodeParameters = { events: ['link.clicked'] };
		const node = await published(clicks);
		await newClick(service.sandbox, link);
		passTime(2 * MINUTE);
		await settled(service.sandbox);
		expect(node.items).toHaveLength(1);
		await caughtUp(node);
		const { secret } = node;
		moveTo('advanced');
		await lostClick();
		node.credential = service.service.credential('advanced');
		passTime(15 * MINUTE);
		expect(await caughtUp(node)).toEqual([]);
		const click = await lostClick();
		expect(idsOf(await laterOn(node))).toEqual([click]);
		// The webhook of the first workspace goes on, as only its key could remove it.
		const body = JSON.stringify(envelopeOf('link.created', {}));
		const headers = { 'Dub-Signature': signatureOf(body, secret) };
		expect(await push(node, body, headers)).toBe(401);
	});
});

it('A link of the filter that is deleted does not stop catching up, and is said once', async () => {
	const api = new Api(service.sandbox, 'business');
	const other = await conversionLink(service.sandbox);
	const node = await published({
		events: ['link.clicked'],
		pushFilters: { linkIds: `${link.id}, ${other.id}` },
	});
	await api.delete(`/links/${other.id}`);
	service.sandbox.db.run('DELETE FROM webhooks');
	const click = await newClick(service.sandbox, link);
	const items: IDataObject[] = [];
	const warnings: string[] = [];
	for (let i = 0; i < 4; i++) {
		const found = await caughtUp(node);
		if (found.length > 0) warnings.push(...node.hints);
		items.push(...found);
		passTime(10 * MINUTE);
	}
	expect(idsOf(items)).toEqual([click]);
	warnings.push(...node.errors.map(({ message }) => message));
	expect(warnings.filter((text) => text.includes('no longer exists'))).toHaveLength(1);
	expect(service.webhookOf(node)).toMatchObject({ link_scope: 'workspace' });
	expect(await laterOn(node)).toEqual([]);
});

it('A folder of the filter that is deleted is no obstacle either', async () => {
	const api = new Api(service.sandbox, 'business');
	const { body: folder } = await api.post<{ id: string }>('/folders', { name: 'Spring' });
	const node = await published({ ...ALL, pushFilters: { folderIds: folder.id } });
	expect(service.webhookOf(node)).toMatchObject({ link_scope: 'folders' });
	await api.delete(`/folders/${folder.id}`);
	service.sandbox.db.run('DELETE FROM webhooks');
	expect(await caughtUp(node)).toEqual([]);
	expect(service.webhookOf(node)).toMatchObject({ link_scope: 'workspace' });
	expect(service.proxy.requests.findLast(({ method }) => method === 'POST')?.body).toEqual(
		expect.not.objectContaining({ folderIds: expect.anything() }),
	);
});

it('Deliveries that failed before the webhook was deleted are emitted', async () => {
	const node = await published();
	const click = await lostClick();
	service.sandbox.db.run('DELETE FROM webhooks');
	expect(idsOf([...(await caughtUp(node)), ...(await laterOn(node))])).toEqual([click]);
});

it('A lead for which n8n could not start the workflow is emitted, and no other one', async () => {
	const node = await published();
	const click = await visitors.click(link);
	await visitors.lead(click);
	await settled(service.sandbox);
	node.canStart = false;
	const customer = await visitors.lead(click);
	await settled(service.sandbox);
	node.canStart = true;
	expect(kindsOf(node.items)).toEqual(['click', 'lead']);
	service.sandbox.db.run('DELETE FROM webhooks');
	passTime(5 * MINUTE);
	const items = [...(await caughtUp(node)), ...(await laterOn(node))];
	expect(items).toMatchObject([{ event: 'lead', customer: { externalId: customer } }]);
});

it.each([
	['next', false],
	['next', true],
	['previous', false],
	['previous', true],
])(
	'A lead that the list dates into the %s minute is the delivered one (after a restart: %s)',
	async (minute, isRestarted) => {
		const node = await published();
		const click = await visitors.click(link);
		const { clock, db } = service.sandbox;
		// The visitor takes two seconds, so the lead comes two seconds before or after the end of the minute.
		const before = minute === 'next' ? 4 * SECOND : 0;
		passTime(MINUTE - ((clock.now() + before) % MINUTE));
		await visitors.lead(click);
		await settled(service.sandbox);
		expect(kindsOf(node.items)).toEqual(['click', 'lead']);
		for (const [item] of node.executions) await node.executeItems('webhook', [item]);
		const shift = minute === 'next' ? 4000 : -4000;
		db.run(`UPDATE events SET timestamp = timestamp + ? WHERE kind = 'lead'`, shift);
		db.run('DELETE FROM webhooks');
		if (isRestarted) {
			node.restart();
			await node.activate();
		}
		passTime(5 * MINUTE);
		expect(await laterOn(node)).toEqual([]);
	},
);

it('What happened while a webhook was disabled is emitted, also if a person enabled it again', async () => {
	const node = await registeredByHand();
	await node.activate();
	for (let i = 0; i < 2; i++) await caughtUp(node);
	await disabled(node);
	const click = await visitors.click(link);
	service.sandbox.db.run('UPDATE webhooks SET disabled_at = NULL, failures = 0');
	await newLink();
	expect(idsOf([...(await caughtUp(node)), ...(await laterOn(node))])).toContain(click);
});

it('Of a delivery log, a success of this node counts, and nothing but events of the service', async () => {
	const node = await published();
	const attemptOf = (id: string, changes: IDataObject) => {
		const timestamp = new Date(service.sandbox.clock.now()).toISOString();
		const envelope = envelopeOf('link.created', { id }, { createdAt: timestamp });
		const attempt = { event_id: envelope.id, http_status: 200, timestamp, request_body: envelope };
		return { ...attempt, ...changes };
	};
	const body = [
		attemptOf('link_delivered', { url: `${service.webhookOf(node).url}&base=other` }),
		attemptOf('link_redirected', { http_status: 302 }),
		attemptOf('link_elsewhere', { url: 'https://elsewhere.example/hook' }),
		attemptOf('link_unknown', { http_status: 500, request_body: 'No event' }),
	];
	service.proxy.respond = ({ path }) => (LOG.test(path) ? { status: 200, body } : undefined);
	expect(linkIds(await caughtUp(node)).sort()).toEqual(['link_elsewhere', 'link_redirected']);
});

it('A delivery log of any length takes no longer than one of 100 attempts', async () => {
	const node = await published();
	const attempt = {
		event_id: 'evt_x',
		http_status: 200,
		timestamp: new Date().toISOString(),
		request_body: envelopeOf('link.created', { id: 'link_x' }),
	};
	const body = Array.from({ length: 5000 }, (_, n) => ({ ...attempt, event_id: `evt_${n}` }));
	service.proxy.respond = ({ path }) => (LOG.test(path) ? { status: 200, body } : undefined);
	expect(await caughtUp(node)).toEqual([]);
	service.proxy.respond = () => undefined;
});

it('Of many webhooks that were set aside, the logs of the latest two are read', async () => {
	const node = await published();
	const { url } = service.webhookOf(node);
	const api = new Api(service.sandbox, 'business');
	for (let n = 0; n < 5; n++) {
		const replaced = `${url}&replaced=${Date.now() - n * MINUTE}`;
		await api.post('/webhooks', { name: 'Old', url: replaced, triggers: ['sale.created'] });
	}
	service.proxy.requests.length = 0;
	expect(await caughtUp(node)).toEqual([]);
	expect(service.proxy.requests.filter(({ path }) => LOG.test(path))).toHaveLength(3);
});

it.each<IDataObject>([
	{ record: 'x' },
	{ record: { kinds: [], webhook: 'x', pauses: [{}], emitted: 'x', shown: [1], rounds: 'x' } },
	{ record: { kinds: { clicks: { filter: 'x', cursor: { floor: 1, mode: 'sweep', seen: {} } } } } },
	{ record: { kinds: { clicks: { filter: 'x', cursor: { floor: 1, mode: 'x', seen: {} } } } } },
	{ provenUntil: 'x', orphans: 'x', unpublishedAt: 'x' },
	{ provenUntil: 9e15, orphans: [1, {}] },
])('Static data that somebody edited is no obstacle: %j', async (edited) => {
	const node = await published();
	node.restart();
	const [key] = Object.keys(node.workflow.staticData);
	Object.assign(node.workflow.staticData[key] as IDataObject, edited);
	await node.hook('create', false, 'init');
	await caughtUp(node, { activation: 'init' });
	const click = await newClick(service.sandbox, link);
	await settled(service.sandbox);
	service.sandbox.db.run('DELETE FROM webhooks');
	const later = await newClick(service.sandbox, link);
	const items = await laterOn(node);
	expect(idsOf(items.filter(({ id }) => id !== click))).toEqual([later]);
	await node.hook('delete');
});
