import { beforeEach, describe, expect, it } from '@jest/globals';
import { WebhookPathTakenError, type INodeParameters } from 'n8n-workflow';
import { Api } from '../../../support/sandbox/api';
import { conversionLink, newClick } from '../../../support/sandbox/conversions';
import type { TriggerNode } from '../../../support/node/runTrigger';
import { idsOf, polled } from '../../../support/node/polling';
import { failureOf, useTriggerService } from '../../../support/node/triggerService';
import { settled } from '../../../support/sandbox/webhooks';
import { passTime, withVirtualWaits } from '../../../support/node/virtualWaits';

const SALES: INodeParameters = { events: ['sale.created'] };
const SECRET = 'whsec_0123456789abcdef0123456789abcdef';

const service = useTriggerService();

beforeEach(() => service.reset());

/** Fails as often as n8n 2.41 tries it. */
async function failToRemove(node: TriggerNode): Promise<void> {
	for (const pause of [1000, 2000, 0]) {
		await failureOf(node.hook('delete'));
		passTime(pause);
	}
}

describe('Publishing', () => {
	it('registers the URL with the chosen events, and stores no secret', async () => {
		const node = await service.published({ events: ['link.clicked', 'sale.created'] });
		expect(service.sent()).toEqual(['GET /webhooks', 'POST /webhooks']);
		expect(service.webhookOf(node)).toMatchObject({
			name: 'n8n: My workflow',
			triggers: '["link.clicked","sale.created"]',
			link_scope: 'workspace',
		});
		const { id } = service.webhookOf(node);
		expect(node.staticData).toEqual({ isPublished: true, webhookId: id, webhookUrl: node.url });
	});

	it.each([undefined, null, ''])('fails when the service returns the secret %p', async (secret) => {
		const webhook = { id: 'wh_1', url: 'https://n8n.example', triggers: [], secret };
		service.proxy.respondNext({ status: 200, body: [] }, { status: 201, body: webhook });
		const failure = await failureOf((await service.start(SALES)).activate());
		expect(failure.message).toContain(
			'The response to POST /webhooks has an unexpected format: secret: ',
		);
	});

	it('again updates the existing webhook', async () => {
		const node = await service.published(SALES);
		const { id } = service.webhookOf(node);
		await node.activate();
		await node.activate();
		expect(service.webhooks()).toHaveLength(1);
		node.parameters = { events: ['link.clicked', 'lead.created'] };
		await node.activate();
		expect(service.webhookOf(node)).toMatchObject({
			id,
			triggers: '["link.clicked","lead.created"]',
			link_scope: 'workspace',
		});
		node.parameters = SALES;
		await node.activate();
		expect(service.webhookOf(node)).toMatchObject({
			triggers: '["sale.created"]',
			link_scope: null,
		});
	});

	it.each(['init', 'leadershipChange'] as const)(
		'leaves a working webhook unchanged on %s, although a link of its filters is deleted',
		async (activation) => {
			const { id } = await conversionLink(service.sandbox);
			const node = await service.published({
				events: ['link.clicked'],
				pushFilters: { linkIds: id },
				catchUp: false,
			});
			const { url } = service.webhookOf(node);
			await new Api(service.sandbox, 'business').delete(`/links/${id}`);
			await node.hook('create', false, activation);
			expect(service.webhookOf(node).url).toBe(url);
			expect((await failureOf(node.hook('create'))).message).toContain('link');
		},
	);

	it('changes nothing when n8n starts, unless the URL of n8n has changed', async () => {
		const node = await service.published(SALES);
		service.proxy.reset();
		node.restart();
		expect(await node.hook('checkExists', false, 'init')).toBe(true);
		expect(service.sent()).toEqual(['GET /webhooks']);
		node.origin = node.url.replace('127.0.0.1', 'localhost').split('/webhook/')[0];
		expect(await node.hook('checkExists', false, 'init')).toBe(true);
		expect(service.webhookOf(node).url).toContain('http://localhost:');
	});

	it('leaves the webhook of another n8n alone, also if the workflow comes from there with what it has stored', async () => {
		const node = await service.published(SALES);
		const { url } = service.webhookOf(node);
		const copy = await service.start(SALES, {
			workflow: { name: node.workflow.name, staticData: structuredClone(node.workflow.staticData) },
		});
		copy.instanceId = 'another';
		await copy.activate();
		expect(service.webhooks().map((each) => each.url)).toContain(url);
		expect(service.webhooks()).toHaveLength(2);
		await copy.hook('delete');
		expect(service.webhooks().map((each) => each.url)).toEqual([url]);
		// A new encryption key changes the ID of n8n.
		node.instanceId = 'another';
		await node.activate();
		expect(service.webhooks()).toHaveLength(1);
	});

	it('adopts an unknown webhook with the same URL', async () => {
		const node = await service.published(SALES);
		const { id } = service.webhookOf(node);
		node.workflow.staticData = {};
		await node.hook('create');
		expect(service.webhooks()).toHaveLength(1);
		expect(node.staticData).toEqual({ isPublished: true, webhookId: id, webhookUrl: node.url });
	});

	it('replaces a webhook that the service disabled', async () => {
		const node = await service.published({ ...SALES, catchUp: false });
		const disabled = service.webhookOf(node);
		service.sandbox.db.run('UPDATE webhooks SET disabled_at = 1');
		await node.activate();
		const { id, secret, disabled_at } = service.webhookOf(node);
		expect(service.webhooks()).toHaveLength(1);
		expect(disabled_at).toBeNull();
		expect([id === disabled.id, secret === disabled.secret]).toEqual([false, false]);
		expect(node.staticData).toEqual({ isPublished: true, webhookId: id, webhookUrl: node.url });
	});

	it('replaces a deleted webhook', async () => {
		const node = await service.published(SALES);
		service.sandbox.db.run('DELETE FROM webhooks');
		await node.activate();
		expect(node.staticData).toMatchObject({ webhookId: service.webhookOf(node).id });
	});

	it('shortens a long name without cutting a character', async () => {
		const workflow = { name: `${'x'.repeat(34)}🎉 and so on`, staticData: {} };
		const node = await service.published(SALES, { workflow });
		expect(service.webhookOf(node).name).toBe(`n8n: ${'x'.repeat(34)}`);
	});

	it('requests only the clicks of the selected links or folders', async () => {
		const { id } = await conversionLink(service.sandbox);
		const api = new Api(service.sandbox, 'business');
		const [folder] = (await api.get<{ id: string }[]>('/folders')).body;
		const node = await service.published({
			events: ['link.clicked'],
			pushFilters: { folderIds: folder.id },
		});
		const scopeOf = async (list: string) =>
			(await api.get(`/webhooks/${service.webhookOf(node).id}/${list}`)).body;
		expect(service.webhookOf(node).link_scope).toBe('folders');
		expect(await scopeOf('folders')).toEqual([folder.id]);
		node.parameters = {
			events: ['link.clicked'],
			pushFilters: { folderIds: folder.id, linkIds: id },
		};
		await node.activate();
		expect(service.webhookOf(node).link_scope).toBe('links');
		expect([await scopeOf('links'), await scopeOf('folders')]).toEqual([[id], []]);
	});
});

