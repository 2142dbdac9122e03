import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Owner, Workflow } from '../n8n/client.ts';
import { NodePanel } from './nodePanel.ts';

/** How long whatever is done or waited for in the editor may take. */
const TIMEOUT_MS = 30_000;

/** n8n's editor in a browser window of its own, used as a person does. */
export class Editor {
	readonly page: Page;
	/** The entries that the node panel shows. */
	readonly entries: Locator;
	/** Short messages in the corner. */
	readonly messages: Locator;

	private constructor(page: Page) {
		this.page = page;
		this.entries = page.getByTestId('item-iterator-item');
		this.messages = page.locator('.el-notification');
	}

	/** Logs in through the form. */
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
	 * Goes to another page of the editor, by the list of workflows, so that nothing of the last page stays but an open
	 * credential. Loading the editor anew would take ten times as long.
	 */
	async #show(path: string, sign: string): Promise<void> {
		await this.#follow('/home/workflows', 'project-tabs');
		await this.#follow(path, sign);
	}

	/** What a click on a link to the path does. */
	async #follow(path: string, sign: string): Promise<void> {
		const router = `document.querySelector('#app').__vue_app__.config.globalProperties.$router`;
		await this.page.evaluate(`void ${router}.push('${path}')`);
		const arrived = this.page.getByTestId(sign).first();
		const leave = this.page.getByRole('button', { name: 'Leave without saving' });
		await arrived.or(leave).first().waitFor();
		if (await leave.isVisible()) {
			await leave.click();
			// It fades away; the next step would take it for one of its own.
			await leave.waitFor({ state: 'hidden' });
		}
		await arrived.waitFor();
	}

	/** Searches the node panel, which is opened if it is not yet. */
	async searchNodes(text: string): Promise<void> {
		const search = this.page.getByTestId('node-creator-search-bar');
		if (!(await search.isVisible())) {
			await this.page.getByTestId('node-creator-plus-button').click();
		}
		await search.fill(text);
	}

	/** Shows the actions and triggers of what a search has found. */
	async openEntry(name: string): Promise<void> {
		await this.#entry(name).click();
		await this.page.getByText('Node details').waitFor();
	}

	/** Adds the node that does one of these actions; it is open then. */
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

	/** Shows the whole workflow. */
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

	/** Loads the page anew, with nothing open. */
	async reload(): Promise<void> {
		await this.page.reload();
	}

	async close(): Promise<void> {
		await this.page.context().close();
	}
}
