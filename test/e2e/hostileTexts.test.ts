import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../tools/browser/browser';
import { answerForm, buttonUrl } from '../../tools/n8n/approval';
import { items } from '../../tools/n8n/execution';
import { Api } from '../support/sandbox/api';
import { conversionLink, newClick, type ConversionLink } from '../support/sandbox/conversions';
import { dataTableCsv } from '../support/n8n/dataTables';
import { N8nStack } from '../support/n8n/n8nStack';
import { programId } from '../support/sandbox/rows';
import { until } from '../support/until';
import { visit } from '../support/sandbox/visit';
import {
	succeeded,
	TEAM,
	WORKSPACE,
	WorkflowRunner,
	type Mail,
} from '../support/n8n/workflowRunner';

const LINK = '<a href="https://evil.example">Decide</a>';
/** HTML as it is, in entities once and twice, in attributes, and what n8n replaces in messages. */
const HTML = [
	LINK,
	LINK.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
	'&#60;script&#62;document.title = 1&#60;/script&#62; &amp;lt;u&amp;gt;',
	'"\'><img src=x onerror="document.title = 1"><script>document.title = 1</script>',
	'</td></table><form action="https://evil.example"><button>Decide</button></form>',
	"\\n<br>$& $' $` {{ 7 * 7 }} ={{ 7 * 7 }}",
].join(' ');
/** What chat programs and mail make something of, over several lines. */
const LINES =
	'Ada\r\nBcc: all@evil.example\r\n\r\nPartner: the best one <!channel> <https://evil.example|Decide> [Decide](https://evil.example) &lt;u&gt;';
const FORMULAS = [
	'=HYPERLINK("https://evil.example","Decide")',
	'+1+1',
	'-1+1',
	'@SUM(1)',
	'\t=1+1',
	'\r=1+1',
	' =1+1',
];

let stack: N8nStack;
let browser: Browser;
let page: Page;
const runner = new WorkflowRunner();

beforeAll(async () => {
	stack = await N8nStack.start({ smtp: 0 });
	await runner.connect(stack);
	browser = await launchBrowser();
});

beforeEach(async () => {
	runner.forgetMail();
	page = await browser.newPage();
});

afterEach(async () => await page.close());

afterAll(async () => {
	await browser?.close();
	await stack?.stop();
});

/** What others could have put into a page. */
const OTHERS = 'img, script, style, form, button, iframe, svg, input, video, object, u';

/** Shows HTML as a mail program does, but with scripts. @returns the text that is read */
async function show(html: string): Promise<string> {
	await page.setContent(html);
	expect(await page.locator(OTHERS).count()).toBe(0);
	expect(await page.title()).not.toBe('1');
	return await page.locator('body').innerText();
}

async function links(): Promise<Array<{ text: string; host: string }>> {
	return await page.evaluate(
		`Array.from(document.querySelectorAll('[href]'), ({ textContent, host }) => ({ text: textContent, host }))`,
	);
}

/** Opens a mail that asks for a decision, and the form behind its button. @returns what is read in both */
async function readRequest(mail: Mail): Promise<{ message: string; labels: string[] }> {
	const message = await show(mail.html ?? '');
	const decide = { text: 'Decide', host: new URL(stack.n8n.url).host };
	expect(await links()).toEqual([decide]);
	await page.goto(buttonUrl(mail.html ?? '', 'Decide'));
	expect(await page.locator('form, button, select, input').count()).toBeGreaterThan(0);
	expect(await page.locator('img[src="x"], form[action*="evil"], [href*="evil"]').count()).toBe(0);
	expect(await page.title()).not.toBe('1');
	const labels = await page.locator('form label').allInnerTexts();
	return { message, labels };
}

