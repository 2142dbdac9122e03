import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { answerForm, buttonUrl, press } from '../../tools/n8n/approval';
import { items, nodeRun } from '../../tools/n8n/execution';
import { Chat } from '../support/n8n/chat';
import { startChatModel, type Reply, type Turn } from '../support/n8n/chatModel';
import { N8nStack } from '../support/n8n/n8nStack';
import { succeeded, WORKSPACE, WorkflowRunner, workflowFiles } from '../support/n8n/workflowRunner';
import { Api } from '../support/sandbox/api';
import { conversionLink, newClick } from '../support/sandbox/conversions';
import { visit } from '../support/sandbox/visit';

/** The example workflows of 1.0.0, as its users saved them: they are never edited. */
const FOLDER = join(import.meta.dirname, 'saved', '1.0.0');
const DAY = 86_400_000;

interface Link {
	id: string;
	shortLink: string;
	domain: string;
	key: string;
}

let stack: N8nStack;
let api: Api;
const runner = new WorkflowRunner(FOLDER);

beforeAll(async () => {
	stack = await N8nStack.start({ smtp: 0 });
	await runner.connect(stack);
	api = new Api(stack.sandbox, WORKSPACE);
}, 120_000);

beforeEach(() => runner.forgetMail());

afterAll(async () => await stack?.stop());

async function createLink(body: object): Promise<Link> {
	return (await api.post<Link>('/links', body)).body;
}

it('Analytics Report counts the last seven days', async () => {
	const execution = await runner.run('analytics-report', 'Run Now');
	const count = async <T>(groupBy: string) => {
		const query = `event=composite&interval=7d&timezone=America/New_York&groupBy=${groupBy}`;
		return (await api.get<T>(`/analytics?${query}`)).body;
	};
	expect(items(execution, 'Get Totals')).toEqual([await count('count')]);
	expect(items(execution, 'Get Days')).toEqual(await count('timeseries'));
	const links = await count<Array<{ shortLink: string; clicks: number }>>('top_links');
	expect(items(execution, 'Get Top Links')).toMatchObject(
		links.map(({ shortLink, clicks }) => ({ shortLink, clicks })),
	);
	const { subject } = await runner.mail('team@example.com');
	expect(subject).toMatch(/^Short links: \d+ clicks in the last 7 days$/);
}, 60_000);

it('Event Alerts, New Events Digest, New Lead Table, and New Sale Message receive events', async () => {
	const { sandbox, n8n } = stack;
	const ids: Record<string, string> = {};
	const polling = ['new-events-digest', 'new-lead-table'];
	for (const file of ['event-alerts', 'new-sale-message', ...polling]) {
		ids[file] = (await runner.import(file)).id;
		await n8n.client.activate(ids[file]);
	}
	const link = await conversionLink(sandbox);
	await api.post('/track/lead', {
		...{ clickId: await newClick(sandbox, link), eventName: 'Sign up' },
		...{ customerExternalId: 'Ada', customerName: 'Ada', customerEmail: 'ada@example.com' },
	});
	await api.post('/track/sale', { customerExternalId: 'Ada', amount: 4900, currency: 'usd' });
	for (const file of polling) {
		await n8n.client.deactivate(ids[file]);
		await n8n.client.activate(ids[file]);
	}
	const outputs = async (file: string, node: string, count: number) =>
		await runner.outputs(ids[file], node, count);
	expect(await outputs('event-alerts', 'Message', 3)).toHaveLength(3);
	expect(await outputs('new-events-digest', 'Digest', 1)).toMatchObject([
		{ clicks: 1, leads: 1, sales: 1, revenue: 49 },
	]);
	expect(await outputs('new-lead-table', 'Add or Update Row', 1)).toMatchObject([
		{ name: 'Ada', eventName: 'Sign up' },
	]);
	expect((await runner.mail('team@example.com')).subject).toBe('Ada paid 49.00 USD');
	for (const id of Object.values(ids)) await n8n.client.deactivate(id);
}, 90_000);

it('Expired Campaigns deletes links that expired long ago', async () => {
	const { id: folderId } = (await api.post<Link>('/folders', { name: 'Campaigns' })).body;
	const links = [
		await createLink({ url: 'https://www.example.com/campaign/a' }),
		await createLink({ url: 'https://www.example.com/campaign/b', folderId }),
	];
	const expired = stack.sandbox.clock.now() - 31 * DAY;
	for (const { id } of links) {
		stack.sandbox.db.run('UPDATE links SET expires_at = ? WHERE id = ?', expired, id);
	}
	const execution = await runner.run('expired-campaigns', 'Run Now');
	expect(items(execution, 'Delete Links')).toEqual([{ deletedCount: 2, ignoredCount: 0 }]);
}, 60_000);

