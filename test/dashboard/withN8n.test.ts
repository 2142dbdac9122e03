import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { nodeError } from '../../tools/n8n/execution';
import { launchBrowser } from '../../tools/browser/browser';
import { DashboardPage } from '../support/browser/dashboardPage';
import { chain, workflowNode } from '../support/n8n/chain';
import { N8nStack, NODE } from '../support/n8n/n8nStack';
import { createTriggerWorkflow, executedKeys } from '../support/n8n/triggerWorkflow';
import { programId, row } from '../support/sandbox/rows';
import { CHROME } from '../support/sandbox/visit';
import { until } from '../support/until';
import type { CredentialReference } from '../../tools/n8n/client';

let stack: N8nStack;
let browser: Browser;
let page: Page;
let dashboard: DashboardPage;
let credential: CredentialReference;

beforeAll(async () => {
	stack = await N8nStack.start({ smtp: 0, network: {} });
	credential = await stack.apiKeyCredential('business');
	browser = await launchBrowser();
	page = await (await browser.newContext({ locale: 'en-US', userAgent: CHROME })).newPage();
	dashboard = new DashboardPage(page, stack.sandbox);
});

afterAll(async () => {
	await browser?.close();
	await stack?.stop();
});

const open = async (name: string) => await dashboard.open(name);
const press = async (name: string) => await dashboard.press(name);
const count = async () => await stack.run({ resource: 'link', operation: 'count' }, { credential });

it('shows a request of n8n as it happens', async () => {
	await dashboard.openLive();
	expect((await count()).status).toBe('success');
	await page.locator('.live li.request', { hasText: '/links/count' }).first().waitFor();
});

it('turns on a fault that the node reports', async () => {
	await open('trouble');
	await page.getByLabel('Fault').selectOption('HTML instead of JSON');
	await page.getByLabel(/Only for this route/).fill('/links/count');
	await press('Turn on');
	await page.locator('.said').waitFor();
	expect(nodeError(await count())?.message).toMatch(/is a web page/);
	await press('Turn off');
	await dashboard.says('The fault is off.');
	expect((await count()).status).toBe('success');
});

it('marks what n8n changed, and gives n8n a slow line', async () => {
	const { id, name } = row<{ id: string; name: string }>(
		stack.sandbox,
		`SELECT p.id, p.name FROM enrollments e JOIN partners p ON p.id = partner_id
		 WHERE status = 'approved' AND program_id = ? LIMIT 1`,
		programId(stack.sandbox, 'business'),
	);
	await open('trouble');
	await page.getByLabel(/Latency/).fill('500');
	await press('Set the network');
	await dashboard.says('The network has these settings now.');
	const start = performance.now();
	const ban = {
		resource: 'partner',
		operation: 'ban',
		partner: { __rl: true, mode: 'id', value: id },
	};
	expect((await stack.run({ ...ban, reason: 'spam' }, { credential })).status).toBe('success');
	expect(performance.now() - start).toBeGreaterThan(500);
	stack.sandbox.network?.set({ latency: 0 });
	await open('partners');
	const banned = page.locator('tr', { has: page.getByRole('rowheader', { name, exact: true }) });
	await banned.locator('mark', { hasText: 'POST /partners/ban' }).first().waitFor();
});

it('breaks the way to n8n, shows the retries, and n8n catches up', async () => {
	const parameters = { delivery: 'webhook', events: ['link.clicked'] };
	const workflow = await createTriggerWorkflow(stack, 'Played', parameters, credential);
	await stack.n8n.client.activate(workflow.id);
	await open('trouble');
	await press('Begin an outage');
	await page.locator('.said').waitFor();
	await open('play');
	await press('Visit');
	await page.locator('.said').waitFor();
	await until(async () => {
		await open('webhooks');
		return (await page.locator('td.bad', { hasText: '503' }).count()) > 1;
	}, 'two attempts');
	expect(await executedKeys(stack.n8n.client, workflow.id)).toEqual([]);
	await open('trouble');
	await press('End the outage');
	const executed = async () => (await executedKeys(stack.n8n.client, workflow.id)).length === 1;
	await until(executed, 'the execution');
	await stack.n8n.client.deactivate(workflow.id);
});

it('shows an email of n8n, whose button works', async () => {
	const smtp = await stack.n8n.client.createCredential('Mail', 'smtp', {
		...{ host: '127.0.0.1', port: stack.sandbox.smtpPort, secure: false, disableStartTls: true },
	});
	const ask = workflowNode('Ask', 'n8n-nodes-base.emailSend', 2.1, {
		...{ operation: 'sendAndWait', fromEmail: 'n8n@example.com', toEmail: 'team@example.com' },
		...{ subject: 'May I?', message: 'Please decide.' },
	});
	const workflow = await stack.n8n.client.createWorkflow({
		name: 'Ask',
		...chain([{ ...ask, credentials: { smtp } }, workflowNode(NODE, 'n8n-nodes-base.noOp', 1, {})]),
	});
	const id = await stack.n8n.client.run(workflow.id, { trigger: 'Start' });
	// n8n sends the email first, and refuses the answer (409) until the execution is stored as waiting.
	expect((await stack.n8n.client.waitForPause(id)).status).toBe('waiting');
	await open('mail');
	await page.getByRole('link', { name: 'May I?' }).first().click();
	const opened = page.context().waitForEvent('page');
	await page
		.frameLocator('iframe')
		.getByRole('link', { name: /Approve/ })
		.click();
	await (await opened).waitForLoadState();
	expect((await stack.n8n.client.waitForExecution(id)).status).toBe('success');
});