it.each([
	{ catchUp: true, durable: true },
	{ catchUp: false, durable: true },
	{ catchUp: false, durable: false },
])(
	'Polling that is selected again emits no delivered event, but all later ones: %p',
	async (given) => {
		const { catchUp, durable } = given;
		service.service.withoutLimits();
		const link = await conversionLink(service.sandbox);
		const polling = { delivery: 'polling', events: ['link.clicked'] };
		const node = await service.start(polling);
		await polled(node, { durable });
		node.parameters = { events: ['link.clicked'], catchUp };
		await node.activate();
		await newClick(service.sandbox, link);
		await settled(service.sandbox);
		await node.hook('delete');
		node.parameters = polling;
		expect(await polled(node, { durable })).toBeUndefined();
		for (let n = 0; n < 2; n++) {
			const click = await newClick(service.sandbox, link);
			expect(idsOf(await polled(node, { durable }))).toEqual([click]);
		}
	},
);

it('What the service refuses without a filter is not tried again', async () => {
	const node = await service.start({ ...SALES, catchUp: true });
	service.proxy.respond = ({ method }) =>
		method === 'POST' ? { status: 422, body: { error: { message: 'No.' } } } : undefined;
	expect((await failureOf(node.hook('create'))).message).toContain('No.');
	expect(service.sent().filter((each) => each.startsWith('POST'))).toHaveLength(1);
});

