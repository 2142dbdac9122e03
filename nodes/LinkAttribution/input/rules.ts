import { UserError } from 'n8n-workflow';
import { adviceOnCountry, isCountry } from './countries';
import { readLocator } from './locators';
import { plainText, quoted } from './text';
import type { Field, Rule } from './types';

/**
 * Text, or what was chosen in a locator.
 *
 * @param max number of characters
 */
export function maxLength(max: number): Rule {
	return (raw, { label }) => {
		const { text } = readLocator(raw, label);
		if (text.length <= max) return text;
		throw new UserError(`'${label}' can have at most ${max} characters`);
	};
}

/**
 * @param message follows the label, e.g. 'must be an email address'
 * @param max number of characters
 */
export function pattern(form: RegExp, message: string, max = Infinity): Rule {
	const read = maxLength(max);
	return (raw, field) => {
		const text = read(raw, field) as string;
		if (form.test(text)) return text;
		throw new UserError(`'${field.label}' ${message}`);
	};
}

const HOST = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u;

/** A domain in lower case, as the service stores it. */
export const domainName: Rule = (raw, field) => {
	const name = String(maxLength(190)(raw, field)).toLowerCase();
	if (name.startsWith('www.')) throw new UserError(`'${field.label}' must not start with www.`);
	if (name === '' || HOST.test(name)) return name;
	throw new UserError(
		`'${field.label}' must be a domain such as go.example.com, without https:// or a path`,
	);
};

const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i;

export function email(max: number): Rule {
	return pattern(EMAIL, 'must be an email address', max);
}

/** An ISO 3166-1 alpha-2 code in upper case, as the service compares them. */
export const countryCode = (raw: unknown, { label }: Field): string => {
	const text = plainText(raw, label).trim();
	const code = text.toUpperCase();
	if (isCountry(code)) return code;
	throw new UserError(
		`'${label}' must be a two-letter ISO 3166-1 code such as US, not ${quoted(text)}${adviceOnCountry(code)}`,
	);
};

/** An ISO 4217 code in lower case, as the service stores it. */
export const currencyCode: Rule = (raw, field) => {
	const mistake = 'must be a three-letter ISO 4217 code such as eur';
	const code = String(pattern(/^[a-z]{3}$/i, mistake)(raw, field)).toLowerCase();
	if (Intl.supportedValuesOf('currency').includes(code.toUpperCase())) return code;
	throw new UserError(`'${field.label}' ${mistake}, not ${quoted(code)}`);
};