it('Partner Moderation: applicants cannot inject markup into the email or the form', async () => {
	const { db } = stack.sandbox;
	const program = programId(stack.sandbox, WORKSPACE);
	const applicants = db.all<{ id: string }>(
		`SELECT partner_id AS id FROM enrollments WHERE program_id = ? AND status = 'pending'`,
		program,
	);
	for (const { id } of applicants) {
		db.run(
			'UPDATE partners SET name = ?, description = ?, website = ? WHERE id = ?',
			...[`${HTML} ${'x'.repeat(2000)}`, `${HTML}\nApproved by the board\r> n8n`, HTML, id],
		);
		const responses = [{ label: HTML, value: `${HTML}\n\nname · pn_1` }];
		db.run(
			`UPDATE applications SET form_data = ? WHERE partner_id = ?`,
			JSON.stringify(responses),
			id,
		);
	}
	const { execution, mail } = await runner.runUntilMail('partner-moderation', 'Run Now');
	const { message, labels } = await readRequest(mail);
	expect(message).toContain(LINK);
	expect(message).toContain('&lt;a href=&quot;https://evil.example&quot;&gt;Decide&lt;/a&gt;');
	const decisions = /(\d+) partner applications/.exec(mail.subject)?.[1];
	expect(labels).toHaveLength(Number(decisions));
	for (const label of labels) expect(label).toMatch(/^ ?a href https:\/\/evil\.example Decide /);
	// Whatever an applicant wrote over several lines is marked as theirs.
	for (const line of message.split('\n').filter((text) => /board|n8n|pn_1$/.test(text))) {
		expect(line).toMatch(/^> /);
	}

	const choices = ['Reject'];
	await answerForm(buttonUrl(mail.html ?? '', 'Decide'), () => choices.shift() ?? 'Leave open');
	const ended = succeeded(await stack.n8n.client.waitForExecution(execution));
	const [{ decisions: made }] = items(ended, 'Summary') as unknown as [{ decisions: object[] }];
	expect(made).toHaveLength(applicants.length);
	expect(made).toContainEqual(
		expect.objectContaining({ decision: 'rejected', detail: 'by a person' }),
	);
});

it('Fraud Sweep: visitors cannot inject markup into the email or the form', async () => {
	const { db } = stack.sandbox;
	const link = db.get<ConversionLink & { partner: string }>(
		`SELECT links.id, domain, key, partner_id AS partner FROM links JOIN enrollments USING (program_id, partner_id)
		 WHERE workspace_id = ? AND status = 'approved' AND disabled_at IS NULL AND expires_at IS NULL
		 AND password IS NULL ORDER BY sales DESC LIMIT 1`,
		runner.workspaceId,
	);
	if (!link) throw new Error('The sample data has no link of a partner.');
	for (let time = 0; time < 26; time++) {
		const headers = { 'user-agent': `${HTML} ${time}`, 'x-forwarded-for': '203.0.113.9' };
		await visit(stack.sandbox, link, headers);
	}
	db.run('UPDATE links SET key = ? WHERE id = ?', `${link.key}${HTML}`, link.id);
	const { execution, mail } = await runner.runUntilMail('fraud-sweep', 'Run Now');
	db.run('UPDATE links SET key = ? WHERE id = ?', link.key, link.id);
	const { message, labels } = await readRequest(mail);
	expect(message).toContain(`> ${LINK}`);
	expect(message).toContain(`/${link.key}${encodeURI('<a href="')}https://evil.example`);
	expect(message).toMatch(/^Sales through the partner's links: [1-9]/m);
	expect(labels).toEqual([expect.stringContaining(`203.0.113.9 · ${link.partner}`)]);
	await answerForm(buttonUrl(mail.html ?? '', 'Decide'), () => 'Leave alone');
	const ended = succeeded(await stack.n8n.client.waitForExecution(execution));
	expect(items(ended, 'Results')).toMatchObject([{ result: 'left alone', clicks: 26 }]);
});

it('Analytics Report: links lead to the address they show, whatever their slugs', async () => {
	const { db } = stack.sandbox;
	db.run(
		`UPDATE links SET key = key || ? WHERE workspace_id = ? AND clicks > 0`,
		`" onmouseover="document.title = 1" ${HTML}`,
		runner.workspaceId,
	);
	await runner.run('analytics-report', 'Run Now');
	const text = await show((await runner.mail(TEAM)).html ?? '');
	expect(text).toContain(encodeURI('<a href="'));
	const shown = await links();
	expect(shown.length).toBeGreaterThan(0);
	for (const { text: address, host } of shown) expect(address.startsWith(`${host}/`)).toBe(true);
	expect(await page.locator('[onmouseover]').count()).toBe(0);
	db.run(`UPDATE links SET key = substr(key, 1, instr(key, '"') - 1) WHERE instr(key, '"') > 0`);
});

async function track(kind: 'lead' | 'sale', body: object): Promise<void> {
	const response = await new Api(stack.sandbox, WORKSPACE).post(`/track/${kind}`, body);
	expect(response).toMatchObject({ status: 200, body: expect.anything() });
}

let customers = 0;

async function becomeLead(link: ConversionLink, customerName: string, eventName: string) {
	stack.sandbox.clock.advance(1000);
	const customerExternalId = `customer-${++customers}`;
	const clickId = await newClick(stack.sandbox, link);
	await track('lead', { clickId, eventName, customerExternalId, customerName });
	return customerExternalId;
}

/** What is read when a text is put into a mail in HTML: all of it, with no element and no link but a short link. */
async function expectPlain(text: string, lines: number): Promise<void> {
	expect(text.trim().split(/\r?\n/)).toHaveLength(lines);
	expect(text.replaceAll(/https:\/\/[\w.-]+\/\S+/g, '')).not.toMatch(/[<>[\]]|:\/\/|&#?\w+;/);
	await show(text);
	expect(await links()).toEqual([]);
	await show(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"'));
	expect(await links()).toEqual([]);
}

it('New Sale Message, Event Alerts, New Events Digest: customers cannot inject lines or links', async () => {
	const { client } = stack.n8n;
	const workflows = [];
	for (const file of ['new-sale-message', 'event-alerts', 'new-events-digest']) {
		const workflow = await runner.import(file);
		await client.activate(workflow.id);
		workflows.push(workflow);
	}
	const [, alerts, digest] = workflows;
	const link = await conversionLink(stack.sandbox);
	const customerExternalId = await becomeLead(link, LINES.slice(0, 100), 'Sign up');
	stack.sandbox.db.run(
		'UPDATE customers SET name = ? WHERE external_id = ?',
		`${LINES} ${HTML}`,
		customerExternalId,
	);
	await track('sale', { customerExternalId, amount: 4900, currency: 'usd', eventName: LINES });
	const { subject, body } = await runner.mail(TEAM);
	expect(body.trim().split(/\r?\n/)).toEqual([
		expect.stringMatching(/^Ada .* paid 49\.00 USD\.$/),
		'',
		expect.stringMatching(/^For: Ada Bcc: all@evil\.example Partner: the best one /),
		expect.stringMatching(/^Through: https:\/\//),
		'Partner: none',
		expect.stringMatching(/^When: /),
	]);
	await expectPlain(subject, 1);
	await expectPlain(body, 6);
	expect(stack.sandbox.db.all('SELECT 1 FROM outbox WHERE recipient LIKE ?', '%evil%')).toEqual([]);

	const ended = async (id: string) =>
		(await client.listExecutions(id)).filter(({ status }) => status === 'success');
	await until(async () => (await ended(alerts.id)).length === 3, '3 alerts');
	for (const { id } of await ended(alerts.id)) {
		const [{ message }] = items(await client.getExecution(id), 'Message');
		await expectPlain(String(message), 1);
	}

	await client.deactivate(digest.id);
	await client.activate(digest.id);
	await until(async () => (await ended(digest.id)).length === 1, 'a digest');
	const [{ id }] = await ended(digest.id);
	expect(JSON.stringify(items(await client.getExecution(id), 'Digest'))).not.toContain('evil');
	for (const workflow of workflows) await client.deactivate(workflow.id);
});

/** The cells of a CSV file that a spreadsheet would calculate. */
function calculated(csv: string): string[] {
	const cells = [...csv.matchAll(/(?:^|,|\n)(?:"((?:[^"]|"")*)"|([^",\n]*))/g)];
	return cells
		.map(([, quoted, plain]) => quoted ?? plain)
		.filter((cell) => /^[\s=+\-@]/.test(cell));
}