describe('The test URL and the production URL of a node', () => {
	it('have separate webhooks', async () => {
		const node = await service.published(SALES);
		await node.activate(true);
		const urls = () => service.webhooks().map(({ url }) => url.split('?')[0]);
		expect(urls()).toEqual([node.url, node.testUrl]);
		service.proxy.respondNext({ status: 400, body: { error: { message: 'No.' } } });
		expect((await failureOf(node.hook('create', true))).message).toContain('No.');
		await node.hook('delete', true);
		expect(urls()).toEqual([node.url]);
		await node.activate(true);
		await node.hook('delete');
		expect(urls()).toEqual([node.testUrl]);
		await node.hook('delete', true);
		expect(urls()).toEqual([]);
	});
});

describe('Unpublishing', () => {
	it('removes the webhook, and notes when', async () => {
		const node = await service.published(SALES);
		await node.hook('delete');
		expect(service.webhooks()).toEqual([]);
		expect(node.staticData).toEqual({ unpublishedAt: expect.any(Number) });
	});

	it('requires no permission to list webhooks', async () => {
		const node = await service.published(SALES);
		service.proxy.respondNext({ status: 403, body: { error: { message: 'No.' } } });
		await node.hook('delete');
		expect(service.webhooks()).toEqual([]);
	});

	it('succeeds if the webhook is already deleted', async () => {
		const node = await service.published(SALES);
		service.sandbox.db.run('DELETE FROM webhooks');
		expect(await node.hook('delete')).toBe(true);
		expect(node.staticData).not.toHaveProperty('webhookId');
	});

	it.each([400, 403])('fails if the service returns %i, and can be repeated', async (status) => {
		const node = await service.published({ ...SALES, catchUp: false });
		// Whoever may write webhooks may not be able to list them.
		const response = { status, body: { error: { code: 'oops', message: 'No.' } } };
		service.proxy.respondNext(response, ...(status === 403 ? [response] : []));
		expect((await failureOf(node.hook('delete'))).message).toContain('No.');
		expect(await node.hook('delete')).toBe(true);
		expect(service.webhooks()).toEqual([]);
	});

	it('retries if the service fails', async () => {
		const node = await service.published(SALES);
		service.proxy.respondNext({ status: 500, body: {} }, 'connection reset');
		const { result } = await withVirtualWaits(async () => await node.hook('delete'));
		expect(result).toBe(true);
		expect(service.webhooks()).toEqual([]);
	});

	it('fails in time for n8n if the service fails, with each attempt of n8n', async () => {
		const node = await service.published(SALES);
		service.proxy.respond = ({ method }) =>
			method === 'DELETE' ? { status: 503, body: {} } : undefined;
		const begin = performance.now();
		await withVirtualWaits(async () => await failToRemove(node));
		const took = performance.now() - begin;
		expect(took).toBeGreaterThan(40_000);
		expect(took).toBeLessThan(70_000);
		service.proxy.reset();
		await node.hook('delete');
		expect(service.webhooks()).toEqual([]);
	});

	it('removes the webhook although an execution has overwritten what publishing stored', async () => {
		const node = await service.start(SALES);
		const before = structuredClone(node.workflow.staticData);
		await node.activate();
		await node.activate(true);
		node.workflow.staticData = before;
		await node.hook('delete');
		expect(service.webhooks().map(({ url }) => url)).toEqual([node.testUrl]);
		expect(node.staticData).toEqual({ unpublishedAt: expect.any(Number) });
		await node.hook('delete');
		expect(service.webhooks()).toHaveLength(1);
	});

	it('leaves a webhook that a person has registered', async () => {
		const node = await service.published({ ...SALES, catchUp: false });
		service.proxy.respondNext({ status: 400, body: { error: { message: 'No.' } } });
		await failureOf(node.hook('delete'));
		const own = { name: 'Mine', url: node.url, triggers: ['sale.created'] };
		await new Api(service.sandbox, 'business').post('/webhooks', own);
		node.parameters = { ...SALES, registration: 'manual', catchUp: false };
		node.credential.webhookSecret = SECRET;
		await node.activate();
		await node.hook('delete');
		expect(service.webhooks().map(({ url }) => url)).toEqual([node.url]);
	});

	it('sends no request without a registration', async () => {
		const node = await service.start(SALES);
		expect(await node.hook('delete')).toBe(true);
		expect(service.sent()).toEqual([]);
	});
});

