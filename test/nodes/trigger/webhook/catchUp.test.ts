import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Api } from '../../../support/sandbox/api';
import {
	conversionLink,
	newClick,
	type ConversionLink,
} from '../../../support/sandbox/conversions';
import { idsOf, MINUTE, Visitors } from '../../../support/node/polling';
import { ProcessedData } from '../../../support/node/processedData';
import type { PollOptions, TriggerNode } from '../../../support/node/runTrigger';
import { startTriggerService, type TriggerService } from '../../../support/node/triggerService';
import { passTime, withVirtualWaits } from '../../../support/node/virtualWaits';
import { fromDashboard, register, settled } from '../../../support/sandbox/webhooks';
import { until } from '../../../support/until';

const ALL: INodeParameters = {
	events: ['link.clicked', 'lead.created', 'sale.created', 'link.created'],
};

let service: TriggerService;
let api: Api;
let visitors: Visitors;
let link: ConversionLink;

beforeAll(async () => {
	await ProcessedData.install();
	// Every delivery fails or succeeds for good in an instant.
	service = await startTriggerService({ webhooks: { retryFactor: 0, maxRetries: 2 } });
	api = new Api(service.sandbox, 'business');
	visitors = new Visitors(service.service);
	link = await conversionLink(service.sandbox);
});
beforeEach(() => {
	service.reset();
	service.service.withoutLimits();
	service.sandbox.outage.end();
	service.sandbox.db.run('DELETE FROM events');
});
afterAll(() => service.close());

/** Publishes a node, as n8n does: the hooks and the first poll. */
async function published(parameters = ALL, version = 2.1): Promise<TriggerNode> {
	const node = await service.published(parameters, { version });
	await caughtUp(node);
	// Nothing was lost yet.
	expect(await caughtUp(node)).toEqual([]);
	return node;
}

/** One poll, and what the execution that it starts outputs. */
async function caughtUp(node: TriggerNode, options: PollOptions = {}): Promise<IDataObject[]> {
	const { result } = await withVirtualWaits(async () => await node.pollItems(options));
	return result ? await node.executeItems('trigger', result) : [];
}

async function newLink(): Promise<string> {
	const { body } = await api.post<{ id: string }>('/links', { url: 'https://example.com' });
	return body.id;
}

const linkIds = (items: IDataObject[]) => items.map((item) => (item.link as IDataObject).id);

async function lost(work: () => Promise<unknown>): Promise<void> {
	service.sandbox.outage.begin();
	await work();
	await settled(service.sandbox);
	service.sandbox.outage.end();
}

/** As many failures in a row as the service disables a webhook after. */
async function disabled(node: TriggerNode): Promise<string[]> {
	const ids: string[] = [];
	await lost(async () => {
		while (service.webhookOf(node).disabled_at === null) {
			ids.push(await newLink());
			await settled(service.sandbox);
		}
	});
	return ids;
}

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
	expect(items.some((item) => 'recovered' in item)).toBe(false);
	expect(await caughtUp(node)).toEqual([]);
});

it('warns once if n8n starts a poll before it stored the durable cursor of the previous one', async () => {
	const node = await service.published(ALL, { version: 2.1 });
	await caughtUp(node, { durable: true });
	const missed = await disabled(node);
	const first = await node.pollItems({ durable: true, isStored: false });
	expect(await node.pollItems({ durable: true })).toBeUndefined();
	expect(linkIds(await node.executeItems('trigger', first ?? []))).toEqual(missed);
	expect(node.hints).toEqual([expect.stringContaining('The service disabled the webhook')]);
});

