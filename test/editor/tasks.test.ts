import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DateTime, type DateTimeUnit } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { items, outputItems, type Execution } from '../../tools/n8n/execution';
import { EditorSuite } from '../support/browser/editorSuite';
import { Person } from '../support/browser/person';
import { Api } from '../support/sandbox/api';
import { conversionLink, newClick } from '../support/sandbox/conversions';
import { enrollmentOf } from '../support/sandbox/partners';
import { programId, row, workspaceId } from '../support/sandbox/rows';
import { register } from '../support/sandbox/webhooks';
import { until, untilDayLasts } from '../support/until';

const DOCUMENT = join(import.meta.dirname, '..', '..', 'docs', 'editor-tasks.md');

/** Where n8n's days begin by default. */
const ZONE = 'America/New_York';

/** What each task takes at most: clicks and characters. */
const EFFORTS: Record<string, [clicks: number, characters: number]> = {
	'Create a link with a domain, a slug, UTM parameters, and a tag': [14, 43],
	'Get the top 10 links by sales of last month': [15, 5],
	"Get yesterday's sales from Germany, not on phones": [17, 7],
	'Approve an application': [7, 3],
	'Start a workflow with a webhook that is registered by hand': [16, 4],
	'Get the QR code of a link': [7, 3],
	'Track a sale of 49.00 USD': [7, 14],
	"Export last quarter's sales as a CSV file": [12, 3],
	'Find sales by metadata': [12, 10],
	'Ban a partner with a reason': [9, 3],
	'Change where a link leads': [10, 26],
	'Find a customer by email': [8, 4],
	'List the commissions that are not paid yet': [10, 3],
	'Give a partner a discount code': [9, 3],
	'Start a workflow on new leads without a public address': [6, 3],
};

const suite = new EditorSuite();
let api: Api;

beforeAll(async () => {
	// The owner, since n8n loads lists for other users only after it has saved a new workflow.
	await suite.start({ own: true });
	// A test and the node would share the limit of four analytics requests a second.
	suite.stack.sandbox.limits = 'off';
	api = new Api(suite.stack.sandbox, 'business');
});
afterAll(async () => await suite.stop());

/** Does a task in a new workflow, and compares what it took. */
function task(what: string, perform: (person: Person) => Promise<void>, name = what): void {
	suite.it(name, async () => {
		await untilDayLasts(ZONE);
		await suite.editor.newWorkflow();
		const person = new Person(suite.editor.page);
		await perform(person);
		const [clicks, characters] = EFFORTS[what];
		expect(person.effort.clicks).toBeLessThanOrEqual(clicks);
		expect(person.effort.characters).toBeLessThanOrEqual(characters);
	});
}

/** The workflow in the editor. */
function workflowId(): string {
	return /\/workflow\/(\w+)/.exec(suite.editor.page.url())?.[1] ?? '';
}

/** The last execution of the workflow in the editor. */
async function lastExecution(): Promise<Execution> {
	const { client } = suite.stack.n8n;
	const [{ id }] = await client.listExecutions(workflowId());
	return await client.waitForExecution(id);
}

/** Of the last request to a path. */
function sentQuery(path: string): Record<string, string> {
	const sent = suite.stack.proxy.requests.findLast((request) => request.path === path);
	return sent?.query ?? {};
}

/** The day, month, or quarter before the current one. */
function last(unit: DateTimeUnit): { start: number; end: number } {
	const start = DateTime.now()
		.setZone(ZONE)
		.startOf(unit)
		.minus({ [unit]: 1 });
	return { start: start.toMillis(), end: start.endOf(unit).toMillis() };
}

/** IDs of the sales in a period, newest first. */
function sales({ start, end }: { start: number; end: number }, where = 'TRUE'): string[] {
	const { sandbox } = suite.stack;
	return sandbox.db
		.all<{ id: string }>(
			`SELECT event_id AS id FROM events WHERE workspace_id = ? AND kind = 'sale'
			 AND timestamp BETWEEN ? AND ? AND ${where} ORDER BY timestamp DESC`,
			workspaceId(sandbox, 'business'),
			start,
			end,
		)
		.map(({ id }) => id);
}

