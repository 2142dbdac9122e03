import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { sampleKey } from '../../sandbox/data/lookup';
import { conversionLink, newClick } from '../support/sandbox/conversions';
import { EditorSuite } from '../support/browser/editorSuite';
import { NODE } from '../support/n8n/n8nStack';
import { row } from '../support/sandbox/rows';

const ENTRY = 'Link Attribution (Dub)';
const HTTPS_ONLY =
	'Base URL must start with https://. Plain http:// is accepted for this machine only (localhost, 127.0.0.1).';

const suite = new EditorSuite();
beforeAll(async () => await suite.start());
afterAll(async () => await suite.stop());

const link = { resource: 'link', operation: 'get' };
const newLink = { resource: 'link', operation: 'create' };

describe('the node panel', () => {
	suite.it('finds the node by the name of the public service and by its purpose', async () => {
		const { editor } = suite;
		await editor.newWorkflow();
		for (const text of ['dub', 'affiliate']) {
			await editor.searchNodes(text);
			const found = editor.entries.filter({ hasText: ENTRY });
			await found.waitFor();
			expect(await found.innerText()).toContain('short links and affiliate partners');
		}
	});

	suite.it('adds the trigger and the node with the chosen action', async () => {
		const { editor } = suite;
		await editor.newWorkflow();
		await editor.searchNodes('dub');
		await editor.openEntry(ENTRY);
		const trigger = await editor.addNode('On sale');
		expect(await trigger.parameter('events').innerText()).toBe('Sale');
		await trigger.close();

		await editor.searchNodes('affiliate');
		await editor.openEntry(ENTRY);
		const node = await editor.addNode('Ban partner');
		expect(await node.shown('resource')).toBe('Partner');
		expect(await node.shown('operation')).toBe('Ban');
		await node.close();
		expect(await editor.node('Link Attribution Trigger').innerText()).toContain('webhook');
		expect(await editor.node('Ban partner').innerText()).toContain('ban: partner');
	});

	suite.it('shows the icon for the theme', async () => {
		const { editor } = suite;
		const icon = editor.node(NODE).locator('img');
		await suite.openWorkflow('node', link);
		expect(await icon.getAttribute('src')).toMatch(/link-attribution\.svg$/);
		await editor.page.emulateMedia({ colorScheme: 'dark' });
		try {
			await editor.node(NODE).locator('[src$="link-attribution.dark.svg"]').waitFor();
		} finally {
			await editor.page.emulateMedia({ colorScheme: 'light' });
		}
	});
});

describe('an API key credential', () => {
	const key = () => sampleKey(suite.stack.sandbox.db, 'business');

	suite.it('is tested when saved', async () => {
		const node = await suite.openNode('node', link);
		const created = await node.newCredential();
		expect(await created.field('baseUrl').inputValue()).toBe('https://api.dub.co');
		await created.fill({ apiKey: key(), baseUrl: suite.stack.sandbox.url });
		await created.save();
		await created.root.waitFor({ state: 'hidden' });
		const saved = await node.openCredential();
		await saved.root.getByText('Connection tested successfully').waitFor();
		await saved.close();
	});

	suite.it('reports an invalid key', async () => {
		const node = await suite.openNode('node', link);
		const credential = await node.newCredential();
		await credential.fill({ apiKey: 'dub_wrong', baseUrl: suite.stack.sandbox.url });
		await credential.save();
		await credential.showReason();
		await credential.root.getByText("'API Key' is not valid. Check it and 'Base URL'.").waitFor();
		await credential.close();
	});

	suite.it('rejects plain http:// while typing and when saved', async () => {
		const node = await suite.openNode('node', link);
		const credential = await node.newCredential();
		const notice = credential.root.getByText(HTTPS_ONLY);
		await credential.fill({ apiKey: key(), baseUrl: 'http://localhost:4820' });
		expect(await notice.isVisible()).toBe(false);
		await credential.fill({ baseUrl: 'http://api.example.com' });
		await notice.waitFor();
		await credential.save();
		await credential.showReason();
		await credential.root
			.getByText("'Base URL' of the credential must start with https://", { exact: true })
			.waitFor();
		await credential.close();
	});
});

