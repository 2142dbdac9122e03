import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { BrowserContextOptions } from 'playwright-core';
import { ownerOf } from '../demo/n8n.ts';
import { launchBrowser } from '../browser/browser.ts';
import { Editor } from '../browser/editor.ts';
import type { CredentialReference, N8nClient, Workflow } from '../n8n/client.ts';
import { startN8n } from '../n8n/instance.ts';
import { packPackage } from '../n8n/packages.ts';
import { sampleKey } from '../../sandbox/data/lookup.ts';
import { allowRedirectUri } from '../../sandbox/oauth/apps.ts';
import { startSandbox, type Sandbox } from '../../sandbox/app/server.ts';

/** The default ports of `npm start`, since the pictures show them. */
const N8N_PORT = 5678;
const SANDBOX_PORT = 4820;

/** A new n8n and a new sandbox. */
export interface Stage {
	editor: Editor;
	client: N8nClient;
	sandbox: Sandbox;
	/** An API key of the workspace `business`. */
	apiKey: string;
	credential: CredentialReference;
	end(): Promise<void>;
}

/**
 * Starts n8n and the sandbox, and signs in. Hides the notifications and tips of the editor.
 *
 * @param look size and color scheme of the editor
 */
export async function prepareStage(look: BrowserContextOptions): Promise<Stage> {
	const folder = mkdtempSync(join(tmpdir(), 'screenshots-'));
	const browser = await launchBrowser();
	const sandbox = await startSandbox({ port: SANDBOX_PORT });
	const tarball = await packPackage(folder);
	const n8n = await startN8n({ userFolder: folder, port: N8N_PORT, packages: [tarball] });
	const owner = await ownerOf(folder);
	await n8n.client.signIn(owner);
	allowRedirectUri(sandbox.db, n8n.client.oauthRedirectUri);
	const apiKey = sampleKey(sandbox.db, 'business');
	const type = 'linkAttributionApi';
	const data = { apiKey, baseUrl: sandbox.url };
	const credential = await n8n.client.createCredential('Link Attribution account', type, data);
	const editor = await Editor.open(browser, n8n.url, owner, look);
	await editor.page.evaluate("localStorage.setItem('N8N_PIN_DATA_DISCOVERY_NDV', 'true')");
	await editor.page.addStyleTag({ content: '.el-notification { display: none }' });
	return {
		editor,
		client: n8n.client,
		sandbox,
		apiKey,
		credential,
		async end() {
			await browser.close();
			await n8n.stop();
			await sandbox.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Creates a workflow with a single node of the package. */
export async function oneNode(
	{ client, credential }: Stage,
	name: string,
	parameters: IDataObject,
): Promise<Workflow> {
	const isTrigger = name.endsWith('Trigger');
	const type = isTrigger ? 'linkAttributionTrigger' : 'linkAttribution';
	return await client.createWorkflow({
		name,
		nodes: [
			{
				name,
				type: `n8n-nodes-link-attribution.${type}`,
				typeVersion: isTrigger ? 2 : 1,
				position: [0, 0],
				parameters,
				webhookId: name,
				credentials: { linkAttributionApi: credential },
			},
		],
	});
}

/** Creates a link and visits it, so that there is a click for the trigger. */
export async function visitNewLink({ sandbox, apiKey }: Stage): Promise<void> {
	const created = await fetch(`${sandbox.url}/links`, {
		method: 'POST',
		headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({ url: 'https://example.com/shop', key: 'summer' }),
	});
	const { domain, key } = (await created.json()) as { domain: string; key: string };
	await fetch(`${sandbox.url}/s/${domain}/${key}`, {
		redirect: 'manual',
		headers: {
			'user-agent':
				'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
			'x-forwarded-for': '198.18.0.1',
			'x-geo-continent': 'EU',
			'x-geo-country': 'FR',
			'x-geo-region': 'IDF',
			'x-geo-city': 'Paris',
		},
	});
}