describe('a new user', () => {
	task('Create a link with a domain, a slug, UTM parameters, and a tag', async (person) => {
		await person.addNode('dub', 'Create short link');
		await person.write('url', 'https://example.com');
		await person.pick('domain', 'go.business.example.com');
		await person.write('key', 'summer');
		await person.write('utm_source', 'mail');
		await person.write('utm_medium', 'email');
		await person.write('utm_campaign', 'summer');
		await person.choose('tagIds', 'Newsletter');
		await person.execute();
		const path = '/links/info?domain=go.business.example.com&key=summer';
		const { body } = await api.get<IDataObject>(path);
		expect(body).toMatchObject({
			url: 'https://example.com/?utm_source=mail&utm_medium=email&utm_campaign=summer',
			tags: [{ name: 'Newsletter' }],
		});
	});

	task('Get the top 10 links by sales of last month', async (person) => {
		await person.addNode('dub', 'Get analytics of clicks and leads and sales');
		await person.choose('event', 'Sales');
		await person.choose('groupBy', 'Link');
		await person.choose('interval', 'Last Month');
		await person.write('maxGroups', '10');
		await person.execute();
		const query = sentQuery('/analytics');
		const { start, end } = last('month');
		expect(query).toMatchObject({ event: 'sales', groupBy: 'top_links' });
		expect([query.start, query.end].map((time) => Date.parse(time))).toEqual([start, end]);
		const path = `/analytics?${new URLSearchParams(query).toString()}`;
		const { body: top } = await api.get<IDataObject[]>(path);
		expect(top.length).toBeGreaterThan(10);
		const got = items(await lastExecution(), 'Get analytics of clicks and leads and sales');
		expect(got.map(({ id }) => id)).toEqual(top.slice(0, 10).map(({ id }) => id));
	});

	task("Get yesterday's sales from Germany, not on phones", async (person) => {
		const { db } = suite.stack.sandbox;
		const noon = last('day').start + 12 * 3_600_000;
		for (const [index, device] of ['Desktop', 'Mobile'].entries()) {
			const id = sales({ start: 0, end: noon })[index];
			const change = `UPDATE events SET timestamp = ?, country = 'DE', device = ? WHERE event_id = ?`;
			db.run(change, noon, device, id);
		}
		await person.addNode('dub', 'Get many click and lead and sale events');
		await person.choose('event', 'Sales');
		await person.choose('interval', 'Yesterday');
		await person.add('Add Filter', 'Country');
		await person.choose('country', 'Germany', 'germ');
		await person.add('Add Exclusion', 'Device');
		await person.choose('device', 'Mobile');
		await person.execute();
		const expected = sales(last('day'), "country = 'DE' AND device <> 'Mobile'");
		expect(expected.length).toBeGreaterThan(0);
		const got = items(await lastExecution(), 'Get many click and lead and sale events');
		expect(got.map(({ id }) => id)).toEqual(expected);
	});

	for (const [verb, status] of [
		['Approve', 'approved'],
		['Reject', 'rejected'],
	]) {
		const decide = async (person: Person) => {
			await person.addNode('dub', `${verb} partner application`);
			await person.pick('partnerId', verb === 'Approve' ? 'Link Lab' : 'Quick Cash');
			await person.execute();
			const [{ partnerId }] = items(await lastExecution(), `${verb} partner application`);
			expect(enrollmentOf(suite.stack.sandbox, String(partnerId)).status).toBe(status);
		};
		task('Approve an application', decide, `${verb} an application`);
	}

	task('Start a workflow with a webhook that is registered by hand', async (person) => {
		const { sandbox, n8n } = suite.stack;
		const { node, page } = person;
		await person.addNode('dub', 'On sale');
		await person.choose('registration', 'Manual');
		await person.click(node.root.getByText('Webhook URLs', { exact: true }));
		await person.click(node.root.getByText('Production URL', { exact: true }));
		const url = node.root.getByText(/^http:.*\/webhook\//);
		await person.click(url);
		const { secret } = await register(sandbox, await url.innerText(), ['sale.created']);
		await person.click(node.root.getByTestId('credential-edit-button'));
		const credential = page.getByTestId('editCredential-modal');
		await person.click(credential.getByTestId('parameter-input-webhookSecret').locator('input'));
		await person.paste(secret);
		await person.click(credential.getByTestId('credential-save-button'));
		await credential.getByText('Saved', { exact: true }).waitFor();
		await person.click(credential.getByRole('button', { name: 'Close this dialog' }));
		await person.click(node.root.getByTestId('ndv-close-button'));
		await person.click(page.locator('[data-test-id="workflow-open-publish-modal-button"]:visible'));
		await person.click(page.getByTestId('workflow-publish-button'));
		await person.click(page.getByRole('button', { name: 'Got it' }));
		const id = workflowId();
		await until(async () => (await n8n.client.getWorkflow(id)).active, 'the published workflow');
		await n8n.client.activate(id);
		const clickId = await newClick(sandbox, await conversionLink(sandbox));
		const customerExternalId = 'buyer';
		await api.post('/track/lead', { clickId, eventName: 'Sign up', customerExternalId });
		await api.post('/track/sale', { customerExternalId, amount: 4900 });
		const executions = async () => (await n8n.client.listExecutions(id)).length > 0;
		await until(executions, 'an execution');
		const [item] = items(await lastExecution(), 'Link Attribution Trigger');
		expect(item).toMatchObject({ event: 'sale', customer: { externalId: customerExternalId } });
		await n8n.client.deactivate(id);
	});

	task('Get the QR code of a link', async (person) => {
		await api.post('/links', { url: 'https://example.com', key: 'poster' });
		await person.addNode('dub', 'Get QR code');
		await person.pick('url', '/poster');
		await person.execute();
		expect(sentQuery('/qr').url).toMatch(/\/poster$/);
		const [{ binary }] = outputItems(await lastExecution(), 'Get QR code');
		expect(binary?.data.mimeType).toBe('image/png');
	});

	task('Track a sale of 49.00 USD', async (person) => {
		const { sandbox } = suite.stack;
		const clickId = await newClick(sandbox, await conversionLink(sandbox));
		const lead = { clickId, eventName: 'Sign up', customerExternalId: 'user_42' };
		await api.post('/track/lead', lead);
		await person.addNode('dub', 'Track sale or purchase');
		await person.write('customerExternalId', 'user_42');
		await person.write('amount', '4900');
		await person.execute();
		const sale = row(
			sandbox,
			`SELECT amount, currency FROM events JOIN customers ON customers.id = customer_id
			 WHERE kind = 'sale' AND external_id = 'user_42'`,
		);
		expect(sale).toMatchObject({ amount: 4900, currency: 'usd' });
	});

	task("Export last quarter's sales as a CSV file", async (person) => {
		await person.addNode('dub', 'Get many click and lead and sale events');
		await person.choose('event', 'Sales');
		await person.click(person.node.parameter('returnAll'));
		await person.choose('returnAs', 'File');
		await person.choose('interval', 'Last Quarter');
		const before = sales(last('quarter')).length;
		await person.execute();
		const [{ json, binary }] = outputItems(
			await lastExecution(),
			'Get many click and lead and sale events',
		);
		// A quarter may begin in between.
		expect([before, sales(last('quarter')).length]).toContain(json.rows);
		expect(json.rows).toBeGreaterThan(0);
		expect(binary?.data.fileExtension).toBe('csv');
	});

	task('Find sales by metadata', async (person) => {
		await person.addNode('dub', 'Get many click and lead and sale events');
		await person.choose('event', 'Sales');
		await person.add('Add Filter', 'Metadata');
		await person.click(person.node.root.getByText('Add Condition', { exact: true }).last());
		await person.write('key', 'plan');
		await person.write('value', 'pro');
		const path = `/events?event=sales&interval=24h&query=metadata['plan']:'pro'`;
		const before = await api.get<Array<{ eventId: string }>>(path);
		await person.execute();
		expect(sentQuery('/events').query).toBe("metadata['plan']:'pro'");
		const after = await api.get<Array<{ eventId: string }>>(path);
		const got = items(await lastExecution(), 'Get many click and lead and sale events');
		// The oldest can be older than 24 hours in the meantime.
		expect(got.length).toBeLessThanOrEqual(before.body.length);
		expect(got.length).toBeGreaterThanOrEqual(after.body.length);
		expect(after.body.length).toBeGreaterThan(0);
	});

	task('Ban a partner with a reason', async (person) => {
		await person.addNode('dub', 'Ban partner');
		await person.pick('partner', 'Approved Partner');
		await person.choose('reason', 'Fraud');
		await person.execute();
		const [{ partnerId }] = items(await lastExecution(), 'Ban partner');
		expect(enrollmentOf(suite.stack.sandbox, String(partnerId))).toMatchObject({
			status: 'banned',
			banned_reason: 'fraud',
		});
	});
});

describe('the next day', () => {
	task('Change where a link leads', async (person) => {
		await api.post('/links', { url: 'https://example.com/old', key: 'moved' });
		await person.addNode('dub', 'Update link');
		await person.pick('linkId', '/moved');
		await person.add('Add Field', 'Destination URL');
		await person.write('url', 'https://example.com/new');
		await person.execute();
		const path = '/links/info?domain=go.business.example.com&key=moved';
		const { body } = await api.get<IDataObject>(path);
		expect(body.url).toBe('https://example.com/new');
	});

	task('Find a customer by email', async (person) => {
		const { body: customers } = await api.get<IDataObject[]>('/customers');
		const { id, email } = customers[3];
		await person.addNode('dub', 'Get many customers');
		await person.add('Add Filter', 'Email');
		await person.click(person.node.parameter('email').locator('input'));
		await person.paste(String(email));
		await person.execute();
		const got = items(await lastExecution(), 'Get many customers');
		expect(got.map((customer) => customer.id)).toEqual([id]);
	});

	task('List the commissions that are not paid yet', async (person) => {
		await person.addNode('dub', 'Get many commissions');
		await person.click(person.node.parameter('returnAll'));
		await person.add('Add Filter', 'Status');
		await person.choose('status', 'Pending');
		await person.execute();
		const { body: pending } = await api.get<IDataObject[]>('/commissions?status=pending');
		const got = items(await lastExecution(), 'Get many commissions');
		expect(got.map(({ id }) => id)).toEqual(pending.map(({ id }) => id));
	});

	task('Give a partner a discount code', async (person) => {
		const { partnerId, name } = row<{ partnerId: string; name: string }>(
			suite.stack.sandbox,
			`SELECT p.id AS partnerId, p.name FROM enrollments e JOIN partners p ON p.id = e.partner_id
			 WHERE program_id = ? AND status = 'approved' AND discount_id IS NOT NULL`,
			programId(suite.stack.sandbox, 'business'),
		);
		const url = 'https://www.business.example.com/codes';
		await api.post('/partners/links', { partnerId, url, key: 'codes' });
		await person.addNode('dub', 'Create discount code or coupon');
		await person.pick('partnerId', name);
		await person.pick('linkId', '/codes');
		await person.execute();
		const [{ code }] = items(await lastExecution(), 'Create discount code or coupon');
		expect(code).toMatch(/\w+/);
	});

	task('Start a workflow on new leads without a public address', async (person) => {
		await person.addNode('dub', 'On lead');
		await person.choose('delivery', 'Polling');
		await person.execute();
		const [item] = items(await lastExecution(), 'Link Attribution Trigger');
		const { body } = await api.get<IDataObject[]>('/events?event=leads&interval=all&limit=1');
		expect(item).toMatchObject({ event: 'lead', id: body[0].eventId });
	});
});

it('The effort is in the document', () => {
	const document = readFileSync(DOCUMENT, 'utf8').replace(/ +/g, ' ');
	for (const [what, [clicks, characters]] of Object.entries(EFFORTS)) {
		expect(document).toContain(`| ${what} | ${clicks} | ${characters} |`);
	}
});
