import type { INodeParameters } from 'n8n-workflow';
import { newClick, conversionLink } from '../../support/sandbox/conversions';
import { MINUTE } from '../../support/node/polling';
import { envelopeOf, push, signatureOf } from '../../support/node/pushes';
import type { TriggerNode } from '../../support/node/runTrigger';
import { failureOf, type TriggerService } from '../../support/node/triggerService';
import { passTime, withVirtualWaits } from '../../support/node/virtualWaits';
import { register, settled } from '../../support/sandbox/webhooks';
import { Api } from '../../support/sandbox/api';

/** What a person reads. */
export interface Shown {
	message: string;
	description?: string | null;
}

const SECRET = 'whsec_0123456789abcdef0123456789abcdef';
const EVENTS = ['link.clicked', 'link.created'];
const SALES: INodeParameters = { events: ['sale.created'] };
const MANUAL: INodeParameters = { ...SALES, registration: 'manual' };
const POLLING: INodeParameters = { delivery: 'polling', events: ['link.clicked', 'lead.created'] };

type Options = Parameters<TriggerService['start']>[1];

async function publishing(service: TriggerService, parameters: INodeParameters, options?: Options) {
	return await failureOf((await service.start(parameters, options)).activate());
}

async function rejected(service: TriggerService, headers: Record<string, string>): Promise<Shown> {
	const node = await service.published(MANUAL, { secret: SECRET });
	await push(node, JSON.stringify(envelopeOf('sale.created', {})), headers);
	return await failureOf(node.executeItems('webhook', node.executions[0]));
}

async function polling(service: TriggerService, parameters: INodeParameters): Promise<TriggerNode> {
	const node = await service.start(parameters);
	await withVirtualWaits(async () => await node.poll());
	return node;
}

/** A published node with Catch Up, and what a poll shows as failed executions after `happens`. */
async function caughtUp(
	service: TriggerService,
	happens: (node: TriggerNode) => unknown,
	registration = 'automatic',
): Promise<Shown> {
	const parameters = { events: EVENTS, catchUp: true, registration };
	const node = await service.start(parameters, { secret: SECRET });
	if (registration === 'manual') {
		await register(service.sandbox, node.url, EVENTS, { linkScope: 'workspace' });
	}
	await node.activate();
	const pollAll = async () => {
		for (let i = 0; i < 2; i++) await withVirtualWaits(async () => await node.pollItems());
	};
	await pollAll();
	await happens(node);
	const { result } = await withVirtualWaits(async () => await node.pollItems());
	const items = result ?? (await withVirtualWaits(async () => await node.pollItems())).result;
	// The node records the execution once more after a wait.
	if (items) await withVirtualWaits(async () => await node.executeItems('trigger', items));
	const [message = ''] = [...node.errors.map((error) => error.message), ...node.hints].slice(-1);
	return { message };
}

async function disable(service: TriggerService, node: TriggerNode): Promise<void> {
	const api = new Api(service.sandbox, 'business');
	service.sandbox.outage.begin();
	while (service.webhookOf(node).disabled_at === null) {
		await api.post('/links', { url: 'https://example.com' });
		await settled(service.sandbox);
	}
	service.sandbox.outage.end();
}

/** By what happened. */
export const triggerCases: Record<string, (service: TriggerService) => Promise<Shown>> = {
	'No event is chosen': async (service) => await publishing(service, { events: [] }),
	'A key without the permission for webhooks': async (service) =>
		await publishing(service, SALES, { key: 'readonly' }),
	'A plan without webhooks': async (service) =>
		await publishing(service, SALES, { workspace: 'pro' }),
	'n8n has no public address': async (service) => {
		const node = await service.start(SALES);
		Object.assign(node.credential, { baseUrl: 'https://api.dub.co' });
		return await failureOf(node.activate());
	},
	'Manual registration without the signing secret': async (service) =>
		await publishing(service, MANUAL),
	'Manual registration with something else as the signing secret': async (service) =>
		await publishing(service, MANUAL, { secret: 'hello' }),
	'Too many links': async (service) =>
		await publishing(service, {
			events: ['link.clicked'],
			pushFilters: { linkIds: Array.from({ length: 1001 }, (_, n) => `link_${n}`) },
		}),
	'A filter that excludes payouts which the workflow confirms': async (service) =>
		await publishing(service, {
			events: ['payout.confirmed'],
			confirmPayouts: 'succeeded',
			pushFilters: { partnerIds: 'pn_1' },
		}),
	'A delivery without a signature, with manual registration': async (service) =>
		await rejected(service, {}),
	'A delivery with a wrong signature, with manual registration': async (service) =>
		await rejected(service, { 'Dub-Signature': signatureOf('', 'whsec_forged') }),
	'Polling for an event that only webhooks support': async (service) =>
		await failureOf(polling(service, { ...POLLING, events: ['link.created'] })),
	'A step with polling when there is no event': async (service) => {
		const filters = { country: 'AQ', city: 'Nowhere' };
		const node = await service.start({ ...POLLING, filters });
		return await failureOf(node.execute('manual'));
	},
	'Polling that is rate limited': async (service) => {
		const node = await polling(service, POLLING);
		service.proxy.respond = () => ({
			status: 429,
			headers: { 'retry-after': '30' },
			body: { error: { code: 'rate_limit_exceeded', message: 'Rate limit exceeded.' } },
		});
		await withVirtualWaits(async () => await node.poll());
		return node.errors[0];
	},
	'Polling that can read only some of the events': async (service) => {
		const node = await polling(service, POLLING);
		service.proxy.respond = ({ query }) =>
			query.event === 'leads'
				? { status: 500, body: { error: { code: 'internal_server_error', message: 'Down.' } } }
				: undefined;
		await withVirtualWaits(async () => await node.poll());
		return node.errors[0];
	},
	'The webhook was deleted': async (service) =>
		await caughtUp(service, () => service.sandbox.db.run('DELETE FROM webhooks')),
	'The webhook was deleted while n8n was not running': async (service) =>
		await caughtUp(service, async (node) => {
			node.restart();
			service.sandbox.db.run('DELETE FROM webhooks');
			await node.hook('checkExists', false, 'init');
			await node.hook('create', false, 'init');
			await newClick(service.sandbox, await conversionLink(service.sandbox));
			passTime(5 * MINUTE);
		}),
	'The webhook was changed': async (service) =>
		await caughtUp(service, () =>
			service.sandbox.db.run(`UPDATE webhooks SET triggers = '["link.deleted"]'`),
		),
	'The service disabled the webhook': async (service) =>
		await caughtUp(service, async (node) => await disable(service, node)),
	'The service disabled a webhook that a person registered': async (service) =>
		await caughtUp(service, async (node) => await disable(service, node), 'manual'),
	'A webhook that a person registered does not send all events': async (service) =>
		await caughtUp(
			service,
			() => service.sandbox.db.run(`UPDATE webhooks SET triggers = '["link.created"]'`),
			'manual',
		),
	'A webhook that a person registered is missing': async (service) =>
		await caughtUp(service, () => service.sandbox.db.run('DELETE FROM webhooks'), 'manual'),
	'The delivery log cannot be read': async (service) =>
		await caughtUp(service, () => {
			service.sandbox.quirks.deliveryLog = false;
		}),
	'The event list cannot be read': async (service) =>
		await caughtUp(service, () => {
			service.sandbox.db.run('DELETE FROM webhooks');
			service.proxy.respond = ({ path }) =>
				path === '/events'
					? { status: 403, body: { error: { message: 'Upgrade to the Business plan.' } } }
					: undefined;
		}),
};
