import { it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../tools/browser/browser';
import { Editor } from '../../../tools/browser/editor';
import type { NodePanel } from '../../../tools/browser/nodePanel';
import type { CredentialReference } from '../../../tools/n8n/client';
import { N8nStack, NODE, NODE_TYPE } from '../n8n/n8nStack';

const TYPES = {
	node: { type: NODE_TYPE, typeVersion: 1 },
	trigger: { type: `${NODE_TYPE}Trigger`, typeVersion: 2 },
};

const WITH_EDITOR = { N8N_DISABLE_UI: 'false' };

/** The editor of a real n8n with the packed package in a real browser, logged in to; one for all tests. */
export class EditorSuite {
	/** Has an API key of the workspace `business`. */
	credential!: CredentialReference;
	editor!: Editor;
	stack!: N8nStack;
	#browser?: Browser;

	/** @param own an n8n for this file alone, with its owner as the user */
	async start(own?: { own: true }): Promise<void> {
		this.#browser = await launchBrowser();
		this.stack = await N8nStack.start({}, own && { ...own, env: WITH_EDITOR });
		this.credential = await this.stack.apiKeyCredential('business');
		this.editor = await Editor.open(this.#browser, this.stack.n8n.url, this.stack.user);
	}

	async stop(): Promise<void> {
		await this.#browser?.close();
		await this.stack?.stop();
	}

	/** A test that closes the credentials it opens; where it fails it leaves a picture. */
	it(what: string, look: () => Promise<void>): void {
		const test = async () => {
			try {
				await look();
			} catch (error) {
				const path = join(mkdtempSync(join(tmpdir(), 'editor-')), 'failed.png');
				await this.editor.page.screenshot({ path });
				await this.editor.reload();
				throw new Error(`The editor then: ${path}`, { cause: error });
			}
		};
		it(what, test);
	}

	/** A workflow with nothing but the node of the package or its trigger. */
	async openWorkflow(
		kind: 'node' | 'trigger',
		parameters: IDataObject,
		account?: CredentialReference,
	): Promise<void> {
		const workflow = await this.stack.n8n.client.createWorkflow({
			name: 'Seen in the Editor',
			nodes: [
				{
					...TYPES[kind],
					name: NODE,
					position: [0, 0],
					parameters,
					webhookId: randomUUID(),
					credentials: account && { linkAttributionApi: account },
				},
			],
		});
		await this.editor.openWorkflow(workflow);
	}

	/** Like `openWorkflow`; the node is open then. */
	async openNode(
		kind: 'node' | 'trigger',
		parameters: IDataObject,
		account?: CredentialReference,
	): Promise<NodePanel> {
		await this.openWorkflow(kind, parameters, account);
		return await this.editor.openNode(NODE);
	}
}
