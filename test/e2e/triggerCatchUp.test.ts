import { afterAll, beforeAll, describe } from '@jest/globals';
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