it('does not report a deleted webhook while the workflow is being unpublished', async () => {
	const node = await published();
	const { faults, db } = service.sandbox;
	// n8n learns of the removal later.
	faults.set([{ kind: 'slow', method: 'DELETE', stall: 1500, after: 'carriedOut' }]);
	const unpublished = node.hook('delete');
	await until(() => db.get('SELECT 1 FROM webhooks WHERE url = ?', node.url) === undefined, 'it');
	expect(await caughtUp(node)).toEqual([]);
	await unpublished;
	faults.set([]);
	// One that n8n had already started.
	expect(await caughtUp(node)).toEqual([]);
	expect(db.all('SELECT 1 FROM webhooks WHERE url = ?', node.url)).toEqual([]);
	await visitors.click(link);
	// The poll on publishing and the hooks run at the same time.
	expect(await Promise.all([node.activate(), caughtUp(node)])).toEqual([undefined, []]);
	expect(await caughtUp(node)).toEqual([]);
	passTime(5 * MINUTE);
	expect(await caughtUp(node)).toEqual([]);
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

it('emits no event again after a restart, also if its execution had started', async () => {
	const node = await published();
	await lost(newLink);
	expect(await caughtUp(node)).toHaveLength(1);
	node.restart();
	await node.hook('checkExists', false, 'init');
	expect(await caughtUp(node, { activation: 'init' })).toEqual([]);
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

it('is off in workflows that were saved with version 1.0', async () => {
	const node = await published(ALL, 2);
	await lost(newLink);
	expect(await caughtUp(node)).toEqual([]);
	expect(service.sent().filter((request) => request.endsWith('/events'))).toEqual([]);
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

it('loses no event if the service is down while n8n starts', async () => {
	const node = await published();
	const missed = await disabled(node);
	const click = await newClick(service.sandbox, link);
	node.restart();
	service.proxy.respondNext({ status: 400, body: { error: { message: 'No.' } } });
	await expect(node.hook('checkExists', false, 'init')).rejects.toThrow('No.');
	// As n8n does after each failure.
	await node.hook('delete', false, 'init');
	expect(await node.hook('checkExists', false, 'init')).toBe(false);
	await node.hook('create', false, 'init');
	passTime(5 * MINUTE);
	const items = await caughtUp(node, { activation: 'init' });
	expect(linkIds(items)).toEqual([...missed, link.id]);
	expect(items.at(-1)).toMatchObject({ id: click, recovered: true });
});

it('emits undelivered events after a changed workflow is published', async () => {
	const node = await published();
	let id = '';
	await lost(async () => {
		id = await newLink();
	});
	await node.hook('delete');
	await node.activate();
	expect(linkIds(await caughtUp(node))).toEqual([id]);
	expect(await caughtUp(node)).toEqual([]);
});

it('emits undelivered events if the first poll starts before the hooks', async () => {
	const node = await published();
	let id = '';
	await lost(async () => {
		id = await newLink();
	});
	await node.hook('delete');
	// As n8n 2.41 does, with the poll a moment ahead.
	const poll = node.pollItems();
	await node.activate();
	const items = (await poll) ?? [];
	expect(linkIds(await node.executeItems('trigger', items))).toEqual([id]);
	expect(await caughtUp(node)).toEqual([]);
});

it('emits events that were undelivered for hours after a changed workflow is published', async () => {
	const node = await published();
	let id = '';
	await lost(async () => {
		id = await newLink();
	});
	passTime(10 * MINUTE);
	await node.hook('delete');
	await node.activate();
	expect(linkIds(await caughtUp(node))).toEqual([id]);
	expect(await caughtUp(node)).toEqual([]);
});

it('continues to recover events after a changed workflow is published', async () => {
	const node = await published();
	service.sandbox.db.run('DELETE FROM webhooks');
	const click = await newClick(service.sandbox, link);
	expect(await caughtUp(node)).toEqual([]);
	passTime(MINUTE);
	await node.hook('delete');
	await node.activate();
	expect(await caughtUp(node)).toEqual([]);
	passTime(5 * MINUTE);
	expect(idsOf(await caughtUp(node))).toEqual([click]);
});

describe('A webhook that the service disabled', () => {
	it('is replaced after its log was read, with a warning', async () => {
		const node = await published();
		const before = service.webhookOf(node).id;
		const missed = await disabled(node);
		const items = await caughtUp(node);
		expect(linkIds(items).slice(0, missed.length)).toEqual(missed);
		expect(node.hints).toEqual([expect.stringContaining('The service disabled the webhook')]);
		expect(service.webhookOf(node)).toMatchObject({ disabled_at: null });
		expect(service.webhookOf(node).id).not.toBe(before);
		const id = await newLink();
		await settled(service.sandbox);
		expect(linkIds(node.items)).toEqual([id]);
	});

	it('loses no click, lead, or sale until it is replaced', async () => {
		const node = await published();
		await disabled(node);
		const first = await visitors.click(link);
		const customer = await visitors.lead(first);
		// The same customer buys the same again.
		for (let i = 0; i < 3; i++) await visitors.sale(customer);
		passTime(5 * MINUTE);
		const items = [...(await caughtUp(node))];
		passTime(15 * MINUTE);
		items.push(...(await caughtUp(node)));
		const recovered = items.filter((item) => item.recovered);
		expect(recovered.map(({ event }) => event).sort()).toEqual([
			'click',
			'lead',
			'sale',
			'sale',
			'sale',
		]);
		expect(new Set(idsOf(recovered)).size).toBe(5);
		passTime(15 * MINUTE);
		expect(await caughtUp(node)).toEqual([]);
		expect(service.webhooks()).toHaveLength(1);
	});

	it('is replaced by the hooks when n8n starts, and caught up by the next poll', async () => {
		const node = await published();
		const missed = await disabled(node);
		node.restart();
		expect(await node.hook('checkExists', false, 'init')).toBe(false);
		await node.hook('create', false, 'init');
		expect(linkIds(await caughtUp(node, { activation: 'init' }))).toEqual(missed);
	});

	it('is not reported as deleted if the hooks run while a poll replaces it', async () => {
		const node = await published();
		const missed = await disabled(node);
		const { faults, db } = service.sandbox;
		// n8n learns that it was set aside only after the hooks ran.
		faults.set([{ kind: 'slow', method: 'PATCH', stall: 1500, after: 'carriedOut' }]);
		const polled = caughtUp(node, { activation: 'init' });
		const isSetAside = () => db.get("SELECT 1 FROM webhooks WHERE url LIKE '%replaced=%'");
		await until(() => isSetAside() !== undefined, 'the replacement');
		expect(await node.hook('checkExists', false, 'init')).toBe(false);
		await node.hook('create', false, 'init');
		expect(linkIds(await polled)).toEqual(missed);
		faults.set([]);
		expect(await caughtUp(node)).toEqual([]);
		expect([...node.hints, ...node.errors].join()).not.toContain('deleted');
	});

	it('is not reported as deleted if a poll has replaced it before the hooks learn of it', async () => {
		const node = await published();
		const missed = await disabled(node);
		const { faults, db } = service.sandbox;
		const slow = { kind: 'slow', after: 'carriedOut' } as const;
		faults.set([{ ...slow, method: 'PATCH', stall: 300 }]);
		const polled = caughtUp(node, { activation: 'init' });
		const isSetAside = () => db.get("SELECT 1 FROM webhooks WHERE url LIKE '%replaced=%'");
		await until(() => isSetAside() !== undefined, 'the replacement');
		faults.set([{ ...slow, method: 'GET', path: '/webhooks', stall: 800 }]);
		if (!(await node.hook('checkExists', false, 'init'))) await node.hook('create', false, 'init');
		expect(linkIds(await polled)).toEqual(missed);
		faults.set([]);
		expect(await caughtUp(node)).toEqual([]);
		expect([...node.hints, ...node.errors].join()).not.toContain('deleted');
	});

	it('loses no event if n8n stops before the execution starts', async () => {
		const node = await published();
		const missed = await disabled(node);
		const stored = JSON.parse(JSON.stringify(node.workflow.staticData)) as IDataObject;
		await withVirtualWaits(async () => await node.pollItems());
		node.workflow.staticData = stored;
		node.restart();
		await node.activate();
		expect(linkIds(await caughtUp(node, { activation: 'init' }))).toEqual(missed);
	});
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

it.each([
	['deleted', 'DELETE FROM webhooks'],
	['given other events', `UPDATE webhooks SET triggers = '["link.deleted"]', link_scope = NULL`],
	['pointed elsewhere', `UPDATE webhooks SET url = 'https://example.com/elsewhere'`],
])('A webhook that was %s is restored, with a warning', async (_, sql) => {
	const node = await published();
	service.sandbox.db.run(sql);
	const click = await newClick(service.sandbox, link);
	passTime(5 * MINUTE);
	const items = await caughtUp(node);
	expect(idsOf(items)).toEqual([click]);
	expect(node.hints).toHaveLength(1);
	expect(JSON.parse(service.webhookOf(node).triggers)).toEqual(ALL.events);
	const id = await newLink();
	await settled(service.sandbox);
	expect(linkIds(node.items)).toEqual([id]);
});

it.each(['links', 'folders'])('A webhook with changed %s is restored', async (scope) => {
	const { db } = service.sandbox;
	const [folder, other] = (await api.get<{ id: string }[]>('/folders')).body;
	const [requested, wrong] = scope === 'links' ? [link.id, await newLink()] : [folder.id, other.id];
	const name = scope === 'links' ? 'link' : 'folder';
	const node = await published({
		events: ['link.clicked'],
		pushFilters: { [`${name}Ids`]: requested },
	});
	db.run(`UPDATE webhook_${scope} SET ${name}_id = ?`, wrong);
	expect(await caughtUp(node)).toEqual([]);
	expect(db.all(`SELECT ${name}_id AS id FROM webhook_${scope}`)).toEqual([{ id: requested }]);
	expect(node.errors.map(({ message }) => message)).toEqual([
		expect.stringContaining('events, or links were changed'),
	]);
	expect(await caughtUp(node)).toEqual([]);
	expect(node.errors).toHaveLength(1);
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

describe('While n8n was not running', () => {
	it.each([
		['deleted', 'DELETE FROM webhooks'],
		['pointed elsewhere', `UPDATE webhooks SET url = 'https://example.com/elsewhere'`],
	])('a webhook that was %s is detected when n8n starts', async (_, sql) => {
		const node = await published();
		node.restart();
		service.sandbox.db.run(sql);
		const click = await newClick(service.sandbox, link);
		if (!(await node.hook('checkExists', false, 'init'))) await node.hook('create', false, 'init');
		passTime(5 * MINUTE);
		expect(idsOf(await caughtUp(node, { activation: 'init' }))).toEqual([click]);
		expect(node.hints).toEqual([expect.stringContaining('while n8n was not running')]);
	});

	it('a replaced webhook is detected by its ID', async () => {
		const node = await published();
		node.restart();
		let click = '';
		await lost(async () => {
			click = await newClick(service.sandbox, link);
		});
		service.sandbox.db.run('DELETE FROM webhook_deliveries');
		service.sandbox.db.run("UPDATE webhooks SET id = 'wh_another'");
		expect(await node.hook('checkExists', false, 'init')).toBe(true);
		passTime(5 * MINUTE);
		expect(idsOf(await caughtUp(node, { activation: 'init' }))).toEqual([click]);
		expect(node.hints).toHaveLength(1);
	});

	it('two webhooks that the service disabled in succession lose no event', async () => {
		const node = await published();
		await disabled(node);
		const clicks = [await visitors.click(link)];
		node.restart();
		await node.hook('checkExists', false, 'init');
		await node.hook('create', false, 'init');
		passTime(15 * MINUTE);
		await disabled(node);
		clicks.push(await visitors.click(link));
		node.restart();
		await node.hook('checkExists', false, 'init');
		await node.hook('create', false, 'init');
		passTime(15 * MINUTE);
		const items = await caughtUp(node, { activation: 'init' });
		expect(idsOf(items.filter(({ recovered }) => recovered))).toEqual(clicks);
	});

	it('a successor of a disabled webhook that is deleted before the next poll is detected', async () => {
		const node = await published();
		await disabled(node);
		node.restart();
		await node.hook('checkExists', false, 'init');
		await node.hook('create', false, 'init');
		passTime(5 * MINUTE);
		service.sandbox.db.run('DELETE FROM webhooks WHERE disabled_at IS NULL');
		const click = await visitors.click(link);
		passTime(5 * MINUTE);
		const items = await caughtUp(node, { activation: 'init' });
		expect(idsOf(items.filter(({ recovered }) => recovered))).toEqual([click]);
	});
});

it('a delivered sale is not recovered when a second webhook is deleted soon after it', async () => {
	const node = await published();
	await visitors.sale(await visitors.lead(await visitors.click(link)));
	await settled(service.sandbox);
	expect(node.items).toHaveLength(3);
	for (let i = 0; i < 2; i++) {
		service.sandbox.db.run('DELETE FROM webhooks');
		for (let poll = 0; poll < 3; poll++) {
			passTime(poll === 0 ? 3 * MINUTE : 15 * MINUTE);
			expect(await caughtUp(node)).toEqual([]);
		}
		node.workflow.staticData = withCheckedAt(node.workflow.staticData, Date.now() - 60 * MINUTE);
	}
});

/** As an older state that n8n stored. */
function withCheckedAt(staticData: IDataObject, checkedAt: number): IDataObject {
	const copy = JSON.parse(JSON.stringify(staticData)) as Record<string, IDataObject>;
	for (const data of Object.values(copy)) {
		if (data.catchUp) (data.catchUp as IDataObject).checkedAt = checkedAt;
		delete data.deliveredAt;
	}
	return copy;
}

it('publishing a changed workflow does not count as deleting the webhook', async () => {
	const node = await published();
	await node.hook('delete');
	await node.activate();
	for (let i = 0; i < 3; i++) expect(await caughtUp(node)).toEqual([]);
	expect(node.errors).toEqual([]);
});

it('a planned poll that starts after unpublishing does not count as the first poll of the next publication', async () => {
	const node = await published();
	await node.hook('delete');
	const late = node.pollAgain();
	await visitors.click(link);
	await node.hook('checkExists');
	expect(await late).toBeUndefined();
	// The first poll of the next publication, before the hooks have registered the webhook.
	expect(await caughtUp(node)).toEqual([]);
	await node.hook('create');
	passTime(4 * MINUTE);
	expect(await caughtUp(node)).toEqual([]);
	expect(node.errors).toEqual([]);
});

it('does not wait for a rate limit that webhooks do not have', async () => {
	const node = await published();
	await disabled(node);
	const { waits } = await withVirtualWaits(async () => await node.pollItems());
	expect(Math.max(0, ...waits)).toBeLessThan(1000);
});

it('A warning without events is a failed execution', async () => {
	const node = await published();
	service.sandbox.db.run('DELETE FROM webhooks');
	expect(await caughtUp(node)).toEqual([]);
	expect(node.errors.map(({ message }) => message)).toEqual([
		expect.stringContaining('The webhook was deleted in the service.'),
	]);
	expect(await caughtUp(node)).toEqual([]);
	expect(node.errors).toHaveLength(1);
});

it.each([
	[['link.clicked'], 'Events TIMES come from the event list: Click.'],
	[['link.created'], 'Events TIMES that were not delivered cannot be recovered: Link Created.'],
	[
		ALL.events as string[],
		'Events TIMES come from the event list: Click, Lead, Sale. Events TIMES that were not delivered cannot be recovered: Link Created.',
	],
])('A warning says whether %j are recovered or lost', async (events, outcome) => {
	const node = await published({ events });
	service.sandbox.db.run('DELETE FROM webhooks');
	expect(await caughtUp(node)).toEqual([]);
	const [{ message }] = node.errors;
	expect(message.replaceAll(/between [-\d]+ [:\d]+ and [-\d]+ [:\d]+/g, 'TIMES')).toBe(
		`The webhook was deleted in the service. It was registered again. To stop the workflow, unpublish it instead. ${outcome}`,
	);
});

describe('Without the delivery log', () => {
	const without = async (work: () => Promise<void>) => {
		service.sandbox.quirks.deliveryLog = false;
		try {
			await work();
		} finally {
			service.sandbox.quirks.deliveryLog = true;
		}
	};

	it('clicks, leads, and sales come from the event list, with one warning', async () => {
		await without(async () => {
			const node = await service.published(ALL, { version: 2.1 });
			await caughtUp(node);
			expect(await caughtUp(node)).toEqual([]);
			expect(node.errors.map(({ message }) => message)).toEqual([
				expect.stringMatching(/delivery log of the webhook cannot be read.*Link Created/),
			]);
			const customer = await visitors.lead(await visitors.click(link));
			await settled(service.sandbox);
			await lost(async () => {
				await visitors.sale(customer);
				await newLink();
			});
			passTime(3 * MINUTE);
			const items = await caughtUp(node);
			expect(items).toMatchObject([{ event: 'sale', recovered: true }]);
			expect(node.items).toHaveLength(2);
			passTime(15 * MINUTE);
			expect(await caughtUp(node)).toEqual([]);
			expect(node.errors).toHaveLength(1);
		});
	});

	it('and without the event list, one warning says which events are lost', async () => {
		await without(async () => {
			service.proxy.respond = ({ path }) =>
				path === '/events' ? { status: 403, body: { error: { message: 'No.' } } } : undefined;
			const node = await service.published(ALL, { version: 2.1 });
			for (let i = 0; i < 4; i++) expect(await caughtUp(node)).toEqual([]);
			expect(node.errors.map(({ message }) => message)).toEqual([
				expect.stringContaining('delivery log'),
				expect.stringMatching(/event list cannot be read: No. .* analytics.read/),
			]);
		});
	});

	it('a kind that cannot be read does not delay the others', async () => {
		await without(async () => {
			const node = await service.published(ALL, { version: 2.1 });
			for (let i = 0; i < 2; i++) await caughtUp(node);
			service.proxy.respond = ({ query }) =>
				query.event === 'leads' ? { status: 500, body: {} } : undefined;
			let customer = '';
			await lost(async () => {
				customer = await visitors.lead(await visitors.click(link));
				await visitors.sale(customer);
			});
			passTime(3 * MINUTE);
			expect((await caughtUp(node)).map(({ event }) => event)).toEqual(['click', 'sale']);
			expect(node.errors).toHaveLength(2);
			service.proxy.respond = () => undefined;
			expect((await caughtUp(node)).map(({ event }) => event)).toEqual(['lead']);
		});
	});

	it('reads the delivery log as soon as it exists', async () => {
		const node = await service.published(ALL, { version: 2.1 });
		await without(async () => {
			for (let i = 0; i < 2; i++) await caughtUp(node);
		});
		await lost(newLink);
		expect(await caughtUp(node)).toHaveLength(1);
	});
});

describe('A webhook that a person registered', () => {
	const MANUAL: INodeParameters = { ...ALL, registration: 'manual', catchUp: true };

	async function registered(): Promise<TriggerNode> {
		const node = await service.start(MANUAL, { version: 2.1, secret: 'whsec_pasted' });
		await register(service.sandbox, node.url, ALL.events as string[], { linkScope: 'workspace' });
		service.sandbox.db.run("UPDATE webhooks SET secret = 'whsec_pasted'");
		await node.activate();
		for (let i = 0; i < 2; i++) await caughtUp(node);
		return node;
	}

	it('is caught up, but never changed', async () => {
		const node = await registered();
		await lost(newLink);
		service.sandbox.db.run(`UPDATE webhooks SET triggers = '["link.created"]', link_scope = NULL`);
		expect(await caughtUp(node)).toHaveLength(1);
		expect(service.webhookOf(node).triggers).toBe('["link.created"]');
	});

	it('is not replaced if the service disabled it; the warning says what to do', async () => {
		const node = await registered();
		const missed = await disabled(node);
		const click = await newClick(service.sandbox, link);
		passTime(5 * MINUTE);
		const items = await caughtUp(node);
		expect(linkIds(items)).toEqual([...missed, link.id]);
		expect(items.at(-1)).toMatchObject({ id: click, recovered: true });
		expect(node.hints).toEqual([expect.stringContaining('Enable it in the workspace settings')]);
		expect(service.webhooks()).toHaveLength(1);
	});

	it('is caught up only with Catch Up', async () => {
		const node = await service.published(
			{ ...MANUAL, catchUp: undefined },
			{ version: 2.1, secret: 'whsec_pasted' },
		);
		service.proxy.reset();
		for (let i = 0; i < 2; i++) await caughtUp(node);
		expect(service.sent()).toEqual([]);
	});
});