it('Fraud Sweep bans a partner with many clicks from one address', async () => {
	const link = runner.row<Link & { partnerId: string }>(
		`SELECT min(links.id) AS id, links.partner_id AS partnerId, domain, key FROM links
		 JOIN enrollments USING (program_id, partner_id)
		 WHERE workspace_id = ? AND enrollments.status = 'approved' AND disabled_at IS NULL
		 AND expires_at IS NULL AND password IS NULL
		 GROUP BY links.partner_id ORDER BY links.id LIMIT 1`,
		runner.workspaceId,
	);
	for (let time = 0; time < 26; time++) {
		const headers = { 'user-agent': `Browser ${time}`, 'x-forwarded-for': '198.51.100.7' };
		await visit(stack.sandbox, link, headers);
	}
	const execution = await runner.run('fraud-sweep', 'Run Now');
	expect(items(execution, 'Ban Partner')).toEqual([{ partnerId: link.partnerId }]);
	expect(
		runner.row(
			'SELECT status, banned_reason AS reason FROM enrollments WHERE partner_id = ?',
			link.partnerId,
		),
	).toEqual({ status: 'banned', reason: 'fake_traffic' });
}, 60_000);

it('Links from Sheet creates the links listed in the table', async () => {
	await runner.run('links-from-sheet', 'Run Now');
	await runner.fill('Short Links to Make', [
		{ url: 'https://www.example.com/sheet', slug: 'saved-sheet', comments: 'From the sheet' },
	]);
	const execution = await runner.run('links-from-sheet', 'Run Now');
	expect(items(execution, 'Create or Update Link')).toMatchObject([
		{ key: 'saved-sheet', url: 'https://www.example.com/sheet' },
	]);
	expect(await runner.rows('Short Links to Make')).toMatchObject([{ result: 'done' }]);
}, 60_000);

it('Partner Moderation rejects applications by its rules and asks a person about the others', async () => {
	const { execution, mail } = await runner.runUntilMail('partner-moderation', 'Run Now');
	expect(mail.subject).toMatch(/^\d+ partner applications to decide on$/);
	let choice = 'Approve';
	await answerForm(buttonUrl(mail.html ?? '', 'Decide'), () => {
		const chosen = choice;
		choice = chosen === 'Approve' ? 'Reject' : 'Leave open';
		return chosen;
	});
	const ended = succeeded(await stack.n8n.client.waitForExecution(execution));
	expect(nodeRun(ended, 'Reject Application')).toBeDefined();
	const decided = (node: string) => items(ended, node).map(({ partnerId }) => String(partnerId));
	const [approved] = decided('Approved');
	const [rejected] = decided('Rejected as Told');
	const statusOf = (partnerId: string) =>
		runner.row('SELECT status FROM enrollments WHERE partner_id = ?', partnerId);
	expect(statusOf(approved)).toEqual({ status: 'approved' });
	expect(statusOf(rejected)).toEqual({ status: 'rejected' });
}, 90_000);

it('Link Agent reads links and analytics and updates a link after approval', async () => {
	const link = await createLink({ url: 'https://www.example.com/old', key: 'agent-saved' });
	const steps: Reply[] = [
		{ tool: 'Find_Links', arguments: { search: 'agent-saved' } },
		{ tool: 'Get_Analytics', arguments: { group_by: 'count', period: '7d' } },
		{
			tool: 'Update_Link',
			arguments: {
				toolParameters: { link_id: link.id, url: 'https://www.example.com/new' },
				hitlParameters: {},
			},
		},
	];
	const think = ({ results }: Turn): Reply => steps[results.length] ?? results.join('\n');
	const model = await startChatModel(think);
	const openAiApi = await stack.n8n.client.createCredential('Model', 'openAiApi', {
		...{ apiKey: 'none', url: model.url },
	});
	const workflow = await runner.import('link-agent', { openAiApi });
	const chat = await Chat.send(stack.n8n.client, workflow.id, 'Let agent-saved lead to /new');
	const { buttons } = await chat.choice();
	await press(buttons.find(({ text }) => text === 'Allow')?.link ?? '');
	const reply = await chat.next();
	expect(reply).toContain(link.shortLink);
	expect(reply).toMatch(/"clicks":\d+,"leads":\d+/);
	expect(runner.row('SELECT url FROM links WHERE id = ?', link.id)).toEqual({
		url: 'https://www.example.com/new',
	});
	chat.close();
	await model.close();
}, 60_000);

it('covers every workflow of 1.0.0', async () => {
	expect([...runner.ran].sort()).toEqual(await workflowFiles(FOLDER));
});