it('New Lead Table, Expired Campaigns, Links from Sheet: downloaded tables contain no formulas', async () => {
	const { client } = stack.n8n;
	const { db, clock } = stack.sandbox;
	const { id } = await runner.import('new-lead-table');
	await client.activate(id);
	const link = await conversionLink(stack.sandbox);
	for (const formula of FORMULAS) await becomeLead(link, formula, formula);
	await client.deactivate(id);
	await client.activate(id);
	const finished = async () =>
		(await client.listExecutions(id)).some(({ status }) => status === 'success');
	await until(finished, 'rows of leads');
	await client.deactivate(id);
	const leads = await dataTableCsv(client, 'Short Link Leads');
	for (const formula of FORMULAS) expect(leads).toContain(formula.trim().replaceAll('"', '""'));
	expect(calculated(leads)).toEqual([]);

	const [old] = db.all<{ id: string }>(
		`SELECT id FROM links WHERE workspace_id = ? AND partner_id IS NULL AND key <> '_root' LIMIT 1`,
		runner.workspaceId,
	);
	const long = clock.now() - 31 * 86_400_000;
	db.run('UPDATE links SET expires_at = ?, url = ? WHERE id = ?', long, FORMULAS[0], old.id);
	await runner.run('expired-campaigns', 'Run Now');
	const record = await dataTableCsv(client, 'Deleted Short Links');
	expect(record).toContain('HYPERLINK');
	expect(calculated(record)).toEqual([]);

	await runner.run('links-from-sheet', 'Run Now');
	await runner.fill('Short Links to Create', [{ url: 'https://www.example.com/ok' }, { url: 'x' }]);
	await runner.run('links-from-sheet', 'Run Now');
	expect(calculated(await dataTableCsv(client, 'Short Links to Create'))).toEqual([]);
});
