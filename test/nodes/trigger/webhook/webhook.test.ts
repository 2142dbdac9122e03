import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { testDataOf } from '../../../../sandbox/webhook/testEvents';
import { Api } from '../../../support/sandbox/api';
import {
	envelopeOf,
	NOW,
	push,
	pushEvent,
	secretOf,
	signatureOf,
} from '../../../support/node/pushes';
import type { TriggerNode } from '../../../support/node/runTrigger';
import { failureOf, useTriggerService } from '../../../support/node/triggerService';
import { passTime } from '../../../support/node/virtualWaits';
import { settled } from '../../../support/sandbox/webhooks';

const CLICKS: INodeParameters = { events: ['link.clicked', 'link.created'] };

const service = useTriggerService();
let node: TriggerNode;

beforeEach(async () => {
	service.reset();
	node = await service.published(CLICKS);
});

async function pushSigned(secret: string, to = node): Promise<number> {
	const text = JSON.stringify(envelopeOf('link.created', {}));
	return await push(to, text, { 'Dub-Signature': signatureOf(text, secret) });
}

/** Lets the main process replace the webhook whose secret a processor knows. @returns that secret */
async function replaceElsewhere(): Promise<string> {
	node.hasProcessor = true;
	const old = secretOf(node);
	expect(await pushSigned(old)).toBe(200);
	await node.hook('delete');
	await node.activate();
	passTime(6_000);
	return old;
}

