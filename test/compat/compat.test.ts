import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catchesUp } from '../e2e/trigger/catchesUp';
import { N8nStack } from '../support/n8n/n8nStack';
import { limitChecks } from './limits';
import { nodeChecks } from './node';
import { oauthChecks } from './oauth';
import { platforms } from './platforms';
import { triggerChecks } from './trigger';
import { updateChecks } from './update';

/** The editor's routes and the task runner, which other tests do without. */
const COMPLETE = { N8N_DISABLE_UI: 'false', N8N_RUNNERS_MODE: 'internal' };

describe.each(platforms)('n8n $n8n on Node $node', ({ n8n, node, installation, env }) => {
	let stack: N8nStack;

	beforeAll(async () => {
		const options = { installation, env: { ...COMPLETE, ...env } };
		stack = await N8nStack.start({ webhooks: { retryFactor: 0.02 } }, options);
	});

	afterAll(async () => await stack?.stop());

	it('runs the expected versions of n8n and Node', async () => {
		const settings = await stack.n8n.client.request('GET', '/rest/settings');
		expect(settings).toMatchObject({
			versionCli: n8n,
			nodeJsVersion: expect.stringMatching(`^${node}\\.`),
		});
	});

	nodeChecks(() => stack);
	limitChecks(() => stack, !n8n.startsWith('1.'));
	triggerChecks(() => stack);
	describe('catching up', () => catchesUp(`n8n ${n8n}`, () => stack));
	// Connecting another credential, as the checks before do, disconnects the one of these.
	describe('the OAuth2 credential', () => oauthChecks(() => stack));
	if (installation) updateChecks(() => stack);
});
