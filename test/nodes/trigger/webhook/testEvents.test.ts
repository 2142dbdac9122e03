import { beforeAll, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { TriggerNode } from '../../../support/node/runTrigger';
import { useTriggerService } from '../../../support/node/triggerService';
import { fromDashboard, settled } from '../../../support/sandbox/webhooks';

/** The service's names, and the field of the item that holds what it is about. */
const KINDS = [
	['link.clicked', 'click'],
	['lead.created', 'customer'],
	['sale.created', 'sale'],
	['link.created', 'link'],
	['link.updated', 'link'],
	['link.deleted', 'link'],
	['partner.application_submitted', 'application'],
	['partner.enrolled', 'partner'],
	['partner.merged', 'merge'],
	['commission.created', 'commission'],
	['bounty.created', 'bounty'],
	['bounty.updated', 'bounty'],
	['payout.confirmed', 'payout'],
	['discount_code.created', 'discountCode'],
	['discount_code.deleted', 'discountCode'],
];
const NAMES: Record<string, string> = {
	'link.clicked': 'click',
	'lead.created': 'lead',
	'sale.created': 'sale',
};

const service = useTriggerService();
let node: TriggerNode;

beforeAll(async () => {
	node = await service.published({ events: ['sale.created'] });
	node.parameters = { events: KINDS.map(([event]) => event), options: { raw: true } };
});

it.each(KINDS)('The item of a test event of %s has the payload %s', async (event, field) => {
	const webhook = service.webhookOf(node);
	const { eventId } = await fromDashboard(service.sandbox, webhook, 'test', { trigger: event });
	await settled(service.sandbox);
	const item = node.items.at(-1) as IDataObject & { raw: { data: IDataObject } };
	const { raw } = item;
	expect(raw).toMatchObject({ id: eventId, event });
	expect(item).toMatchObject({
		event: NAMES[event] ?? event,
		id: eventId,
		timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
	});
	expect(item[field]).toMatchObject(
		field === 'click'
			? { id: 'd0UtZqE0BZuBPrJS', region: 'US-CA' }
			: ((raw.data[field] as IDataObject | undefined) ?? raw.data),
	);
});
