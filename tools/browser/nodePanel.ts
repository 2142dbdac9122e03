import type { Locator, Page } from 'playwright-core';
import { CredentialWindow } from './credentialWindow.ts';

/** An open node: its parameters, input, and output. */
export class NodePanel {
	readonly root: Locator;
	readonly output: Locator;
	/** The panel of a trigger that waits for an event. */
	readonly listening: Locator;
	/** The error of the node. */
	readonly error: { message: Locator; description: Locator };
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
		this.root = page.getByTestId('ndv');
		this.output = this.root.getByTestId('output-panel');
		this.listening = this.root.getByTestId('trigger-listening');
		this.error = {
			message: this.output.getByTestId('node-error-message'),
			description: this.output.getByTestId('node-error-description'),
		};
	}

	/** The input of a parameter, by property name. */
	parameter(name: string): Locator {
		return this.root.getByTestId(`parameter-input-${name}`).first();
	}

	/** @returns the display name of the selected option */
	async shown(name: string): Promise<string> {
		return await this.parameter(name).locator('input').inputValue();
	}

	async fill(name: string, text: string): Promise<void> {
		await this.parameter(name).locator('input, textarea').first().fill(text);
	}

	/** Chooses an option of a parameter, by the option's display name. */
	async choose(name: string, option: string): Promise<void> {
		await this.parameter(name).click();
		await this.#page.getByRole('option', { name: option }).first().click();
	}

	/** Searches the list of a resource locator. @returns its entries */
	async searchList(name: string, text: string): Promise<Locator> {
		await this.parameter(name).getByTestId('rlc-input').click();
		await this.#page.getByTestId('rlc-search').fill(text);
		return this.#page.getByTestId('rlc-item').filter({ hasText: text });
	}

	/** Clicks the button above the parameters. */
	async execute(): Promise<void> {
		await this.root.getByTestId('node-execute-button').click();
	}

	/** Chooses the view of the output. */
	async showOutputAs(view: 'schema' | 'table' | 'json'): Promise<void> {
		await this.output.getByTestId(`radio-button-${view}`).click();
	}

	/** @returns the visible part of the output as JSON, without white space */
	async outputJson(): Promise<string> {
		const json = this.output.locator('.json-data');
		// The editor returns to the table if the output arrives just after the click.
		for (let i = 0; i < 20 && !(await json.isVisible()); i++) {
			await this.showOutputAs('json');
			await json.waitFor({ timeout: 3000 }).catch(() => {});
		}
		return (await json.innerText()).replace(/\s/g, '');
	}

	/** @returns the tooltip of the warning sign beside a parameter */
	async issue(name: string): Promise<string> {
		await this.root
			.locator(`.parameter-item:has([data-test-id="parameter-input-${name}"])`)
			.getByTestId('parameter-issues')
			.hover();
		return await this.#page.getByText('Issues:').last().locator('..').innerText();
	}

	/** Opens the window of a new credential. */
	async newCredential(): Promise<CredentialWindow> {
		const first = this.root.getByTestId('node-credentials-empty-state').getByRole('button');
		const select = this.root.getByTestId('node-credentials-select');
		await first.or(select).waitFor();
		let open = first;
		if (!(await first.isVisible())) {
			await select.click();
			// By its role: n8n enables the button when it has loaded the person's permissions.
			open = this.#page.getByRole('button', { name: 'Create new credential' });
		}
		// n8n asks its server for the name of the credential, and cannot save it without one.
		await Promise.all([this.#page.waitForResponse(/\/rest\/credentials\/new/), open.click()]);
		return await this.#credentialWindow();
	}

	/** Opens the window of the selected credential. */
	async openCredential(): Promise<CredentialWindow> {
		await this.root.getByTestId('credential-edit-button').click();
		return await this.#credentialWindow();
	}

	async #credentialWindow(): Promise<CredentialWindow> {
		const window = new CredentialWindow(this.#page);
		await window.root.waitFor();
		return window;
	}

	async close(): Promise<void> {
		await this.root.getByTestId('ndv-close-button').click();
		await this.root.waitFor({ state: 'hidden' });
	}
}
