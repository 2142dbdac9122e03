import { expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { idsOf, MINUTE } from '../../../support/node/polling';
import type { TriggerNode } from '../../../support/node/runTrigger';
import { passTime, withVirtualWaits } from '../../../support/node/virtualWaits';
import { fromDashboard, settled } from '../../../support/sandbox/webhooks';
import { until } from '../../../support/until';
import { ALL, CatchUpBench, linkIds } from './catchUpBench';

const SECOND = 1000;

/** Milliseconds in which a poll sees that it need not wait any longer. */
const STEP = 20;

const {
	service,
	visitors,
	link,
	published,
	republish,
	caughtUp,
	lostClick,
	lostLink,
	registeredByHand,
} = new CatchUpBench();

it('does not report a deleted webhook while the workflow is being unpublished', async () => {
	const node = await published();
	// n8n learns of the removal later.
	const removal = service.proxy.holdNext(({ method }) => method === 'DELETE');
	const unpublished = node.hook('delete');
	await until(() => service.webhooks().length === 0, 'it');
	const during = caughtUp(node);
	removal.release();
	expect(await during).toEqual([]);
	await unpublished;
	// One that n8n had already started.
	expect(await caughtUp(node)).toEqual([]);
	expect(service.webhooks()).toEqual([]);
	passTime(MINUTE);
	await visitors.click(link);
	passTime(2 * MINUTE);
	// The poll on publishing and the hooks run at the same time.
	expect(await Promise.all([node.activate(), caughtUp(node)])).toEqual([undefined, []]);
	expect(await caughtUp(node)).toEqual([]);
	passTime(5 * MINUTE);
	expect(await caughtUp(node)).toEqual([]);
});

it('repairs nothing any more if n8n could not remove the webhook', async () => {
	const node = await published();
	service.proxy.respondNext({ status: 400, body: { error: { message: 'No.' } } });
	await expect(node.hook('delete')).rejects.toThrow('No.');
	service.sandbox.db.run('DELETE FROM webhooks');
	// One that n8n had already started.
	expect(await caughtUp(node)).toEqual([]);
	expect(service.webhooks()).toEqual([]);
});

it('repairs nothing any more when the workflow is unpublished during a catch-up', async () => {
	const node = await published();
	service.sandbox.db.run('DELETE FROM webhooks');
	service.proxy.reset();
	const list = service.proxy.holdNext(({ method }) => method === 'GET');
	const round = caughtUp(node);
	await until(() => list.isHeld, 'the list of webhooks');
	const removed = node.hook('delete');
	list.release();
	await removed;
	expect(await round).toEqual([]);
	expect(service.sent()).not.toContain('POST /webhooks');
});

it('emits undelivered events after a changed workflow is published', async () => {
	const node = await published();
	const id = await lostLink();
	await republish(node);
	expect(linkIds(await caughtUp(node))).toEqual([id]);
	expect(node.hints).toEqual([]);
	expect(await caughtUp(node)).toEqual([]);
});

it('emits undelivered events from before it was unpublished, although n8n restarted meanwhile', async () => {
	const node = await published();
	const id = await lostLink();
	await node.hook('delete');
	node.restart();
	passTime(10 * MINUTE);
	await node.activate();
	expect(linkIds(await caughtUp(node))).toEqual([id]);
	expect(await caughtUp(node)).toEqual([]);
});

it('emits undelivered events of a webhook whose removal succeeded only for the service', async () => {
	const node = await published();
	const id = await lostLink();
	const refusal = { status: 400, body: {} };
	service.proxy.respond = ({ method }) => (method === 'DELETE' ? refusal : undefined);
	await expect(node.hook('delete')).rejects.toThrow();
	service.proxy.reset();
	service.sandbox.db.run('DELETE FROM webhooks');
	// n8n tries again.
	await node.hook('delete');
	await node.activate();
	expect(linkIds(await caughtUp(node))).toEqual([id]);
	expect(await caughtUp(node)).toEqual([]);
});

it('emits undelivered events from before it was unpublished twice without a catch-up', async () => {
	const node = await published();
	const first = await lostLink();
	await republish(node);
	const second = await lostLink();
	await republish(node);
	expect(linkIds(await caughtUp(node))).toEqual([first, second]);
});

it('stores only the newest undelivered events that take 64 KB', async () => {
	const node = await published();
	await lostLink();
	const id = await lostLink();
	service.sandbox.db.run(
		"UPDATE webhook_deliveries SET request_body = json_set(request_body, '$.data.comments', ?)",
		'x'.repeat(40_000),
	);
	await node.hook('delete');
	expect(JSON.stringify(node.staticData).length).toBeLessThan(65_000);
	node.restart();
	await node.activate();
	expect(linkIds(await caughtUp(node))).toEqual([id]);
});

it.each([
	{ seconds: 50, isEmitted: true },
	{ seconds: 70, isEmitted: false },
])(
	'what happens while it is unpublished is emitted if that is only to publish it: %p',
	async (given) => {
		const node = await published();
		passTime(15 * MINUTE);
		await node.hook('delete');
		const click = await visitors.click(link);
		passTime(given.seconds * 1000);
		await withVirtualWaits(async () => await node.activate());
		passTime(15 * MINUTE);
		expect(idsOf(await caughtUp(node))).toEqual(given.isEmitted ? [click] : []);
	},
);

it.each([
	['no catch-up', { minutes: 0, isRestarted: false }],
	['a restart without a catch-up', { minutes: 0, isRestarted: true }],
	['another pause', { minutes: 5, isRestarted: false }],
	['another pause and a restart', { minutes: 5, isRestarted: true }],
])(
	'what happened while it was unpublished is not emitted after %s',
	async (_, { minutes, isRestarted }) => {
		const node = await published();
		passTime(15 * MINUTE);
		expect(await caughtUp(node)).toEqual([]);
		await node.hook('delete');
		passTime(5 * MINUTE);
		await visitors.click(link);
		passTime(5 * MINUTE);
		// Another node of the workflow fails, for example, so that n8n does not publish it.
		await node.activate();
		if (isRestarted) node.restart();
		await node.hook('delete');
		passTime(2000);
		await visitors.click(link);
		passTime(minutes * MINUTE);
		if (isRestarted) node.restart();
		await node.activate();
		const emitted = [];
		for (let n = 0; n < 3; n++) {
			passTime(5 * MINUTE);
			emitted.push(...(await caughtUp(node)));
		}
		expect(emitted).toHaveLength(minutes === 0 ? 1 : 0);
	},
);

it('polling after webhooks without Catch Up starts with new events', async () => {
	const polling = { delivery: 'polling', events: ['link.clicked'] };
	const node = await service.start(polling);
	expect(await caughtUp(node)).toEqual([]);
	node.parameters = { events: ['link.clicked'], catchUp: false };
	await node.activate();
	expect(await caughtUp(node)).toEqual([]);
	await lostClick();
	await node.hook('delete');
	node.parameters = polling;
	expect(await caughtUp(node)).toEqual([]);
	const click = await visitors.click(link);
	expect(idsOf(await caughtUp(node))).toEqual([click]);
});

it('a step that listens changes nothing of manual registration', async () => {
	const node = await registeredByHand();
	const { id } = service.webhookOf(node);
	await node.activate();
	expect(await caughtUp(node)).toEqual([]);
	await node.activate(true);
	service.sandbox.db.run('DELETE FROM webhooks WHERE id = ?', id);
	expect(await caughtUp(node)).toEqual([]);
	expect(node.errors.at(-1)?.message).toContain(
		`No webhook of the workspace has the URL ${node.url}.`,
	);
});

it('emits what n8n discarded, with durable cursors', async () => {
	const durable = true;
	const node = await service.published(ALL);
	await caughtUp(node, { durable });
	const id = await lostLink();
	await republish(node);
	const discarded = await withVirtualWaits(
		async () => await node.pollItems({ durable, isStored: false }),
	);
	expect(discarded.result).toHaveLength(1);
	// Until then, n8n may be about to store it.
	expect(await caughtUp(node, { durable })).toEqual([]);
	passTime(MINUTE);
	expect(linkIds(await caughtUp(node, { durable }))).toEqual([id]);
	expect(await caughtUp(node, { durable })).toEqual([]);
});

it('goes on if n8n could not store a durable cursor', async () => {
	const durable = true;
	const node = await service.published(ALL);
	await caughtUp(node, { durable });
	passTime(15 * MINUTE);
	expect(await caughtUp(node, { durable, isStored: false })).toEqual([]);
	const id = await lostLink();
	passTime(MINUTE);
	expect(linkIds(await caughtUp(node, { durable }))).toEqual([id]);
});

it('emits undelivered events if the first poll starts before the hooks', async () => {
	const node = await published();
	const id = await lostLink();
	await node.hook('delete');
	// As n8n 2.41 does, with the poll a moment ahead.
	const poll = node.pollItems();
	await node.activate();
	const items = (await poll) ?? [];
	expect(linkIds(await node.executeItems('trigger', items))).toEqual([id]);
	expect(await caughtUp(node)).toEqual([]);
});

it.each(['activate', 'init'] as const)(
	'does not report a deleted webhook while the hooks register it (%s)',
	async (activation) => {
		const node = await published();
		await node.hook('delete');
		node.restart();
		if (activation === 'activate') expect(await caughtUp(node, { publishing: true })).toEqual([]);
		const list = service.proxy.holdNext(({ method }) => method === 'GET');
		const created = node.hook('create', false, activation);
		await until(() => list.isHeld, 'the list of webhooks');
		const during = caughtUp(node, { activation });
		expect(service.webhooks()).toEqual([]);
		list.release();
		expect(await during).toEqual([]);
		await created;
		expect(await caughtUp(node, { activation })).toEqual([]);
		expect([...node.hints, ...node.errors]).toEqual([]);
		expect(service.webhooks()).toHaveLength(1);
	},
);

it.each<[string, (node: TriggerNode) => void]>([
	['it was renamed', (node) => (node.name = 'Renamed')],
	['n8n restarted', (node) => node.restart()],
])('emits nothing from while it was unpublished, although %s', async (_, change) => {
	const node = await published();
	expect(await caughtUp(node)).toEqual([]);
	await node.hook('delete');
	passTime(MINUTE);
	await visitors.click(link);
	passTime(2 * MINUTE);
	change(node);
	await node.activate();
	expect(await caughtUp(node)).toEqual([]);
	passTime(4 * MINUTE);
	expect(await caughtUp(node)).toEqual([]);
});

it.each([false, true])(
	'emits nothing from while it was unpublished, although no catch-up ran since polling (durable: %p)',
	async (durable) => {
		const polling = { delivery: 'polling', events: ['link.clicked'] };
		const node = await service.start(polling);
		expect(await caughtUp(node, { durable })).toEqual([]);
		passTime(5 * MINUTE);
		const wanted = await visitors.click(link);
		node.parameters = { events: ['link.clicked'] };
		await node.activate();
		await node.hook('delete');
		passTime(MINUTE);
		await visitors.click(link);
		passTime(2 * MINUTE);
		await node.activate();
		passTime(15 * MINUTE);
		expect(idsOf(await caughtUp(node, { durable }))).toEqual([wanted]);
	},
);

it.each([false, true])(
	'keeps the address that n8n got after the first round if the package is updated later (durable: %p)',
	async (durable) => {
		const node = await published();
		await caughtUp(node, { durable });
		node.restart();
		node.origin = node.url.replace('127.0.0.1', 'localhost').split('/webhook/')[0];
		await node.hook('checkExists', false, 'init');
		await caughtUp(node, { durable });
		// The new package knows nothing, and n8n does not run the hooks again.
		node.restart();
		for (let poll = 0; poll < 2; poll++) {
			passTime(15 * MINUTE);
			expect(await caughtUp(node, { durable })).toEqual([]);
		}
		expect(service.webhookOf(node).url).toContain('http://localhost:');
	},
);

it.each([false, true])(
	'a copy does not emit what was undelivered to the trigger before it in the second of publishing (durable: %p)',
	async (durable) => {
		const node = await published();
		const id = await lostLink();
		expect(linkIds(await caughtUp(node, { durable }))).toEqual([id]);
		await node.hook('delete');
		node.copy();
		service.processed.reset();
		await node.activate();
		expect(await caughtUp(node, { durable })).toEqual([]);
	},
);

it.each([
	['automatic', false],
	['automatic', true],
	['manual', false],
	['manual', true],
])(
	'starts like a new one if it is a copy that took the place of a trigger with its name (registration %s, durable: %p)',
	async (registration, durable) => {
		const byHand = registration === 'manual' ? await registeredByHand() : undefined;
		await byHand?.activate();
		const node = byHand ?? (await published());
		await caughtUp(node, { durable });
		passTime(20 * MINUTE);
		expect(await caughtUp(node, { durable })).toEqual([]);
		await visitors.click(link);
		await settled(service.sandbox);
		expect(node.items).toHaveLength(1);
		passTime(5 * MINUTE);
		await node.hook('delete');
		// n8n has no record of what another node ran.
		node.copy();
		service.processed.reset();
		if (byHand) service.sandbox.db.run('UPDATE webhooks SET url = ?', node.url);
		await node.activate();
		expect(await caughtUp(node, { durable })).toEqual([]);
		passTime(5 * MINUTE);
		const wanted = await lostClick();
		passTime(15 * MINUTE);
		expect(idsOf(await caughtUp(node, { durable }))).toEqual([wanted]);
	},
);

it('emits nothing from while it was unpublished, although the service could not be asked to remove the webhook', async () => {
	const node = await published();
	expect(await caughtUp(node)).toEqual([]);
	const outage = { status: 502, body: {} };
	service.proxy.respond = ({ method }) => (method === 'DELETE' ? outage : undefined);
	await withVirtualWaits(async () => await expect(node.hook('delete')).rejects.toThrow());
	service.proxy.reset();
	passTime(MINUTE);
	await lostLink();
	passTime(2 * MINUTE);
	await node.activate();
	expect(await caughtUp(node)).toEqual([]);
	// The service retries.
	const { id } = service.webhookOf(node);
	const [{ event_id }] = service.sandbox.db.all<{ event_id: string }>(
		'SELECT event_id FROM webhook_deliveries WHERE webhook_id = ? ORDER BY rowid DESC',
		id,
	);
	await fromDashboard(service.sandbox, { id }, 'redeliver', { event_id });
	await settled(service.sandbox);
	expect(node.items).toEqual([]);
});

it('emits nothing from while it was unpublished, although neither that nor the first attempt to publish succeeded', async () => {
	const node = await published();
	const failing = (method: string) => {
		service.proxy.respond = (request) =>
			request.method === method ? { status: 400, body: { error: { message: 'No.' } } } : undefined;
	};
	failing('DELETE');
	await expect(node.hook('delete')).rejects.toThrow('No.');
	passTime(MINUTE);
	await lostClick();
	passTime(2 * MINUTE);
	failing('PATCH');
	await expect(node.activate()).rejects.toThrow('No.');
	// n8n removes what it could not register.
	await node.hook('delete');
	service.proxy.reset();
	await node.activate();
	expect(await caughtUp(node)).toEqual([]);
	passTime(15 * MINUTE);
	expect(await caughtUp(node)).toEqual([]);
});

it('emits undelivered events after the node got its old name back', async () => {
	const node = await published();
	expect(await caughtUp(node)).toEqual([]);
	const { name } = node;
	await republish(node, 'Renamed');
	passTime(2 * MINUTE);
	const id = await lostLink();
	await republish(node, name);
	expect(linkIds(await caughtUp(node))).toEqual([id]);
});

it('goes on if it is renamed, and polls, before the first round with durable cursors', async () => {
	const node = await published();
	const click = await lostClick();
	passTime(15 * MINUTE);
	node.restart();
	await withVirtualWaits(async () => await node.hook('checkExists', false, 'init'));
	await withVirtualWaits(async () => await node.hook('delete'));
	node.name = 'Renamed';
	node.parameters = { delivery: 'polling', events: ['link.clicked'] };
	expect(idsOf(await caughtUp(node, { durable: true }))).toEqual([click]);
});

it('a main process that leads again knows that another one has published the workflow', async () => {
	const node = await registeredByHand();
	await node.activate();
	expect(await caughtUp(node)).toEqual([]);
	expect(node.errors).toEqual([]);
	await node.hook('delete');
	const { process } = node;
	node.restart();
	await node.activate();
	expect(await caughtUp(node)).toEqual([]);
	passTime(2 * MINUTE);
	const id = await lostLink();
	passTime(MINUTE);
	node.process = process;
	await node.hook('checkExists', false, 'leadershipChange');
	expect(linkIds(await caughtUp(node, { activation: 'leadershipChange' }))).toEqual([id]);
});

it.each([
	['for the first time', false],
	['again, by another process', true],
])(
	'loses nothing with manual registration that is published %s, although the service cannot be reached and its clock is behind',
	async (_, isAgain) => {
		service.sandbox.clock.advance(-10 * MINUTE);
		const node = await registeredByHand();
		if (isAgain) {
			await node.activate();
			expect(await caughtUp(node)).toEqual([]);
			await node.hook('delete');
			node.restart();
			passTime(2 * MINUTE);
			await lostLink();
			passTime(MINUTE);
		}
		service.proxy.respond = () => 'connection reset';
		await node.activate();
		expect(await caughtUp(node)).toEqual([]);
		service.proxy.respond = () => undefined;
		passTime(MINUTE);
		const id = await lostLink();
		passTime(MINUTE);
		expect(linkIds(await caughtUp(node))).toEqual([id]);
		service.sandbox.clock.advance(10 * MINUTE);
	},
);

it('knows the time of a service that refuses the list of webhooks, and whose clock is behind', async () => {
	const { clock } = service.sandbox;
	clock.advance(-10 * MINUTE);
	const node = await registeredByHand();
	service.proxy.respond = ({ path }) =>
		path === '/webhooks'
			? { status: 403, headers: { date: new Date(clock.now()).toUTCString() }, body: {} }
			: undefined;
	await node.activate();
	expect(await caughtUp(node)).toEqual([]);
	passTime(MINUTE);
	const wanted = await lostClick();
	passTime(4 * MINUTE);
	expect(idsOf(await caughtUp(node))).toEqual([wanted]);
	clock.advance(10 * MINUTE);
});

it('publishing a changed workflow does not count as deleting the webhook', async () => {
	const node = await published();
	await republish(node);
	for (let i = 0; i < 3; i++) expect(await caughtUp(node)).toEqual([]);
	expect(node.errors).toEqual([]);
});

it('a planned poll that starts after unpublishing does not count as the first poll of the next publication', async () => {
	const node = await published();
	await node.hook('delete');
	const late = withVirtualWaits(async () => await node.pollAgain());
	passTime(MINUTE);
	await visitors.click(link);
	passTime(2 * MINUTE);
	expect((await late).result).toBeUndefined();
	// The first poll of the next publication, before the hooks have registered the webhook.
	expect(await caughtUp(node)).toEqual([]);
	await node.hook('create');
	passTime(4 * MINUTE);
	expect(await caughtUp(node)).toEqual([]);
	expect(node.errors).toEqual([]);
});

it.each([{ durable: false }, { durable: true }])(
	'goes on, and repairs the webhook, after an update of the package, for which n8n runs no hooks: %p',
	async (given) => {
		const node = await published();
		expect(await caughtUp(node, given)).toEqual([]);
		node.restart();
		service.sandbox.db.run('DELETE FROM webhooks');
		const click = await visitors.click(link);
		passTime(15 * MINUTE);
		const first = await caughtUp(node, given);
		passTime(15 * MINUTE);
		const second = await caughtUp(node, given);
		expect(idsOf([...first, ...second])).toEqual([click]);
		expect(service.webhooks()).toHaveLength(1);
	},
);

it.each([
	['with a catch-up after it', true],
	['without one', false],
])(
	'emits what happens while it is published again, after an update of the package over which n8n kept an old state: %s',
	async (_, isCaughtUp) => {
		const node = await published();
		passTime(15 * MINUTE);
		expect(await caughtUp(node)).toEqual([]);
		await node.hook('delete');
		passTime(5 * MINUTE);
		// As each trigger of the workflow loads it.
		const old = structuredClone(node.workflow.staticData);
		await node.activate();
		expect(await caughtUp(node)).toEqual([]);
		node.workflow.staticData = old;
		node.restart();
		passTime(5 * MINUTE);
		if (isCaughtUp) expect(await caughtUp(node)).toEqual([]);
		await node.hook('delete');
		const click = await visitors.click(link);
		await node.activate();
		passTime(15 * MINUTE);
		expect(idsOf(await caughtUp(node))).toEqual([click]);
		expect(service.webhooks()).toHaveLength(1);
	},
);

/** As n8n 2.41 does: it removes the webhook of the previous version, and after a failure what it registered. */
async function publishInOutage(node: TriggerNode): Promise<void> {
	const outage = { status: 502, body: {} };
	service.proxy.respond = () => outage;
	await withVirtualWaits(async () => {
		await expect(node.hook('delete')).rejects.toThrow();
		await expect(node.activate()).rejects.toThrow();
		await node.hook('delete');
		expect(await node.poll({ publishing: true })).toBeUndefined();
	});
	service.proxy.reset();
}

it('loses nothing if a changed workflow can be published only later', async () => {
	const node = await published();
	expect(await caughtUp(node)).toEqual([]);
	await publishInOutage(node);
	passTime(5 * MINUTE);
	const first = await lostClick();
	passTime(5 * MINUTE);
	// n8n runs it, although it shows that publishing failed.
	expect(await caughtUp(node)).toEqual([]);
	await publishInOutage(node);
	const second = await lostClick();
	passTime(5 * MINUTE);
	await node.activate();
	expect(idsOf(await caughtUp(node))).toEqual([first, second]);
	expect(await caughtUp(node)).toEqual([]);
});

it('emits nothing from while it was unpublished after it could not be published', async () => {
	const node = await published();
	expect(await caughtUp(node)).toEqual([]);
	await publishInOutage(node);
	passTime(5 * MINUTE);
	const id = await lostClick();
	passTime(MINUTE);
	await node.hook('delete');
	expect(service.webhooks()).toEqual([]);
	passTime(5 * MINUTE);
	await lostClick();
	passTime(5 * MINUTE);
	await node.activate();
	expect(idsOf(await caughtUp(node))).toEqual([id]);
});

it.each([
	['waits for a registration that n8n tries again', 502, false],
	['does not wait for one that n8n does not try again', 403, true],
])('the first poll %s', async (_, status, hasEnded) => {
	const node = await service.start(ALL);
	service.proxy.respond = ({ method }) => (method === 'POST' ? { status, body: {} } : undefined);
	await expect(node.hook('create')).rejects.toThrow();
	const poll = node.poll({ publishing: true });
	passTime(7 * SECOND);
	const first = await Promise.race([poll, delay(10 * STEP, 'waiting')]);
	expect(first !== 'waiting').toBe(hasEnded);
	service.proxy.respond = () => undefined;
	await node.activate();
	await poll;
	const hasRead = service.proxy.requests.some(({ path }) => path.endsWith('/events'));
	expect(hasRead).toBe(!hasEnded);
});