describe('The signature', () => {
	it('covers the received bytes, not the parsed JSON', async () => {
		const envelope = envelopeOf('link.created', { title: 'Grüße 🎉', comments: 'a' });
		const text = JSON.stringify(envelope, null, 3).replace('"a"', '"\\u0061 \\/"');
		expect(await push(node, ` \n${text}\r\n`)).toBe(200);
		expect(node.items).toMatchObject([{ link: { title: 'Grüße 🎉', comments: 'a /' } }]);
		const signature = signatureOf(text, secretOf(node));
		const headers = { 'Dub-Signature': signature };
		expect(await push(node, JSON.stringify(JSON.parse(text)), headers)).toBe(401);
	});

	it('can be in another header', async () => {
		node.parameters = { ...CLICKS, options: { signatureHeader: 'X-Signature' } };
		const text = JSON.stringify(envelopeOf('link.created', {}));
		const signature = signatureOf(text, secretOf(node));
		expect(await push(node, text, { 'Dub-Signature': signature })).toBe(401);
		expect(await push(node, text, { 'x-signature': signature })).toBe(200);
	});

	it.each<[string, (text: string, secret: string) => Record<string, string>]>([
		['missing', () => ({})],
		['empty', () => ({ 'Dub-Signature': '' })],
		['of another length', (text, secret) => ({ 'Dub-Signature': signatureOf(text, secret) + '0' })],
		['not hexadecimal', () => ({ 'Dub-Signature': 'x'.repeat(64) })],
		['of 64 bytes beyond ASCII', () => ({ 'Dub-Signature': 'ü'.repeat(32) })],
		['by another secret', (text) => ({ 'Dub-Signature': signatureOf(text, 'whsec_other') })],
		['by no secret', (text) => ({ 'Dub-Signature': signatureOf(text, '') })],
		['of nothing', (_, secret) => ({ 'Dub-Signature': signatureOf('', secret) })],
		[
			'by the secret without its prefix',
			(text, secret) => ({ 'Dub-Signature': signatureOf(text, secret.replace('whsec_', '')) }),
		],
	])('is rejected if it is %s', async (_, headers) => {
		const text = JSON.stringify(envelopeOf('link.created', {}));
		expect(await push(node, text, headers(text, secretOf(node)))).toBe(401);
		expect(node.executions).toEqual([]);
	});

	it('is rejected while no webhook is registered', async () => {
		const secret = secretOf(node);
		await node.hook('delete');
		for (const each of ['', secret]) expect(await pushSigned(each)).toBe(401);
		expect(node.executions).toEqual([]);
	});

	it('can use the secret of the previous registration, but not of an earlier one', async () => {
		const secrets = [secretOf(node)];
		for (let i = 0; i < 2; i++) {
			await node.hook('delete');
			await node.activate();
			secrets.push(secretOf(node));
		}
		const statuses = secrets.map(async (secret) => await pushSigned(secret));
		expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
	});

	it.each([
		['and this one has read the new secret', true],
		['and this one has received nothing since then', false],
	])(
		'cannot use the old secret for long if another process publishes again, %s',
		async (_, isRead) => {
			const old = await replaceElsewhere();
			if (isRead) expect(await pushSigned(secretOf(node))).toBe(200);
			expect(await pushSigned(old)).toBe(200);
			passTime(61_000);
			expect([await pushSigned(old), await pushSigned(secretOf(node))]).toEqual([401, 200]);
		},
	);

	it('is accepted while the service cannot be asked whether it is outdated', async () => {
		const old = await replaceElsewhere();
		service.proxy.respond = () => ({ status: 403, body: { error: { message: 'No.' } } });
		expect([await pushSigned(old), await pushSigned(old)]).toEqual([200, 200]);
	});

	it('is accepted after another trigger restored old static data', async () => {
		const before = structuredClone(node.workflow.staticData);
		await node.hook('delete');
		await node.activate();
		const secret = secretOf(node);
		for (const staticData of [before, {}]) {
			node.workflow.staticData = structuredClone(staticData);
			expect(await pushSigned(secret)).toBe(200);
		}
	});

	it('uses the secret of the credential with manual registration', async () => {
		const secret = 'whsec_of_the_credential';
		const manual = { ...CLICKS, registration: 'manual' };
		const other = await service.published(manual, { secret: ` ${secret}\n` });
		const status = await pushSigned(secret, other);
		expect([status, other.items.length]).toEqual([200, 1]);
		other.credential = { ...other.credential, webhookSecret: '' };
		expect(await pushSigned('', other)).toBe(401);
	});

	it('uses a changed secret soon, also if the clock of the machine was set back', async () => {
		const secret = 'whsec_changed';
		const other = await service.published({ ...CLICKS, registration: 'manual' }, { secret });
		const text = JSON.stringify(envelopeOf('link.created', {}));
		const signed = (key: string) => ({ 'Dub-Signature': signatureOf(text, key) });
		expect(await push(other, text, signed('whsec_other'))).toBe(401);
		other.credential = { ...other.credential, webhookSecret: 'whsec_other' };
		passTime(6_000);
		const { now } = Date;
		Date.now = () => now() - 60_000;
		const status = await push(other, text, signed('whsec_other'));
		Date.now = now;
		expect(status).toBe(200);
	});

	it('uses the secret of the credential while a step with manual registration is listening', async () => {
		const secret = 'whsec_of_the_credential';
		const other = await service.start({ ...CLICKS, registration: 'manual' }, { secret });
		await other.activate(true);
		const text = JSON.stringify(envelopeOf('link.created', {}));
		const signed = (key: string) => ({ 'Dub-Signature': signatureOf(text, key) });
		expect(await push(other, text, signed('whsec_other'), other.testUrl)).toBe(401);
		passTime(6_000);
		expect(await push(other, text, signed(secret), other.testUrl)).toBe(200);
		expect(other.items.slice(1)).toMatchObject([{ event: 'link.created' }]);
	});

	it.each(['apiKey', 'oAuth2'])(
		'can use any secret of the %s credential',
		async (authentication) => {
			const manual = { ...CLICKS, registration: 'manual', authentication };
			const secret = 'whsec_a,whsec_b , whsec_c\nwhsec_d';
			const other = await service.published(manual, { secret });
			const status = async (key: string) => await pushSigned(key, other);
			for (const key of ['whsec_a', 'whsec_b', 'whsec_c', 'whsec_d']) {
				expect(await status(key)).toBe(200);
			}
			for (const key of ['', ',', secret, 'whsec_a,whsec_b']) expect(await status(key)).toBe(401);
		},
	);
});

