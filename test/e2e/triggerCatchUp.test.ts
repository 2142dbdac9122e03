import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { CaughtUpWorkflow } from '../support/n8n/caughtUpWorkflow';
import { OFTEN } from '../support/n8n/pollTimes';
import { N8nStack } from '../support/n8n/n8nStack';
import { catchesUp } from './trigger/catchesUp';

/** n8n gives up a trigger that is not ready within 70% of it when n8n starts; by default, 84 of 120 seconds. */
const LEASE = { N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '30' };
const GIVING_UP = 22_000;

let stack: N8nStack;

beforeAll(async () => {
	stack = await N8nStack.start({ webhooks: { retryFactor: 0.02 } }, { own: true, env: LEASE });
});

afterAll(async () => await stack?.stop());

describe('the trigger with the in-memory scheduler', () =>
	catchesUp('scheduler in memory', () => stack, GIVING_UP));

it('is published although the service refuses it at first, while catch-ups are due', async () => {
	let refusals = 4;
	stack.proxy.respond = ({ method, path }) =>
		method === 'POST' && path === '/webhooks' && refusals-- > 0
			? { status: 502, body: {} }
			: undefined;
	// n8n evaluates a locator with its expression engine.
	const linkIds = { __rl: true, mode: 'id', value: 'link_1' };
	const parameters = { pollTimes: OFTEN, pushFilters: { linkIds }, events: ['lead.created'] };
	const workflow = await CaughtUpWorkflow.start(stack, 'Refused at first', parameters);
	stack.proxy.reset();
	await workflow.unpublish();
});
