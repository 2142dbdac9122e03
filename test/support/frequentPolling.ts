import type { N8nStack } from './n8nStack';
import { createTriggerWorkflow } from './triggerWorkflow';

/** n8n lets each poll time be once a minute at most. */
const SECONDS = [0, 10, 20, 30, 40, 50];

/** A workflow that polls every ten seconds for clicks, leads and sales; not published yet. */
export async function createPollingWorkflow(stack: N8nStack, name: string): Promise<string> {
	const credential = await stack.apiKeyCredential('business');
	const item = SECONDS.map((second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	}));
	const parameters = { delivery: 'polling', pollTimes: { item } };
	return (await createTriggerWorkflow(stack, name, parameters, credential)).id;
}
