import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Owner, Workflow } from '../n8n/client.ts';
import { NodePanel } from './nodePanel.ts';

/** Maximum time for each action and each wait in the editor. */
const TIMEOUT_MS = 90_000;

/** n8n's editor in a separate browser window, used as a person uses it. */
export class Editor {
	readonly page: Page;
	/** The entries in the node panel. */
	readonly entries: Locator;
	/** The notifications in the corner. */
	readonly messages: Locator;

	private constructor(page: Page) {
		this.page = page;
		this.entries = page.getByTestId('item-iterator-item');
		this.messages = page.locator('.el-notification');
	}

	/** Opens the editor and signs in with the form. */
	static async open(
		browser: Browser,
		url: string,
		{ email, password }: Owner,
		options: BrowserContextOptions = {},
	): Promise<Editor> {
		const context = await browser.newContext({
			viewport: { width: 1280, height: 800 },
			locale: 'en-US',
			reducedMotion: 'reduce',
			...options,
		});
		context.setDefaultTimeout(TIMEOUT_MS);
		const page = await context.newPage();
		await page.goto(`${url}/signin`);
		await page.getByLabel('Email').fill(email);
		await page.getByLabel('Password').fill(password);
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.waitForURL((address) => address.pathname !== '/signin');
		return new Editor(page);
	}

	async newWorkflow(): Promise<void> {
		await this.#show('/workflow/new', 'canvas-plus-button');
	}

	async openWorkflow({ id }: Pick<Workflow, 'id'>): Promise<void> {
		await this.#show(`/workflow/${id}`, 'canvas-node');
	}

	/**
	 * Goes to another page of the editor through the list of workflows, which closes everything but an open credential.
	 * Reloading the editor would take ten times as long.
	 */
	async #show(path: string, testId: string): Promise<void> {
		try {
			await this.#follow('/home/workflows', 'project-tabs');
			await this.#follow(path, testId);
		} catch (error) {
			// Seen once, on a busy machine: n8n stayed on an empty page. A person would load it again.
			console.warn(`n8n's editor did not show ${path} but ${this.page.url()}`, error);
			await this.page.goto(new URL(path, this.page.url()).href);
			await this.page.getByTestId(testId).first().waitFor();
		}
	}

	/** Does what a click on a link to the path does, and waits for the element. */
	async #follow(path: string, testId: string): Promise<void> {
		const router = `document.querySelector('#app').__vue_app__.config.globalProperties.$router`;
		await this.page.evaluate(`void ${router}.push('${path}')`);
		const arrived = this.page.getByTestId(testId).first();
		const leave = this.page.getByRole('button', { name: 'Leave without saving' });
		await arrived.or(leave).first().waitFor();
		if (await leave.isVisible()) {
			await leave.click();
			// It fades out; the next step could otherwise click it.
			await leave.waitFor({ state: 'hidden' });
		}
		await arrived.waitFor();
	}

	/** Searches the node panel, and opens it first if necessary. */
	async searchNodes(text: string): Promise<void> {
		const search = this.page.getByTestId('node-creator-search-bar');
		if (!(await search.isVisible())) {
			await this.page.getByTestId('node-creator-plus-button').click();
		}
		await search.fill(text);
	}

	/** Shows the actions and triggers of a search result. */
	async openEntry(name: string): Promise<void> {
		await this.#entry(name).click();
		await this.page.getByText('Node details').waitFor();
	}

	/** Adds a node with one of these actions. @returns the open node */
	async addNode(action: string): Promise<NodePanel> {
		await this.#entry(action).click();
		return await this.#nodePanel();
	}

	#entry(name: string): Locator {
		return this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	async openNode(name: string): Promise<NodePanel> {
		await this.node(name).dblclick();
		return await this.#nodePanel();
	}

	/** Zooms to the whole workflow. */
	async fitCanvas(): Promise<void> {
		await this.page.getByTestId('zoom-to-fit').click();
		const node = await this.page.getByTestId('canvas-node').first().elementHandle();
		await node?.waitForElementState('stable');
	}

	async #nodePanel(): Promise<NodePanel> {
		const panel = new NodePanel(this.page);
		await panel.root.waitFor();
		return panel;
	}

	/** Reloads the page, with nothing open. */
	async reload(): Promise<void> {
		await this.page.reload();
	}

	async close(): Promise<void> {
		await this.page.context().close();
	}
}
