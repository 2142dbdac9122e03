import { describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { newClick } from '../../../support/sandbox/conversions';
import { idsOf, MINUTE } from '../../../support/node/polling';
import { passTime, withVirtualWaits } from '../../../support/node/virtualWaits';
import { settled } from '../../../support/sandbox/webhooks';
import { until } from '../../../support/until';
import { linkIds, CatchUpBench, LOG } from './catchUpBench';

const { service, visitors, link, published, caughtUp, newLink, lost, disabled, failing } =
	new CatchUpBench();

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

	it.each([
		['since then', 'UPDATE webhooks SET failures = 0', 0],
		['since it was last as wanted, if it was changed', "UPDATE webhooks SET triggers = '[]'", 10],
	])('may have lost events %s, says the warning', async (_, sql, minutes) => {
		const node = await published();
		passTime(10 * MINUTE);
		await disabled(node);
		service.sandbox.db.run(sql);
		const disabledAt = Number(service.webhookOf(node).disabled_at);
		passTime(5 * MINUTE);
		await caughtUp(node);
		const [, from] = /Events between (\S+ \S+) and/.exec(node.hints.join()) ?? [];
		// As clocks show them, which is not one instant in the hour in which they are set back.
		const begin = DateTime.fromSQL(String(from), { zone: 'utc' }).toMillis();
		const expected = DateTime.fromMillis(disabledAt - minutes * MINUTE, { zone: 'Europe/Berlin' })
			.setZone('utc', { keepLocalTime: true })
			.toMillis();
		expect(Math.abs(begin - expected)).toBeLessThan(MINUTE);
	});

	it('is replaced although its log cannot be read, which is emitted later', async () => {
		const node = await published();
		const missed = await disabled(node);
		failing(LOG, 503);
		for (let i = 0; i < 4; i++) {
			expect(await caughtUp(node)).toEqual([]);
			expect(service.webhookOf(node).disabled_at).toBeNull();
			passTime(15 * MINUTE);
		}
		service.proxy.respond = () => undefined;
		const id = await newLink();
		await settled(service.sandbox);
		expect(linkIds(node.items)).toEqual([id]);
		expect(linkIds(await caughtUp(node))).toEqual(missed);
		for (let i = 0; i < 2; i++) {
			passTime(15 * MINUTE);
			expect(await caughtUp(node)).toEqual([]);
		}
		expect(service.webhooks()).toHaveLength(1);
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

	it('emits a lead and a sale once that both its log and the event list contain', async () => {
		const node = await published();
		await lost(async () => {
			const customer = await visitors.lead(await visitors.click(link));
			await visitors.sale(customer);
		});
		service.sandbox.db.run('UPDATE webhooks SET disabled_at = 1');
		passTime(5 * MINUTE);
		const items = await caughtUp(node);
		expect(items.map(({ event }) => event).sort()).toEqual(['click', 'lead', 'sale']);
		passTime(15 * MINUTE);
		expect(await caughtUp(node)).toEqual([]);
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
		const { db } = service.sandbox;
		// n8n learns that it was set aside only after the hooks ran.
		const setAside = service.proxy.holdNext(({ method }) => method === 'PATCH');
		const polled = caughtUp(node, { activation: 'init' });
		const isSetAside = () => db.get("SELECT 1 FROM webhooks WHERE url LIKE '%replaced=%'");
		await until(() => isSetAside() !== undefined, 'the replacement');
		const created = node.hook('create', false, 'init');
		setAside.release();
		const items = await polled;
		await created;
		items.push(...(await caughtUp(node)));
		expect(linkIds(items)).toEqual(missed);
		expect(await caughtUp(node)).toEqual([]);
		expect([...node.hints, ...node.errors].join()).not.toContain('deleted');
	});

	it.each(['before', 'after'])(
		'loses no event if n8n stops %s storing its state, and before the execution starts',
		async (time) => {
			const node = await published();
			const missed = await disabled(node);
			const stored = JSON.parse(JSON.stringify(node.workflow.staticData)) as IDataObject;
			await withVirtualWaits(async () => await node.pollItems());
			if (time === 'before') node.workflow.staticData = stored;
			node.restart();
			await node.activate();
			expect(linkIds(await caughtUp(node, { activation: 'init' }))).toEqual(missed);
		},
	);
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
		expect(node.hints).toEqual([
			expect.stringContaining('The webhook was deleted in the service, or its URL was changed.'),
		]);
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
		await node.hook('create', false, 'init');
		passTime(5 * MINUTE);
		expect(idsOf(await caughtUp(node, { activation: 'init' }))).toEqual([click]);
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
