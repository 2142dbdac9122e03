import { describe, expect, it } from '@jest/globals';
import { deepCopy, type NodeOperationError } from 'n8n-workflow';
import { newClick } from '../../../support/sandbox/conversions';
import { idsOf, MINUTE } from '../../../support/node/polling';
import type { TriggerNode } from '../../../support/node/runTrigger';
import { passTime } from '../../../support/node/virtualWaits';
import { settled } from '../../../support/sandbox/webhooks';
import { ALL, linkIds, CatchUpBench, LOG, MANUAL, WEBHOOK } from './catchUpBench';

const bench = new CatchUpBench();
const {
	service,
	visitors,
	link,
	published,
	caughtUp,
	newLink,
	lost,
	lostLink,
	disabled,
	failing,
	registeredByHand,
} = bench;

it.each([
	['deleted', 'DELETE FROM webhooks'],
	['given other events', `UPDATE webhooks SET triggers = '["link.deleted"]', link_scope = NULL`],
	['pointed elsewhere', `UPDATE webhooks SET url = 'https://example.com/elsewhere'`],
	[
		'pointed elsewhere, with its query',
		`UPDATE webhooks SET url = 'https://example.com/elsewhere' || substr(url, instr(url, '?'))`,
	],
	['limited to no folder', `UPDATE webhooks SET link_scope = 'folders'`],
])('A webhook that was %s is restored, with a warning', async (_, sql) => {
	const node = await published();
	service.sandbox.db.run(sql);
	const click = await newClick(service.sandbox, link);
	passTime(5 * MINUTE);
	const items = await caughtUp(node);
	expect(idsOf(items)).toEqual([click]);
	expect(node.hints).toHaveLength(1);
	expect(service.webhooks()).toHaveLength(1);
	expect(JSON.parse(service.webhookOf(node).triggers)).toEqual(ALL.events);
	const id = await newLink();
	await settled(service.sandbox);
	expect(linkIds(node.items)).toEqual([id]);
});

it.each(['from', 'installation'])('A webhook without %s in its URL is restored', async (name) => {
	const node = await published();
	service.sandbox.db.run(`UPDATE webhooks SET url = replace(url, '${name}=', 'other=')`);
	const click = await newClick(service.sandbox, link);
	await settled(service.sandbox);
	passTime(5 * MINUTE);
	expect(await caughtUp(node)).toEqual([]);
	expect(idsOf(node.items)).toEqual([click]);
	expect(service.webhookOf(node).url).toMatch(/[?]installation=\w+&from=\d+/);
	expect(node.errors).toHaveLength(1);
});

it.each(['links', 'folders'])('A webhook with changed %s is restored', async (scope) => {
	const { db } = service.sandbox;
	const [folder, other] = (await bench.api.get<{ id: string }[]>('/folders')).body;
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
		expect.stringContaining('events or links were changed'),
	]);
	expect(await caughtUp(node)).toEqual([]);
	expect(node.errors).toHaveLength(1);
});

/** Disables the webhook, enables it again, and delivers an event. @returns the links whose events it missed */
async function enabledAgain(node: TriggerNode): Promise<string[]> {
	const missed = await disabled(node);
	service.sandbox.db.run('UPDATE webhooks SET disabled_at = NULL, failures = 0');
	await newLink();
	await settled(service.sandbox);
	return missed;
}

it('A webhook that was disabled and enabled again between two catch-ups is reported once', async () => {
	const node = await published();
	const missed = await enabledAgain(node);
	expect(linkIds(await caughtUp(node))).toEqual(missed);
	expect(await caughtUp(node)).toEqual([]);
	expect(node.hints).toEqual([
		expect.stringMatching(/somebody enabled it again\. .* cannot be recovered: Link Created/),
	]);
});

it('A webhook that failed, but not until it was disabled, is not reported', async () => {
	const node = await published();
	const id = await lostLink();
	await newLink();
	await settled(service.sandbox);
	expect(linkIds(await caughtUp(node))).toEqual([id]);
	expect([...node.hints, ...node.errors]).toEqual([]);
});

it('A webhook that was enabled again and then changed is reported once', async () => {
	const node = await published();
	const missed = await enabledAgain(node);
	service.sandbox.db.run("UPDATE webhooks SET triggers = '[]'");
	expect(linkIds(await caughtUp(node))).toEqual(missed);
	expect(node.hints).toEqual([expect.stringMatching(/^[^\n]*events or links were changed[^\n]*$/)]);
});

