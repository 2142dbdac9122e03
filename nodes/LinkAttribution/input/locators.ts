import { UserError, type INodeParameterResourceLocator } from 'n8n-workflow';
import { hasDotSegment, plainText, quoted } from './text';

/**
 * The mode and text of a resource locator. A bare value, as an expression or an AI agent may give it, counts as
 * entered in ID mode.
 *
 * @throws UserError naming the field if it holds an object
 */
export function readLocator(value: unknown, label: string): { mode: string; text: string } {
	const locator = isLocator(value) ? value : { mode: 'id', value };
	return { mode: locator.mode, text: plainText(locator.value, label).trim() };
}

function isLocator(value: unknown): value is INodeParameterResourceLocator {
	return typeof value === 'object' && value !== null && 'mode' in value && 'value' in value;
}

/** The error for a locator in which nothing was chosen. */
export function nothingChosen(label: string): UserError {
	return new UserError(`'${label}' is empty. Choose one from the list or enter its ID.`);
}

/** @throws UserError if nothing was chosen */
export function requiredText(value: unknown, label: string): { mode: string; text: string } {
	const chosen = readLocator(value, label);
	if (chosen.text === '') throw nothingChosen(label);
	return chosen;
}

/**
 * @param reserved names of other endpoints beside the ID
 * @throws UserError for what would lead to another path
 */
export function requireId(text: string, label: string, reserved: string[] = []): void {
	if (!hasDotSegment(text) && !reserved.includes(text)) return;
	throw notAnId(text, label);
}

export function notAnId(text: string, label: string): UserError {
	return new UserError(`'${label}' must be an ID, not ${quoted(text)}`);
}

/** An ID of the caller's own database, as paths and query parameters take it; entered with or without the prefix. */
export function externalId(value: string): string {
	return value.startsWith('ext_') ? value : `ext_${value}`;
}