it.each([
	['no JSON', '{"id":'],
	['nothing', ''],
	['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00])],
	['an array', '[]'],
	['null', 'null'],
	['a number', '5'],
	['a text', '"link.created"'],
	['an envelope without data', JSON.stringify(envelopeOf('link.created', undefined))],
	['an envelope with a list as data', JSON.stringify(envelopeOf('link.created', []))],
	['an envelope with null as data', JSON.stringify(envelopeOf('link.created', null))],
	['an envelope without an ID', JSON.stringify(envelopeOf('link.created', {}, { id: '' }))],
	['an envelope of no event', JSON.stringify(envelopeOf('', {}))],
	['an envelope of no time', JSON.stringify(envelopeOf('link.created', {}, { createdAt: 'x' }))],
])('A signed body that is %s gets a 400', async (_, bytes) => {
	expect(await push(node, bytes)).toBe(400);
	expect(node.executions).toEqual([]);
});

it('Events that are not in Trigger On get a 200 and start nothing', async () => {
	for (const event of [
		'sale.created',
		'link.deleted',
		'something.new',
		'constructor',
		'__proto__',
	]) {
		expect(await pushEvent(node, event, { link: {} })).toEqual([]);
	}
	expect(node.executions).toEqual([]);
});

it.each(['disccount.deleted', 'discount_code.deleted'])('%s is the same event', async (event) => {
	node.parameters = { events: ['discount_code.deleted'], options: { raw: true } };
	const envelope = envelopeOf(event, { id: 'dcode_1' }, { extra: [1] });
	expect(await push(node, JSON.stringify(envelope))).toBe(200);
	expect(node.items).toEqual([
		{
			event: 'discount_code.deleted',
			id: envelope.id,
			timestamp: NOW,
			discountCode: { id: 'dcode_1' },
			raw: envelope,
		},
	]);
});

describe('A repeated delivery', () => {
	it('does not run again', async () => {
		const text = JSON.stringify(envelopeOf('link.created', {}));
		for (let i = 0; i < 10; i++) expect(await push(node, text)).toBe(200);
		expect(node.executions).toHaveLength(1);
	});

	it('does not run again as the same click in another delivery', async () => {
		const click = { id: 'abcdefghijklmnop', timestamp: NOW };
		expect(await pushEvent(node, 'link.clicked', { click, link: {} })).toHaveLength(1);
		expect(await pushEvent(node, 'link.clicked', { click, link: {} })).toHaveLength(0);
		const other = { ...click, id: 'ponmlkjihgfedcba' };
		expect(await pushEvent(node, 'link.clicked', { click: other, link: {} })).toHaveLength(1);
	});

	it('runs for the lead and the sale of the same click', async () => {
		node.parameters = { events: ['link.clicked', 'lead.created', 'sale.created'] };
		const click = { id: 'qrstuvwxyzabcdef', timestamp: NOW };
		for (const event of ['link.clicked', 'lead.created', 'sale.created']) {
			expect(await pushEvent(node, event, { click, link: {}, customer: {} })).toHaveLength(1);
		}
	});

	it('runs for each test event of a click, although they have the same ID', async () => {
		for (let i = 0; i < 3; i++) {
			const [item] = await pushEvent(node, 'link.clicked', testDataOf('link.clicked'));
			expect(await node.execute('webhook', [item as IDataObject])).toEqual([item]);
		}
	});

	it('does not run again if it arrives several times at the same time', async () => {
		const text = JSON.stringify(envelopeOf('link.created', {}));
		const responses = await Promise.all(Array.from({ length: 10 }, () => push(node, text)));
		expect(responses).toEqual(Array(10).fill(200));
		expect(node.executions).toHaveLength(1);
	});

	it('runs for the test URL and for the production URL', async () => {
		await node.activate(true);
		const api = new Api(service.sandbox, 'business');
		const { body: link } = await api.post<{ id: string }>('/links', { url: 'https://example.com' });
		await settled(service.sandbox);
		expect(node.items.map((item) => (item.link as typeof link).id)).toEqual([link.id, link.id]);
		expect(node.items[0].id).toBe(node.items[1].id);
	});

	it('is a duplicate only for the same node', async () => {
		const { workflow } = node;
		const second = await service.published(CLICKS, { workflow, name: 'Another trigger' });
		const text = JSON.stringify(envelopeOf('link.created', {}));
		expect(secretOf(second)).not.toBe(secretOf(node));
		expect([await push(node, text), await push(second, text)]).toEqual([200, 200]);
		expect([node.executions.length, second.executions.length]).toEqual([1, 1]);
	});

	it('is detected without static data, however long its ID is', async () => {
		const before = JSON.stringify(node.workflow.staticData);
		const id = `evt_${'x'.repeat(1_000_000)}`;
		const envelope = JSON.stringify(envelopeOf('link.created', {}, { id }));
		for (let i = 0; i < 2; i++) expect(await push(node, envelope)).toBe(200);
		expect(node.executions).toHaveLength(1);
		expect(JSON.stringify(node.workflow.staticData)).toBe(before);
	});
});

describe('The time of a delivery', () => {
	const DAY = 24 * 60 * 60 * 1000;

	it.each([
		['is now', 0, 200],
		['is as long ago as the last retry', -6 * DAY, 200],
		['is longer ago than the service retries', -8 * DAY, 400],
		['is some minutes ahead, by another clock', DAY / 24 / 12, 200],
		['is an hour ahead', DAY / 24, 400],
	])('%s', async (_, away, status) => {
		const createdAt = new Date(Date.now() + away).toISOString();
		expect(await push(node, JSON.stringify(envelopeOf('link.created', {}, { createdAt })))).toBe(
			status,
		);
	});

	it('is that of the service, whatever the time of n8n is', async () => {
		const { clock } = service.sandbox;
		const api = new Api(service.sandbox, 'business');
		const happens = async () => {
			await api.post('/links', { url: 'https://example.com' });
			await settled(service.sandbox);
			return node.executions.length;
		};
		clock.advance(-DAY / 2);
		await node.activate();
		expect(await happens()).toBe(1);
		// The time of n8n is corrected.
		clock.advance(DAY / 2);
		expect(await happens()).toBe(2);
		clock.advance(DAY / 2);
		node.restart();
		expect(await happens()).toBe(3);
		clock.advance(-DAY / 2);
	});
});

describe('The signing secret', () => {
	it('is read from the service once by a new process', async () => {
		const secret = secretOf(node);
		node.restart();
		service.proxy.reset();
		expect(await Promise.all([pushSigned(secret), pushSigned(secret)])).toEqual([200, 200]);
		expect(await pushSigned(secret)).toBe(200);
		expect(service.sent()).toEqual(['GET /webhooks']);
	});

	it('is read again after another process registered the webhook again', async () => {
		await pushSigned(secretOf(node));
		service.sandbox.db.run("UPDATE webhooks SET secret = 'whsec_new'");
		expect(await pushSigned('whsec_new')).toBe(200);
	});

	it('is read at most once every five seconds for forged deliveries', async () => {
		service.proxy.reset();
		for (let i = 0; i < 20; i++) expect(await pushSigned('whsec_forged')).toBe(401);
		expect(service.sent()).toEqual(['GET /webhooks']);
	});

	it('that cannot be read gets a 503, so that the service retries', async () => {
		const secret = secretOf(node);
		node.restart();
		service.proxy.respondNext({ status: 500, body: {} });
		expect(await pushSigned(secret)).toBe(503);
		passTime(6_000);
		expect(await pushSigned(secret)).toBe(200);
	});

	it('of the credential is read for the first delivery signed with a new one', async () => {
		await changeSecret('whsec_aaaaaaaa');
		expect(await pushSigned('whsec_aaaaaaaa')).toBe(200);
		await changeSecret('whsec_bbbbbbbb');
		expect(await pushSigned('whsec_bbbbbbbb')).toBe(200);
		expect(await pushSigned('whsec_aaaaaaaa')).toBe(401);
	});

	it('of the credential is read at most once every five seconds, and once a minute if it matches', async () => {
		await changeSecret('whsec_aaaaaaaa');
		const before = node.credentialReads;
		for (let i = 0; i < 20; i++) expect(await pushSigned('whsec_forged')).toBe(401);
		expect(node.credentialReads - before).toBe(1);
		for (let second = 0; second < 50; second += 10) {
			passTime(10_000);
			expect(await pushSigned('whsec_aaaaaaaa')).toBe(200);
		}
		expect(node.credentialReads - before).toBe(1);
		passTime(10_000);
		expect(await pushSigned('whsec_aaaaaaaa')).toBe(200);
		expect(node.credentialReads - before).toBe(2);
	});
});

/** Manual registration with a secret that was saved more than five seconds after the previous one was read. */
async function changeSecret(webhookSecret: string): Promise<void> {
	node.parameters = { ...CLICKS, registration: 'manual' };
	node.credential = { ...node.credential, webhookSecret };
	passTime(6_000);
	await Promise.resolve();
}

describe('A rejected delivery', () => {
	const forged = async (headers: Record<string, string> = {}) =>
		await push(node, JSON.stringify(envelopeOf('link.created', {})), headers);
	const wrong = { 'Dub-Signature': signatureOf('', 'whsec_forged') };

	it.each([
		['without a signature', {}, 'A delivery without a signature was rejected'],
		['with a wrong one', wrong, 'A delivery was rejected because its signature does not match'],
	])('%s fails one execution an hour with manual registration', async (_, headers, message) => {
		await changeSecret('whsec_aaaaaaaa');
		for (let minutes = 0; minutes < 60; minutes += 15) {
			expect(await forged(headers)).toBe(401);
			passTime(15 * 60_000);
		}
		expect(node.executions).toHaveLength(1);
		expect(await forged(headers)).toBe(401);
		expect(node.executions).toHaveLength(2);
		const [items] = node.executions;
		const failure = await failureOf(node.executeItems('webhook', items));
		expect(failure.message).toBe(message);
		expect(failure.description).toContain("'Webhook Signing Secret'");
	});

	it('does not start the workflow if the node continues on failures', async () => {
		await changeSecret('whsec_aaaaaaaa');
		await forged();
		node.onError = 'continueRegularOutput';
		expect(await node.executeItems('webhook', node.executions[0])).toEqual([]);
	});

	it('starts nothing with automatic registration', async () => {
		expect(await forged(wrong)).toBe(401);
		expect(node.executions).toEqual([]);
	});

	it('is logged once, without the secret', async () => {
		await changeSecret('whsec_aaaaaaaa');
		for (let i = 0; i < 3; i++) await forged(wrong);
		expect(node.logged).toEqual([expect.stringContaining('signature does not match')]);
		expect(node.logged[0]).not.toMatch(/whsec_|[0-9a-f]{64}/);
	});

	it('ends a listening step each time with manual registration', async () => {
		await changeSecret('whsec_aaaaaaaa');
		for (const count of [1, 2]) {
			const body = JSON.stringify(envelopeOf('link.created', {}));
			expect(await push(node, body, wrong, node.testUrl)).toBe(401);
			expect(node.executions).toHaveLength(count);
		}
	});
});

it('A sender that disconnects early does not block its retries', async () => {
	const text = JSON.stringify(envelopeOf('link.created', {}));
	const headers = { 'Dub-Signature': signatureOf(text, secretOf(node)) };
	const controller = new AbortController();
	const hangingUp = fetch(node.url, {
		method: 'POST',
		headers,
		body: text,
		signal: controller.signal,
	});
	service.proxy.onRequest = () => controller.abort();
	node.restart();
	await expect(hangingUp).rejects.toThrow();
	service.proxy.onRequest = () => {};
	expect(await push(node, text)).toBe(200);
});

describe('Odd payloads', () => {
	it.each([{}, { click: null, link: null }, { click: 'x', link: [] }, { click: {}, link: 5 }])(
		'of a click like %j make an item by the ID and time of the delivery',
		async (data) => {
			const [item] = await pushEvent(node, 'link.clicked', data, { id: 'evt_1' });
			expect(item).toEqual({ event: 'click', id: 'evt_1', timestamp: NOW, click: {}, link: {} });
		},
	);

	it('cannot change prototypes', async () => {
		node.parameters = { events: ['link.clicked', 'lead.created'], options: { raw: true } };
		const data =
			'{"__proto__":{"a":1},"click":{"id":"c","__proto__":{"a":1}},"customer":{"__proto__":{"a":1}},' +
			'"link":{"id":"l"},"constructor":{"prototype":{"a":1}},"partner":{"__proto__":{"a":1}}}';
		for (const event of ['link.clicked', 'lead.created']) {
			const envelope = JSON.stringify(envelopeOf(event, {}));
			expect(
				await push(node, envelope.replace('"data":{}', `"__proto__":{"a":1},"data":${data}`)),
			).toBe(200);
		}
		expect(({} as Record<string, unknown>).a).toBeUndefined();
		for (const item of node.items) {
			const { click, link } = item as Record<string, Record<string, unknown>>;
			expect([item.a, click.a, link.a]).toEqual([undefined, undefined, undefined]);
		}
		expect(node.items).toHaveLength(2);
	});
});

it('Items contain neither the secret nor the key', async () => {
	node.parameters = { ...CLICKS, options: { raw: true } };
	await pushEvent(node, 'link.created', { id: 'link_1' });
	const text = JSON.stringify(node.executions);
	expect(text).toContain('link_1');
	expect(text).not.toContain(secretOf(node));
	expect(text).not.toContain(String(node.credential.apiKey));
});
