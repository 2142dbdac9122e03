import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CredentialReference, WorkflowDefinition } from '../../n8n/client';
import { items, nodeError, nodeRun } from '../../n8n/execution';
import { N8nStack } from '../support/n8nStack';
import { programId, workspaceId } from '../support/rows';

const WORKSPACE = 'business';

let stack: N8nStack;
let credentials: Record<string, CredentialReference>;

beforeAll(async () => {
	stack = await N8nStack.start();
	const oauth = await stack.oauthCredential(stack.app(WORKSPACE, true));
	await stack.connect(oauth);
	credentials = {
		linkAttributionApi: await stack.apiKeyCredential(WORKSPACE),
		linkAttributionOAuth2Api: oauth,
	};
}, 120_000);

afterAll(async () => await stack?.stop());

async function run(file: string, trigger: string) {
	const path = join(import.meta.dirname, '..', '..', 'workflows', `${file}.json`);
	const definition = JSON.parse(await readFile(path, 'utf8')) as WorkflowDefinition;
	const { id } = await stack.n8n.client.importWorkflow(definition, credentials);
	const execution = await stack.n8n.client.runAndWait(id, { trigger });
	expect(nodeError(execution)).toBeUndefined();
	expect(execution.status).toBe('success');
	return execution;
}

describe('Partner Moderation', () => {
	const decisions = async (trigger: string) => {
		const execution = await run('partner-moderation', trigger);
		const [summary] = items(execution, 'Summary');
		return { execution, decisions: (summary?.decisions ?? []) as IDataObject[] };
	};

	it('has nothing left to do when it runs again on the same day', async () => {
		const link = stack.sandbox.db.get<{ domain: string; key: string }>(
			`SELECT domain, key FROM links JOIN enrollments USING (partner_id)
			 WHERE workspace_id = ? AND enrollments.status = 'approved' LIMIT 1`,
			workspaceId(stack.sandbox, WORKSPACE),
		);
		for (let visit = 0; visit < 25; visit++) {
			await fetch(`${stack.sandbox.url}/s/${link?.domain}/${link?.key}`, {
				redirect: 'manual',
				headers: { 'user-agent': `Browser ${visit}`, 'x-forwarded-for': '198.51.100.7' },
			});
		}
		const first = (await decisions('Every Morning')).decisions;
		const kept = first.filter(({ decision }) => decision === 'kept');
		expect(first.length).toBeGreaterThan(kept.length + 1);
		expect(first.filter(({ decision }) => decision === 'banned')).toMatchObject([
			{ detail: '25 clicks from 198.51.100.7 in one day' },
		]);

		const second = await decisions('Run Now');
		expect(second.decisions).toEqual(kept);
		expect(nodeRun(second.execution, 'Reject Application')).toBeUndefined();
		expect(nodeRun(second.execution, 'Ban Partner')).toBeUndefined();
	}, 60_000);

	it('ends well without any application', async () => {
		stack.sandbox.db.run(
			`UPDATE enrollments SET status = 'approved' WHERE program_id = ? AND status = 'pending'`,
			programId(stack.sandbox, WORKSPACE),
		);
		expect((await decisions('Every Morning')).decisions).toEqual([]);
	});
});

describe('Event Report', () => {
	it('counts sales in the currency and not in its cents', async () => {
		const execution = await run('event-report', 'Every Monday');
		const amounts = items(execution, 'Get Sales').map(({ saleAmount }) => Number(saleAmount));
		const [report] = items(execution, 'Report');
		expect(report.sales).toBe(amounts.length);
		expect(report.revenue).toBeCloseTo(amounts.reduce((sum, amount) => sum + amount, 0) / 100);
		const top = report.topCountries as Array<{ clicks: number }>;
		expect(top).toHaveLength(5);
		expect(top.map(({ clicks }) => clicks)).toEqual(
			top.map(({ clicks }) => clicks).sort((a, b) => b - a),
		);
	}, 60_000);

	it('reports zeros when nothing has happened', async () => {
		stack.sandbox.db.run(
			'DELETE FROM events WHERE workspace_id = ?',
			workspaceId(stack.sandbox, WORKSPACE),
		);
		expect(items(await run('event-report', 'Run Now'), 'Report')).toEqual([
			{
				period: 'Last 30 days',
				clicks: 0,
				leads: 0,
				sales: 0,
				revenue: 0,
				topCountries: [],
				topLinks: [],
			},
		]);
	});
});
