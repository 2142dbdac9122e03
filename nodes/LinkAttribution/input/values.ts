import { UserError, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';
import { toInstant } from './dates';
import { toArray, toObject } from './json';
import { toList } from './lists';
import { externalId, readLocator, requireId } from './locators';
import { plainText } from './text';
import type { Field, Rule } from './types';

/** Reads a field as its type says. */
export function readPlain(raw: unknown, { label, property, timezone }: Field): unknown {
	switch (property.type) {
		case 'boolean':
			return toBoolean(raw, label);
		case 'color':
			return toColor(raw, label);
		case 'dateTime':
			return toInstant(raw, label, timezone).toISOString();
		case 'json': {
			const parsed = property.default === '[]' ? toArray(raw, label) : toObject(raw, label);
			return parsed && Object.keys(parsed).length > 0 ? parsed : undefined;
		}
		case 'multiOptions': {
			const chosen = toList(raw, label);
			for (const value of chosen) toOption(value, property);
			return chosen;
		}
		case 'number':
			return toNumber(raw, property, true);
		case 'options':
			return toOption(raw, property);
		case 'resourceLocator':
			return toId(raw, label);
		default: {
			const text = plainText(raw, label);
			return property.typeOptions?.password ? text : text.trim();
		}
	}
}

/** @throws UserError for a value that is not among the options */
function toOption(raw: unknown, property: INodeProperties): unknown {
	const values = optionsOf(property).map(({ value }) => value);
	if (values.some((value) => value === raw)) return raw;
	throw new UserError(
		`'${property.displayName}' must be one of: ${values.filter(Boolean).join(', ')}`,
	);
}

/** A rule for numbers that can have decimal places. The editor would pad them to a fixed `numberPrecision`. */
export const decimal: Rule = (raw, { property }) => toNumber(raw, property, false);

/** In text, JavaScript also takes 0x31 and 1e3 for numbers, and 49.00 for a whole one, which may be dollars. */
const DIGITS = { whole: /^[+-]?\d+$/, decimal: /^[+-]?\d+(\.\d+)?$/ };

/** Also of the text that an expression or an AI agent gives. */
function toNumber(raw: unknown, property: INodeProperties, isWhole: boolean): number {
	const { displayName, typeOptions: { minValue = -Infinity, maxValue = Infinity } = {} } = property;
	const digits = isWhole ? DIGITS.whole : DIGITS.decimal;
	const number = typeof raw === 'string' && digits.test(raw.trim()) ? Number(raw) : raw;
	if (
		typeof number === 'number' &&
		(isWhole ? Number.isSafeInteger(number) : Number.isFinite(number)) &&
		number >= minValue &&
		number <= maxValue
	) {
		return number;
	}
	const kind = isWhole ? 'a whole number' : 'a number';
	const range =
		maxValue < Infinity
			? ` between ${minValue} and ${maxValue}`
			: minValue > -Infinity
				? ` of at least ${minValue}`
				: '';
	throw new UserError(`'${displayName}' must be ${kind}${range}`, {
		description: displayName.endsWith('(in Cents)') ? adviceOnCents(raw) : undefined,
	});
}

/** How to enter an amount such as `49.5` or `49,50`. */
function adviceOnCents(raw: unknown): string {
	const [, units, decimals] = /^\D?(\d{1,9})[.,](\d{1,2})$/.exec(String(raw).trim()) ?? [];
	const [amount, cents] = units
		? [`${units}.${decimals.padEnd(2, '0')}`, Number(units + decimals.padEnd(2, '0'))]
		: ['49.00', 4900];
	return `Enter the amount in cents: for ${amount}, enter ${cents}.`;
}

/** Also of the text that an expression or an AI agent gives. */
export function toBoolean(raw: unknown, label: string): boolean {
	if (raw === true || raw === 'true') return true;
	if (raw === false || raw === 'false') return false;
	throw new UserError(`'${label}' must be true or false`);
}

function toColor(raw: unknown, label: string): string {
	const color = plainText(raw, label).trim();
	if (/^#[0-9a-f]{6}$/i.test(color)) return color;
	throw new UserError(`'${label}' must be a color such as #1A2B3C`);
}

/** The ID that a locator names: an external ID with its prefix, a URL with its protocol. */
function toId(raw: unknown, label: string): string {
	const { mode, text } = readLocator(raw, label);
	if (text === '') return '';
	if (mode === 'externalId') return externalId(text);
	if (mode === 'url') return /^https?:\/\//.test(text) ? text : `https://${text}`;
	requireId(text, label);
	return text;
}

export function optionsOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options.filter((option) => 'value' in option);
}