it.each([
	[503, 'Nothing is lost: the next catch-up retries.'],
	[403, 'requires the Business plan and the permission webhooks.read.'],
])('A delivery log that the service refuses with %i is reported', async (status, text) => {
	const node = await published();
	bench.failing(LOG, status);
	passTime(5 * MINUTE);
	expect(await caughtUp(node)).toEqual([]);
	const [{ message, description = '' }, ...others] = node.errors as NodeOperationError[];
	expect(`${message} ${description}`).toContain(text);
	expect(others).toEqual([]);
	service.proxy.respond = () => undefined;
});

it('A repair whose response was lost is reported by the next catch-up', async () => {
	const node = await published();
	service.sandbox.db.run('DELETE FROM webhooks');
	service.proxy.isLost = ({ method }) => method === 'POST';
	expect(await caughtUp(node)).toEqual([]);
	service.proxy.isLost = () => false;
	expect(service.webhooks()).toHaveLength(1);
	for (let n = 0; n < 2; n++) expect(await caughtUp(node)).toEqual([]);
	expect(service.webhooks()).toHaveLength(1);
	expect(node.errors.map(({ message }) => message)).toEqual([
		expect.stringContaining('could not be read'),
		expect.stringContaining('The webhook was deleted'),
	]);
});

it('A webhook that was pointed elsewhere, and could not be restored, is restored later', async () => {
	const node = await published();
	const { id } = service.webhookOf(node);
	service.sandbox.db.run("UPDATE webhooks SET url = 'https://elsewhere.example/hook'");
	bench.failing(WEBHOOK, 500);
	expect(await caughtUp(node)).toEqual([]);
	service.proxy.respond = () => undefined;
	expect(await caughtUp(node)).toEqual([]);
	expect(service.webhooks()).toEqual([expect.objectContaining({ id })]);
	expect(service.webhookOf(node)).toMatchObject({ id });
});

it('A disabled webhook that could not be set aside gets no successor', async () => {
	const node = await published();
	service.sandbox.db.run('UPDATE webhooks SET disabled_at = 1');
	bench.failing(WEBHOOK, 500);
	expect(await caughtUp(node)).toEqual([]);
	expect(service.webhooks()).toHaveLength(1);
});

it('What must be mended does not keep undelivered events', async () => {
	const node = await published();
	const id = await bench.lostLink();
	service.sandbox.db.run("UPDATE webhooks SET triggers = '[]'");
	bench.failing(WEBHOOK, 403);
	expect(linkIds(await caughtUp(node))).toEqual([id]);
});

it('A warning without events is a failed execution', async () => {
	const node = await published();
	service.sandbox.db.run('DELETE FROM webhooks');
	expect(await caughtUp(node)).toEqual([]);
	expect(node.errors.map(({ message }) => message)).toEqual([
		expect.stringContaining('The webhook was deleted in the service, or its URL was changed.'),
	]);
	expect(await caughtUp(node)).toEqual([]);
	expect(node.errors).toHaveLength(1);
});

it('A warning is not repeated after a restart, although n8n stores nothing of a round without events', async () => {
	const node = await published();
	const { record } = deepCopy(node.staticData);
	service.sandbox.db.run('DELETE FROM webhooks');
	expect(await caughtUp(node)).toEqual([]);
	expect(node.errors).toHaveLength(1);
	passTime(30 * MINUTE);
	expect(await caughtUp(node)).toEqual([]);
	// The delivery stores the position.
	await newLink();
	await settled(service.sandbox);
	node.staticData.record = record;
	node.restart();
	await node.hook('checkExists', false, 'init');
	expect(await caughtUp(node, { activation: 'init' })).toEqual([]);
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
		`The webhook was deleted in the service, or its URL was changed. It was registered again. To stop the workflow, unpublish it instead. ${outcome}`,
	);
});

it('A webhook for what the event list does not contain is restored, with one warning', async () => {
	const node = await service.published({ events: ['link.created'] });
	await caughtUp(node);
	service.sandbox.db.run('DELETE FROM webhooks');
	for (let i = 0; i < 2; i++) expect(await caughtUp(node)).toEqual([]);
	expect(node.errors.map(({ message }) => message)).toEqual([
		expect.stringMatching(/was deleted.*cannot be recovered: Link Created/),
	]);
	expect(service.webhooks()).toHaveLength(1);
});

