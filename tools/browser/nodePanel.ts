import type { Locator, Page } from 'playwright-core';
import { CredentialWindow } from './credentialWindow.ts';

/** An open node: its parameters, what came in and what came out. */
export class NodePanel {
	readonly root: Locator;
	readonly output: Locator;
	/** The panel of a trigger while it waits for an event. */
	readonly listening: Locator;
	/** What the node says when it has failed. */
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

	/** The input of a parameter, by the name of its property. */
	parameter(name: string): Locator {
		return this.root.getByTestId(`parameter-input-${name}`).first();
	}

	/** What a parameter with options shows. */
	async shown(name: string): Promise<string> {
		return await this.parameter(name).locator('input').inputValue();
	}

	async fill(name: string, text: string): Promise<void> {
		await this.parameter(name).locator('input, textarea').first().fill(text);
	}

	/** Chooses one of the options of a parameter, by the option's display name. */
	async choose(name: string, option: string): Promise<void> {
		await this.parameter(name).click();
		await this.#page.getByRole('option', { name: option }).first().click();
	}

	/** Opens the list of a resource locator and searches in it. @returns its entries */
	async searchList(name: string, text: string): Promise<Locator> {
		await this.parameter(name).getByTestId('rlc-input').click();
		await this.#page.getByTestId('rlc-search').fill(text);
		return this.#page.getByTestId('rlc-item').filter({ hasText: text });
	}

	/** Presses the button at the top of the parameters. */
	async execute(): Promise<void> {
		await this.root.getByTestId('node-execute-button').click();
	}

	/** How the output is shown. */
	async showOutputAs(view: 'schema' | 'table' | 'json'): Promise<void> {
		await this.output.getByTestId(`radio-button-${view}`).click();
	}

	/** The beginning of the output as JSON, without white space; the rest is not on the page. */
	async outputJson(): Promise<string> {
		await this.showOutputAs('json');
		return (await this.output.locator('.json-data').innerText()).replace(/\s/g, '');
	}

	/** Points at the sign beside a parameter that something is wrong with. @returns what that is */
	async issue(name: string): Promise<string> {
		await this.root
			.locator(`.parameter-item:has([data-test-id="parameter-input-${name}"])`)
			.getByTestId('parameter-issues')
			.hover();
		return await this.#page.getByText('Issues:').last().locator('..').innerText();
	}

	/** A window with a new credential. */
	async newCredential(): Promise<CredentialWindow> {
		const first = this.root.getByTestId('node-credentials-empty-state').getByRole('button');
		const select = this.root.getByTestId('node-credentials-select');
		await first.or(select).waitFor();
		if (await first.isVisible()) {
			await first.click();
		} else {
			await select.click();
			// As a button, since n8n enables it only when it knows what the person may do.
			await this.#page.getByRole('button', { name: 'Create new credential' }).click();
		}
		return await this.#credentialWindow();
	}

	/** The window of the chosen credential. */
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
