import { UserError, type INodeParameterResourceLocator } from 'n8n-workflow';

/**
 * The mode and text of a resource locator. A bare value, as an expression or an AI agent may give it, counts as typed
 * into the ID mode.
 */
export function readLocator(value: unknown): { mode: string; text: string } {
	const locator = isLocator(value) ? value : { mode: 'id', value };
	const text = locator.value === undefined || locator.value === null ? '' : String(locator.value);
	return { mode: locator.mode, text: text.trim() };
}

function isLocator(value: unknown): value is INodeParameterResourceLocator {
	return typeof value === 'object' && value !== null && 'mode' in value && 'value' in value;
}

/** @throws UserError when nothing was chosen */
export function requiredText(value: unknown, label: string): { mode: string; text: string } {
	const chosen = readLocator(value);
	if (chosen.text === '') {
		throw new UserError(`'${label}' is empty. Choose one from the list, or give its ID.`);
	}
	return chosen;
}