describe('A registration that fails', () => {
	it('says how to continue if the plan is too low', async () => {
		const failure = await failureOf((await service.start(SALES, { workspace: 'pro' })).activate());
		expect(failure.message).toContain('plan of this workspace');
		expect(failure.message).toMatch(/^Set 'Registration' to Manual, or .*Business plan/);
	});

	it.each(['readonly', 'member', 'apis.all'])(
		'says how to continue if the key is %s',
		async (key) => {
			const { db } = service.sandbox;
			const node = await service.start(SALES, { key: key === 'apis.all' ? 'readonly' : key });
			if (key === 'apis.all') {
				db.run("UPDATE api_keys SET scopes = 'apis.all' WHERE name = 'readonly'");
			}
			const failure = await failureOf(node.activate());
			if (key === 'apis.all') {
				db.run("UPDATE api_keys SET scopes = 'apis.read' WHERE name = 'readonly'");
			}
			expect(failure.message).toMatch(/permission webhooks\.(read|write)/);
			expect(failure.message).toMatch(/^Set 'Registration' to Manual, or .*Webhooks: Write/);
			expect(failure.message.split(' ').length).toBeLessThanOrEqual(40);
			expect(service.webhooks()).toEqual([]);
		},
	);

	it('is reported immediately on publishing, while n8n retries other errors for 15 seconds', async () => {
		const node = await service.start({ ...SALES, catchUp: false }, { key: 'readonly' });
		const failures = await Promise.all(
			(['activate', 'update', 'init'] as const).map(
				async (activation) => await failureOf(node.hook('create', false, activation)),
			),
		);
		expect(failures.map((failure) => failure instanceof WebhookPathTakenError)).toEqual([
			true,
			true,
			false,
		]);
		// A catch-up registers it later.
		node.parameters = SALES;
		expect(await node.hook('create', false, 'init')).toBe(true);
	});

	it('leaves the webhook as it is while n8n starts, which would not try again', async () => {
		const link = await conversionLink(service.sandbox);
		const node = await service.published({ events: ['link.clicked'], catchUp: false });
		node.restart();
		service.proxy.respond = () => ({ status: 401, body: { error: { message: 'No.' } } });
		expect(await node.hook('checkExists', false, 'init')).toBe(true);
		service.proxy.respond = () => undefined;
		expect(node.logged).toEqual([expect.stringMatching(/could not be checked .*No\./)]);
		await newClick(service.sandbox, link);
		await settled(service.sandbox);
		expect(node.items).toHaveLength(1);
		await node.hook('delete');
		expect(service.webhooks()).toEqual([]);
	});

	it('says how to continue if the service has no webhooks in its API', async () => {
		const node = await service.start(SALES);
		service.proxy.respondNext({
			status: 404,
			body: { error: { code: 'not_found', message: 'There is no such path.' } },
		});
		expect((await failureOf(node.activate())).message).toContain('Manual');
	});

	it.each([
		'http://n8n.example.com',
		'https://localhost:5678',
		'https://n8n.local',
		'https://n8n',
		'https://10.1.2.3',
		'https://172.20.0.2',
		'https://192.168.1.5',
		'https://[::1]',
		'https://[fd12::1]',
	])('says that the service cannot reach n8n at %s', async (origin) => {
		const node = await service.start(SALES);
		const local = node.credential;
		node.origin = origin;
		node.credential = { ...local, baseUrl: 'https://api.example.com' };
		const { message } = await failureOf(node.activate());
		expect(message).toContain(`The service cannot reach n8n at ${origin}.`);
		// n8n has published it before, or the service is on this machine, too.
		expect(await node.hook('checkExists', false, 'init')).toBe(true);
		node.credential = local;
		expect(await node.hook('checkExists')).toBe(false);
	});

	it('says within the time of n8n why the service does not accept it', async () => {
		const node = await service.published(SALES);
		const refusal = { status: 503, body: { error: { message: 'Down for maintenance.' } } };
		service.proxy.respond = () => refusal;
		node.parameters = { events: ['lead.created'] };
		const begin = performance.now();
		const thrown: unknown[] = [];
		await withVirtualWaits(async () => {
			// As n8n 2.41 does, which first removes the webhook of the previous version.
			await failToRemove(node);
			for (const pause of [1000, 2000, 4000, 8000, 0]) {
				thrown.push(await failureOf(node.activate()));
				await node.hook('delete').catch(() => {});
				if (thrown.at(-1) instanceof WebhookPathTakenError) break;
				passTime(pause);
			}
		});
		expect(performance.now() - begin).toBeLessThan(84_000);
		expect(thrown.map((each) => (each as Error).message)).toContain('Down for maintenance.');
	});

	it('reads no events', async () => {
		const node = await service.start({ ...SALES, catchUp: true });
		service.proxy.respondNext({ status: 422, body: {} });
		await failureOf(node.activate());
		service.proxy.reset();
		await withVirtualWaits(async () => {
			expect(await node.poll({ publishing: true })).toBeUndefined();
		});
		expect(service.sent()).toEqual([]);
	});

	it('waits for the rate limit for a minute, again with a later publication', async () => {
		const node = await service.start(SALES);
		const limited = { status: 429, body: {}, headers: { 'retry-after': '25' } };
		for (let i = 0; i < 2; i++) {
			service.proxy.respondNext(limited, limited);
			const { waits } = await withVirtualWaits(async () => await node.activate());
			expect(waits.length).toBeGreaterThanOrEqual(2);
			passTime(20_000);
		}
	});

	it('does not wait for a response until n8n ends the publication', async () => {
		const node = await service.published(SALES);
		service.proxy.respond = () => ({ status: 503, body: {} });
		const begin = performance.now();
		while (performance.now() - begin < 60_000) {
			await withVirtualWaits(async () => await failureOf(node.hook('delete')));
			passTime(4_000);
		}
		service.proxy.reset();
		service.sandbox.faults.set([{ kind: 'slow', stall: 600_000 }]);
		const { message } = await failureOf(node.hook('delete'));
		service.sandbox.faults.set([]);
		expect(message).toMatch(/no complete response within [1-7] seconds?$/);
	});

	it('does not say so at a public address', async () => {
		const node = await service.start(SALES);
		node.origin = 'https://n8n.example.com';
		node.credential = { ...node.credential, baseUrl: 'https://service.invalid' };
		const { result } = await withVirtualWaits(async () => await failureOf(node.activate()));
		expect(result.message).toMatch(/ENOTFOUND|EAI_AGAIN/);
	});

	it.each<[INodeParameters, string]>([
		[{ events: [] }, "'Trigger On' is empty"],
		[
			{ ...SALES, pushFilters: { linkIds: { __rl: true, mode: 'id', value: 'https://go.x/a' } } },
			"'Link' must be an ID, not 'https://go.x/a'",
		],
	])('names the parameter with a wrong value: %j', async (parameters, message) => {
		for (const registration of ['automatic', 'manual']) {
			const node = await service.start({ ...parameters, registration }, { secret: SECRET });
			expect((await failureOf(node.activate())).message).toContain(message);
		}
		expect(service.webhooks()).toEqual([]);
	});
});

