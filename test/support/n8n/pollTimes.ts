import type { IDataObject } from 'n8n-workflow';
import type { N8nStack } from './n8nStack';
import { createTriggerWorkflow } from './triggerWorkflow';

/** Poll times some seconds apart; n8n lets each be once a minute at most. */
export function everySeconds(seconds: number): IDataObject {
	const item = Array.from({ length: 60 / seconds }, (_, n) => ({
		mode: 'custom',
		cronExpression: `${n * seconds} * * * * *`,
	}));
	return { item };
}

/** For tests that wait for polls, with one process of n8n. */
export const OFTEN = everySeconds(2);

/** On 29 February, so that only the test decides when n8n polls. */
export const HARDLY_EVER = { item: [{ mode: 'custom', cronExpression: '0 0 0 29 2 *' }] };

/** A workflow that polls every five seconds for clicks, leads and sales; not published yet. */
export async function createPollingWorkflow(stack: N8nStack, name: string): Promise<string> {
	const credential = await stack.apiKeyCredential('business');
	const parameters = { delivery: 'polling', pollTimes: everySeconds(5) };
	return (await createTriggerWorkflow(stack, name, parameters, credential)).id;
}
