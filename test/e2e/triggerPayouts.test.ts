import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from '@jest/globals';
import { N8nStack } from '../support/n8n/n8nStack';
import { createTriggerWorkflow, productionRuns } from '../support/n8n/triggerWorkflow';
import { confirmPayout, paidState, payExternally, pendingPayout } from '../support/sandbox/payouts';
import { Receiver } from '../support/sandbox/receiver';
import { until } from '../support/until';

/** Milliseconds that the service waits for a response. */
const TIMEOUT = 3000;

let stack: N8nStack;
/** The workflow pays with it. */
let bank: Receiver;
let payout: string;
let workflow = '';

beforeAll(async () => {
	// Retries come after 0.5, 6, and 72 seconds: n8n starts within the second pause.
	const webhooks = { retryFactor: 0.04, timeout: TIMEOUT };
	stack = await N8nStack.start({ webhooks }, { own: true });
	await payExternally(stack.sandbox);
});

afterAll(async () => await stack?.stop());

beforeEach(async () => {
	bank = await Receiver.start();
	payout = pendingPayout(stack.sandbox);
});

afterEach(async () => {
	await stack.ensureN8n();
	if (workflow) await stack.n8n.client.deactivate(workflow);
	await bank.close();
});

const state = () => paidState(stack.sandbox, payout);

/** Publishes a workflow that pays external payouts, and confirms each when it has succeeded. */
async function publish(name: string): Promise<void> {
	const { id } = await createTriggerWorkflow(
		stack,
		name,
		{
			delivery: 'webhook',
			events: ['payout.confirmed'],
			confirmPayouts: 'succeeded',
			catchUp: true,
		},
		await stack.apiKeyCredential('business'),
		{
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				method: 'POST',
				url: bank.url,
				sendBody: true,
				specifyBody: 'json',
				jsonBody: '={{ JSON.stringify($json.payout) }}',
			},
		},
	);
	await stack.n8n.client.activate(id);
	workflow = id;
}

const paid = () => bank.deliveries.map(({ raw }) => (JSON.parse(String(raw)) as { id: string }).id);

it('marks a payout as paid when the workflow has succeeded, and not before', async () => {
	let before = '';
	bank.react = () => {
		before = state().status;
		return 200;
	};
	await publish('Pays');
	await confirmPayout(stack.sandbox, payout);
	await until(() => state().status === 'completed', 'the payment');
	expect(before).toBe('processing');
	expect(state().commissions).toEqual(['paid']);
	expect(paid()).toEqual([payout]);
});

it('runs the workflow again until it succeeds', async () => {
	bank.react = (_, n) => (n === 0 ? 500 : 200);
	await publish('Pays at Last');
	await confirmPayout(stack.sandbox, payout);
	await until(() => bank.deliveries.length === 1, 'the first attempt');
	expect(state().status).toBe('processing');
	await until(() => state().status === 'completed', 'the payment');
	expect(paid()).toEqual([payout, payout]);
	const runs = await productionRuns(stack.n8n.client, workflow);
	expect(runs.map(({ status }) => status)).toEqual(['success', 'error']);
});

it('marks nothing as paid while the workflow runs longer than the service waits', async () => {
	let before = '';
	bank.react = async (_, n) => {
		if (n > 0) return 200;
		// The service has tried again by then.
		await sleep(1.6 * TIMEOUT);
		before = state().status;
		return 500;
	};
	await publish('Pays Slowly');
	await confirmPayout(stack.sandbox, payout);
	await until(() => state().status === 'completed', 'the payment');
	expect(before).toBe('processing');
	expect(paid()).toEqual([payout, payout]);
});

it('marks nothing as paid when n8n is killed while the workflow runs', async () => {
	bank.react = (_, n) => (n === 0 ? 'silence' : 200);
	await publish('Pays after All');
	await confirmPayout(stack.sandbox, payout);
	await until(() => bank.deliveries.length === 1, 'the first attempt');
	await stack.n8n.kill();
	expect(state().status).toBe('processing');
	// To what it receives while it migrates its database, n8n responds with 200: a payment for the service.
	stack.sandbox.outage.begin();
	await stack.startN8nAgain();
	stack.sandbox.outage.end();
	await until(() => state().status === 'completed', 'the payment');
	expect(paid()).toEqual([payout, payout]);
});