describe('an OAuth2 credential', () => {
	suite.it('is connected on the consent page', async () => {
		const { sandbox } = suite.stack;
		const { clientId } = suite.stack.app('business', true);
		const node = await suite.openNode('node', link);
		const created = await node.newCredential();
		await created.chooseAuthentication('OAuth2');
		expect((await created.field('requestedScopes').inputValue()).split(' ')).toHaveLength(10);
		await created.fill({ clientId, baseUrl: sandbox.url, authorizationBaseUrl: sandbox.url });
		await created.save();
		const consent = await created.connect();
		await consent.getByText('wants to use the workspace Business Workspace').waitFor();
		const permissions = await consent.getByRole('listitem').allInnerTexts();
		expect(permissions).toHaveLength(10);
		expect(permissions).toContain('View analytics and events analytics.read');
		const closed = consent.waitForEvent('close');
		await consent.getByRole('button', { name: 'Allow' }).click();
		await closed;
		await created.root.waitFor({ state: 'hidden' });
		const connected = await node.openCredential();
		await connected.root.getByText('Account connected').waitFor();
		await connected.close();
	});
});

describe('the node', () => {
	suite.it('searches for a link, gets it, and shows it', async () => {
		const { id } = row<{ id: string }>(
			suite.stack.sandbox,
			`SELECT links.id FROM links JOIN workspaces ON workspaces.id = workspace_id
			 WHERE slug = 'business' AND key = 'campaign-144'`,
		);
		const node = await suite.openNode('node', link, suite.credential);
		const found = await node.searchList('linkId', 'campaign-144');
		await found.first().waitFor();
		expect(await found.allInnerTexts()).toEqual(['go.business.example.com/campaign-144']);
		await found.click();
		await node.execute();
		await node.showOutputAs('table');
		expect(await node.output.locator('thead').innerText()).toMatch(/^id\s+shortLink\s+url/);
		expect(await node.output.locator('tbody').innerText()).toContain(id);
		expect(await node.output.getByTestId('ndv-items-count').innerText()).toBe('1 item');
	});

	suite.it('immediately shows which field is missing', async () => {
		const { editor } = suite;
		const node = await suite.openNode('node', { ...newLink, url: 'x' }, suite.credential);
		await node.fill('url', '');
		await node.execute();
		await editor.messages.getByText('Parameter "Destination URL" is required.').waitFor();
		expect(await node.issue('url')).toContain('Parameter "Destination URL" is required.');
	});

	suite.it('shows which field the service rejected and what to do', async () => {
		const node = await suite.openNode('node', { ...newLink, url: 'x y' }, suite.credential);
		await node.execute();
		const { error } = node;
		await error.message.waitFor();
		expect(await error.message.innerText()).toMatch(/^'Destination URL' was not accepted/);
		expect(await error.description.innerText()).toMatch(/^Correct the field that the error names/);
	});
});

describe('the trigger', () => {
	suite.it('listens for a test event and shows it', async () => {
		const { sandbox } = suite.stack;
		const trigger = await suite.openNode('trigger', {}, suite.credential);
		await trigger.execute();
		await trigger.listening.getByText('Listening for test event').waitFor();
		const click = await newClick(sandbox, await conversionLink(sandbox));
		expect(await trigger.outputJson()).toContain(`"event":"click","id":"${click}"`);
		await trigger.listening.waitFor({ state: 'hidden' });
	});

	suite.it('fetches the newest event with polling', async () => {
		const { sandbox } = suite.stack;
		const trigger = await suite.openNode('trigger', {}, suite.credential);
		await trigger.choose('delivery', 'Polling');
		expect(await trigger.root.innerText()).toContain('Poll Times');
		const click = await newClick(sandbox, await conversionLink(sandbox));
		await trigger.execute();
		expect(await trigger.outputJson()).toContain(`"event":"click","id":"${click}"`);
	});

	suite.it('keeps the chosen events when the delivery changes', async () => {
		const events = ['lead.created', 'sale.created'];
		const trigger = await suite.openNode('trigger', { events }, suite.credential);
		await trigger.choose('delivery', 'Polling');
		await trigger.root.getByText('Poll Times').waitFor();
		expect(await trigger.parameter('events').innerText()).toMatch(/^Lead\s+Sale$/);
		await trigger.parameter('events').click();
		const offered = suite.editor.page.getByRole('option').filter({ visible: true });
		await offered.first().waitFor();
		const names = (await offered.allInnerTexts()).map((text) => text.split('\n')[0]);
		expect(names).toEqual(['Click', 'Lead', 'Sale']);
	});
});
