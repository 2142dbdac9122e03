import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { N8nStack } from '../support/n8n/n8nStack';
import { WorkflowRunner, workflowFiles } from '../support/n8n/workflowRunner';
import { agentWorkflow } from './workflows/agent';
import { knownNodes } from './workflows/knownNodes';
import { leadAndSaleWorkflows } from './workflows/leadsAndSales';
import { linkWorkflows } from './workflows/links';
import { partnerWorkflows } from './workflows/partners';
import { reportWorkflow } from './workflows/report';

let stack: N8nStack;
const runner = new WorkflowRunner();

beforeAll(async () => {
	stack = await N8nStack.start({ smtp: 0 });
	await runner.connect(stack);
});

beforeEach(() => runner.forgetMail());

afterAll(async () => await stack?.stop());

knownNodes(runner);
leadAndSaleWorkflows(runner);
linkWorkflows(runner);
partnerWorkflows(runner);
agentWorkflow(runner);
reportWorkflow(runner);

it('covers every workflow file', async () => {
	expect([...runner.ran].sort()).toEqual(await workflowFiles());
});
