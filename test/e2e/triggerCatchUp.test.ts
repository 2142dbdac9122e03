import { afterAll, beforeAll, describe } from '@jest/globals';
import { N8nStack } from '../support/n8n/n8nStack';
import { catchesUp } from './trigger/catchesUp';

let stack: N8nStack;

beforeAll(async () => {
	stack = await N8nStack.start({ webhooks: { retryFactor: 0.02 } }, { own: true });
}, 120_000);

afterAll(async () => await stack?.stop());

describe('the trigger with the in-memory scheduler', () =>
	catchesUp('scheduler in memory', () => stack));
