import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { polled } from '../../../support/node/polling';
import { envelopeOf, push } from '../../../support/node/pushes';
import type { TriggerNode } from '../../../support/node/runTrigger';
import { useTriggerService } from '../../../support/node/triggerService';
import { payExternally } from '../../../support/sandbox/payouts';

const service = useTriggerService();

beforeAll(async () => {
	await payExternally(service.sandbox);
});
beforeEach(() => service.reset());

async function published(parameters: INodeParameters): Promise<TriggerNode> {
	return await service.published({ events: ['payout.confirmed'], ...parameters });
}

/** One delivery, and what the execution outputs that it starts. */
async function delivered(node: TriggerNode, body: string): Promise<unknown[]> {
	const before = node.executions.length;
	expect(await push(node, body)).toBe(200);
	const [items] = node.executions.slice(before);
	return items ? await node.executeItems('webhook', items) : [];
}

function payout(event = 'payout.confirmed', mode = 'external'): string {
	const fields = { createdAt: new Date().toISOString() };
	return JSON.stringify(envelopeOf(event, { id: 'po_1', amount: 4200, mode }, fields));
}

it('A payout that counts as paid when it is received has a hint that says so', async () => {
	const node = await published({});
	expect(await delivered(node, payout())).toMatchObject([{ payout: { id: 'po_1' } }]);
	expect(node.hints).toEqual([
		expect.stringMatching(/now counts payout po_1 as paid.*'Confirm Payouts'/),
	]);
	await delivered(node, payout('payout.confirmed', 'internal'));
	expect(node.hints).toEqual([]);
});

it('A payout that is confirmed by the workflow runs again if the workflow failed before', async () => {
	const node = await published({ confirmPayouts: 'succeeded' });
	const body = payout();
	const [item] = await delivered(node, body);
	expect(node.hints).toEqual([]);
	// In another process, as this one knows that it responded with success.
	node.restart();
	expect(await delivered(node, body)).toEqual([item]);
});

it.each([
	{ confirmPayouts: 'received', isStored: true },
	{ confirmPayouts: 'succeeded', isStored: false },
])('Only a delivery with an immediate response stores the position: %p', async (given) => {
	const node = await published({ confirmPayouts: given.confirmPayouts });
	// n8n stores nothing of a round without items.
	expect(await polled(node, { isStored: false })).toBeUndefined();
	expect(node.staticData).not.toHaveProperty('provenUntil');
	await delivered(node, payout());
	expect('provenUntil' in node.staticData).toBe(given.isStored);
});

it('The event has its name even if the service spells it longer', async () => {
	const node = await published({});
	expect(await delivered(node, payout('external.payout.confirmed'))).toMatchObject([
		{ event: 'payout.confirmed', payout: { id: 'po_1' } },
	]);
});
