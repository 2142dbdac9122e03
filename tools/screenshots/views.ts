import type { Locator } from 'playwright-core';
import { sampleApps } from '../../sandbox/data/lookup.ts';
import { oneNode, visitNewLink, type Stage } from './stage.ts';

/** Takes a picture with this name. */
type Take = (name: string, what: Locator) => Promise<void>;

export async function nodePanel({ editor }: Stage, take: Take): Promise<void> {
	await editor.newWorkflow();
	await editor.searchNodes('dub');
	await editor.openEntry('Link Attribution (Dub)');
	await take('node-panel', editor.page.getByTestId('node-creator'));
}

export async function apiKeyCredential(stage: Stage, take: Take): Promise<void> {
	const { editor } = stage;
	await editor.openWorkflow(await oneNode(stage, 'API Key', {}));
	const credential = await (await editor.openNode('API Key')).openCredential();
	await credential.root.getByText('Connection tested successfully').waitFor();
	await take('credential-api-key', credential.root);
	await credential.close();
}

export async function oauth2Credential(stage: Stage, take: Take): Promise<void> {
	const { editor, sandbox } = stage;
	const apps = sampleApps(sandbox.db);
	const clientId = apps.find(({ workspace, pkce }) => workspace === 'business' && pkce)?.clientId;
	await editor.openWorkflow(await oneNode(stage, 'OAuth2', {}));
	const node = await editor.openNode('OAuth2');
	const created = await node.newCredential();
	await created.chooseAuthentication('OAuth2');
	await created.fill({
		clientId: String(clientId),
		baseUrl: sandbox.url,
		authorizationBaseUrl: sandbox.url,
	});
	await created.save();
	const consent = await created.connect();
	await consent.getByRole('button', { name: 'Allow' }).waitFor();
	await take('consent', consent.locator('body'));
	await consent.getByRole('button', { name: 'Allow' }).click();
	await created.root.waitFor({ state: 'hidden' });
	const connected = await node.openCredential();
	await connected.root.getByText('Account connected').waitFor();
	await take('credential-oauth2', connected.root);
	await connected.close();
}

/** Chooses and gets a link, and creates one with an error. */
export async function operations(stage: Stage, take: Take): Promise<void> {
	const { editor } = stage;
	await editor.openWorkflow(
		await oneNode(stage, 'Get Link', { resource: 'link', operation: 'get' }),
	);
	const get = await editor.openNode('Get Link');
	const link = await get.searchList('linkId', 'campaign-1');
	await link.first().waitFor();
	await take('link-list', get.root);
	await link.first().click();
	await get.execute();
	await get.showOutputAs('schema');
	await take('operation', get.root);

	const url = 'example.com/a page';
	await editor.openWorkflow(
		await oneNode(stage, 'Create Link', { resource: 'link', operation: 'create', url }),
	);
	const create = await editor.openNode('Create Link');
	await create.execute();
	await create.error.message.waitFor();
	await take('error', create.root);
}

export async function triggers(stage: Stage, take: Take): Promise<void> {
	const { editor } = stage;
	const name = 'Link Attribution Trigger';
	await editor.openWorkflow(await oneNode(stage, name, {}));
	const trigger = await editor.openNode(name);
	await trigger.execute();
	await trigger.listening.waitFor();
	await take('trigger-listening', trigger.root);
	await visitNewLink(stage);
	await trigger.showOutputAs('schema');
	await trigger.listening.waitFor({ state: 'hidden' });
	await take('trigger-event', trigger.root);

	await trigger.choose('delivery', 'Polling');
	await trigger.execute();
	await trigger.output.getByTestId('node-run-status-success').waitFor();
	await take('trigger-polling', trigger.root);
}
