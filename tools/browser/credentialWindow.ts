import type { Locator, Page } from 'playwright-core';

/** The window in which a credential is created and edited. */
export class CredentialWindow {
	readonly root: Locator;
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
		this.root = page.getByTestId('editCredential-modal');
	}

	/** Chooses an authentication of the node, by the name of the option. */
	async chooseAuthentication(name: string): Promise<void> {
		await this.root.getByTestId('credential-mode-dropdown-trigger').click();
		await this.#page.getByRole('menuitem', { name }).click();
	}

	/** A field, by the name of its property. */
	field(name: string): Locator {
		return this.root.getByTestId(`parameter-input-${name}`).locator('input, textarea').first();
	}

	/** Fills in fields, by the names of their properties. */
	async fill(values: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(values)) await this.field(name).fill(value);
	}

	/** Saves and tests the credential. If the test succeeds, n8n may close the window of a new credential. */
	async save(): Promise<void> {
		await this.root.getByTestId('credential-save-button').click();
	}

	/** Shows the reason under "More details". */
	async showReason(): Promise<void> {
		await this.root.getByText('More details').click();
	}

	/** Presses "Connect". @returns the window of the service */
	async connect(): Promise<Page> {
		const popup = this.#page.waitForEvent('popup');
		await this.root.getByTestId('quick-connect-button').click();
		return await popup;
	}

	async close(): Promise<void> {
		await this.root.getByRole('button', { name: 'Close this dialog' }).click();
		await this.root.waitFor({ state: 'hidden' });
	}
}
