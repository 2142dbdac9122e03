import type { Locator, Page } from 'playwright-core';
import { NodePanel } from '../../../tools/browser/nodePanel.ts';

/** What a task takes. A double-click counts as two clicks, and pasting as one character. */
export interface Effort {
	clicks: number;
	characters: number;
}

/** Someone who uses the editor with mouse and keyboard. All clicks and characters are counted; scrolling is free. */
export class Person {
	readonly effort: Effort = { clicks: 0, characters: 0 };
	readonly node: NodePanel;
	readonly page: Page;

	constructor(page: Page) {
		this.page = page;
		this.node = new NodePanel(page);
	}

	async click(target: Locator): Promise<void> {
		await target.click();
		this.effort.clicks++;
	}

	/** Types where the cursor is. */
	async type(text: string): Promise<void> {
		await this.page.keyboard.type(text);
		this.effort.characters += text.length;
	}

	/** Pastes where the cursor is. */
	async paste(text: string): Promise<void> {
		await this.page.keyboard.insertText(text);
		this.effort.characters++;
	}

	/** Clicks into a parameter, selects what is in it by a double-click, and types. */
	async write(parameter: string, text: string): Promise<void> {
		const field = this.node.parameter(parameter).locator('input, textarea').first();
		await this.click(field);
		if ((await field.inputValue()) !== '') {
			await field.dblclick();
			this.effort.clicks++;
		}
		await this.type(text);
		// The editor stores numbers when the person leaves the field, texts when they pause.
		if (Number.isNaN(Number(text))) await this.#stored(text);
	}

	/** Adds an action or trigger of the package to an empty workflow. */
	async addNode(search: string, action: string): Promise<void> {
		await this.click(this.page.getByTestId('canvas-plus-button'));
		await this.page.locator('[data-test-id="node-creator-search-bar"]:focus').waitFor();
		await this.type(search);
		await this.click(this.#entry('Link Attribution (Dub)'));
		// Before the workflow has a trigger, actions are folded.
		const actions = this.page
			.getByTestId('node-creator-category-item')
			.filter({ hasText: 'Actions' });
		await actions.waitFor();
		if (!action.startsWith('On ')) await this.click(actions);
		await this.click(this.#entry(action));
		await this.node.root.waitFor();
	}

	#entry(name: string): Locator {
		return this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	}

	/** Chooses an option of a menu, by its label. Types a part of the label first where the menu is long. */
	async choose(parameter: string, option: string, search = ''): Promise<void> {
		const menu = this.node.parameter(parameter);
		// Menus that the node fills are disabled until then.
		await menu.locator('input:enabled').first().waitFor({ state: 'attached' });
		await this.click(menu);
		await this.type(search);
		await this.click(this.#option(option));
	}

	#option(label: string): Locator {
		const text = this.page.getByText(label, { exact: true });
		return this.page.getByRole('option').filter({ has: text, visible: true }).first();
	}

	/** Adds a field to a collection, by the label of its button. */
	async add(button: string, field: string): Promise<void> {
		await this.click(this.node.root.getByPlaceholder(button, { exact: true }).first());
		await this.click(this.#option(field));
	}

	/** Chooses an entry of a list of records, without searching. */
	async pick(parameter: string, entry: string): Promise<void> {
		await this.click(this.node.parameter(parameter).getByTestId('rlc-input'));
		await this.click(this.page.getByTestId('rlc-item').filter({ hasText: entry }).first());
	}

	/** Executes the node and waits until it succeeded. */
	async execute(): Promise<void> {
		await this.click(this.node.root.getByTestId('node-execute-button'));
		await this.node.output.getByTestId('node-run-status-success').waitFor();
	}

	/** Waits until the editor's stores contain a text that was typed. */
	async #stored(text: string): Promise<void> {
		await this.page.waitForFunction(`(() => {
			const { $pinia } = document.querySelector('#app').__vue_app__.config.globalProperties;
			const seen = new WeakSet();
			const once = (key, value) => {
				if (typeof value !== 'object' || value === null) return value;
				if (seen.has(value)) return undefined;
				seen.add(value);
				return value;
			};
			const stores = Object.entries($pinia.state.value).filter(([id]) => id.startsWith('workflow'));
			return JSON.stringify(stores, once).includes(${JSON.stringify(JSON.stringify(text))});
		})()`);
	}
}