describe('Manual registration', () => {
	const MANUAL: INodeParameters = { ...SALES, registration: 'manual' };

	it('sends no request', async () => {
		const node = await service.published(MANUAL, { secret: SECRET });
		await node.hook('delete');
		expect(service.sent()).toEqual([]);
		expect(node.staticData).toEqual({});
	});

	it.each([undefined, '', ' '])('names the field if the secret is %p', async (secret) => {
		const node = await service.start(MANUAL, { secret });
		const failure = await failureOf(node.activate());
		expect(failure.message).toContain("'Webhook Signing Secret'");
		expect(failure.message).toContain('paste its signing secret');
		expect(await node.hook('checkExists', false, 'init')).toBe(true);
	});

	it.each(['hello', 'WHSEC_0123', `${SECRET}, hello`])(
		'does not publish with %p as the signing secret',
		async (secret) => {
			const node = await service.start(MANUAL, { secret });
			const failure = await failureOf(node.activate());
			expect(failure.message).toMatch(/^'Webhook Signing Secret' .* must start with whsec_/);
			expect(failure.message).not.toContain(secret);
			expect(await node.hook('checkExists', false, 'init')).toBe(true);
		},
	);
});

it('Errors contain neither the signing secret nor the key', async () => {
	const node = await service.published(SALES);
	const { secret } = service.webhookOf(node);
	for (const hook of ['delete', 'create'] as const) {
		service.proxy.respond = () => ({ status: 400, body: { error: { message: 'No.' } } });
		const failure = await failureOf(node.hook(hook));
		const text =
			JSON.stringify(failure, Object.getOwnPropertyNames(failure)) + String(failure.stack);
		expect(text).toContain('No.');
		expect(text).not.toContain(secret);
		expect(text).not.toContain(String(node.credential.apiKey));
	}
});
