import type { Page } from 'playwright-core';
import type { Sandbox } from '../../../sandbox/app/server';

/** The sandbox's dashboard of the workspace `business` in a browser. */
export class DashboardPage {
	readonly page: Page;
	readonly #sandbox: Sandbox;

	constructor(page: Page, sandbox: Sandbox) {
		page.setDefaultTimeout(180_000);
		this.page = page;
		this.#sandbox = sandbox;
	}

	async open(name: string): Promise<void> {
		await this.page.goto(`${this.#sandbox.url}/sandbox/pages/${name}?workspace=business`);
	}

	/** Opens the page that shows what happens from then on. */
	async openLive(): Promise<void> {
		const stream = this.page.waitForResponse(/\/sandbox\/pages\/stream/);
		await this.open('live');
		await stream;
	}

	async press(name: string): Promise<void> {
		await this.page.getByRole('button', { name, exact: true }).first().click();
	}

	/** Waits for the sentence about what was done. */
	async says(text: string | RegExp): Promise<void> {
		await this.page.locator('.said').getByText(text).waitFor();
	}
}