it.each([
	['emitted if it can be read again within a day', 20, 1],
	['lost after more than a day', 50, 0],
])('What a refused event list hides is %s', async (_, hours, count) => {
	const node = await published();
	service.sandbox.db.run('DELETE FROM webhooks');
	const id = await visitors.click(link);
	passTime(5 * MINUTE);
	failing(/^\/events$/, 403);
	for (let hour = 0; hour < hours; hour += 5) {
		expect(await caughtUp(node)).toEqual([]);
		passTime(5 * 60 * MINUTE);
	}
	service.proxy.respond = () => undefined;
	expect(idsOf(await caughtUp(node))).toEqual(count > 0 ? [id] : []);
	expect(node.errors.map(({ message }) => message)).toEqual([
		expect.stringContaining('The webhook was deleted'),
		expect.stringMatching(/event list cannot be read: No. .* lost unless .* again soon/),
	]);
	// It is said again the next time.
	failing(/^\/events$/, 403);
	service.sandbox.db.run('DELETE FROM webhooks');
	await caughtUp(node);
	expect(node.errors).toHaveLength(4);
});

it.each([
	['emitted, even if it is much, from before', true, 2001],
	['not emitted if it is more than n8n remembers of what ran', false, 0],
])('What a refused event list hides is %s', async (_, isBefore, count) => {
	const node = await published();
	const clicks = async () => {
		service.sandbox.db.run('DELETE FROM webhooks');
		for (let n = 0; n <= 2000; n++) await newClick(service.sandbox, link);
		passTime(15 * MINUTE);
	};
	if (isBefore) await clicks();
	service.sandbox.db.run('DELETE FROM webhooks');
	failing(/^\/events$/, 403);
	await caughtUp(node);
	if (!isBefore) await clicks();
	service.proxy.respond = () => undefined;
	expect(await caughtUp(node)).toHaveLength(count);
	service.sandbox.db.run('DELETE FROM webhooks');
	const id = await visitors.click(link);
	passTime(15 * MINUTE);
	expect(idsOf(await caughtUp(node))).toEqual([id]);
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
			const node = await service.published(ALL);
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
			const node = await service.published(ALL);
			for (let i = 0; i < 4; i++) expect(await caughtUp(node)).toEqual([]);
			expect(node.errors.map(({ message }) => message)).toEqual([
				expect.stringContaining('delivery log'),
				expect.stringMatching(/event list cannot be read: No. .* analytics.read/),
			]);
		});
	});

	it('a kind that cannot be read does not delay the others', async () => {
		await without(async () => {
			const node = await service.published(ALL);
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
		const node = await service.published(ALL);
		await without(async () => {
			for (let i = 0; i < 2; i++) await caughtUp(node);
		});
		await lost(newLink);
		expect(await caughtUp(node)).toHaveLength(1);
	});
});

describe('A webhook that a person registered', () => {
	async function registered(): Promise<TriggerNode> {
		const node = await registeredByHand();
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

	it('that does not send all events is caught up from the list; the warning says so once', async () => {
		const node = await registered();
		service.sandbox.db.run(`UPDATE webhooks SET triggers = '["link.created"]', link_scope = NULL`);
		for (let n = 0; n < 2; n++) {
			const click = await newClick(service.sandbox, link);
			passTime(5 * MINUTE);
			expect(idsOf(await caughtUp(node))).toEqual([click]);
			passTime(15 * MINUTE);
			expect(await caughtUp(node)).toEqual([]);
			const warning = expect.stringContaining("does not send all events of 'Trigger On'");
			expect(node.hints).toEqual(n === 0 ? [warning] : []);
		}
	});

	it('is caught up from publishing on, also if the first round comes later', async () => {
		const node = await registered();
		await node.hook('delete');
		passTime(5 * MINUTE);
		await node.activate();
		passTime(MINUTE);
		service.sandbox.db.run('DELETE FROM webhooks');
		const click = await newClick(service.sandbox, link);
		passTime(15 * MINUTE);
		expect(idsOf(await caughtUp(node))).toEqual([click]);
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
			{ secret: 'whsec_pasted' },
		);
		service.proxy.reset();
		for (let i = 0; i < 2; i++) await caughtUp(node);
		expect(service.sent()).toEqual([]);
	});
});
