import { UserError, type INodeParameterResourceLocator } from 'n8n-workflow';
import { plainText } from './text';

/**
 * The mode and text of a resource locator. A bare value, as an expression or an AI agent may give it, counts as typed
 * into the ID mode.
 *
 * @throws UserError naming the field for an object
 */
export function readLocator(value: unknown, label: string): { mode: string; text: string } {
	const locator = isLocator(value) ? value : { mode: 'id', value };
	return { mode: locator.mode, text: plainText(locator.value, label).trim() };
}

function isLocator(value: unknown): value is INodeParameterResourceLocator {
	return typeof value === 'object' && value !== null && 'mode' in value && 'value' in value;
}

/** @throws UserError when nothing was chosen */
export function requiredText(value: unknown, label: string): { mode: string; text: string } {
	const chosen = readLocator(value, label);
	if (chosen.text === '') {
		throw new UserError(`'${label}' is empty. Choose one from the list, or give its ID.`);
	}
	return chosen;
}
