import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { toInstant } from './dates';
import { isObject, requireNames, toArray, toObject } from './json';
import { isForModel, isTool, withModelFields } from './model';
import { TOOL_OUTPUT } from './toolOutput';
import { toList } from './lists';
import { externalId, nothingChosen, readLocator, requireId } from './locators';
import { isBlank, plainText } from './text';
import type { Field, Rule, Rules } from './types';

/**
 * The values of a form, without empty ones. A collection is an object, empty if nothing was added. Of n8n's standard
 * parameters, a form has those that its properties list.
 */
export interface Values extends IDataObject {
	additionalFields: IDataObject;
	exclude: IDataObject;
	fieldsToClear?: string[];
	fileOptions: IDataObject;
	filters: IDataObject;
	limit: number;
	options: IDataObject;
	returnAll: boolean;
	simple: boolean;
	updateFields: IDataObject;
}

/**
 * Reads and checks the parameters of an operation for one item, as their definitions say. Parameters that are not
 * shown are skipped.
 *
 * @param properties as the editor shows them
 * @param rules for what the definitions cannot say
 * @throws UserError naming the first field with a wrong value
 */
export function readFields(
	context: IExecuteFunctions,
	itemIndex: number,
	properties: INodeProperties[],
	rules: Rules = {},
): Values {
	const raw = ({ name, default: fallback }: INodeProperties): unknown =>
		context.getNodeParameter(name, itemIndex, fallback);
	const ofTool = (property: INodeProperties): unknown => {
		if (property.name === 'simple') return raw(TOOL_OUTPUT) === 'simplified';
		const value = raw(property);
		if (property.type === 'collection') {
			return withModelFields(context, itemIndex, property, value);
		}
		// A model that leaves a menu or a number empty means that it has no wish.
		return isBlank(value) && ALWAYS_FILLED.includes(property.type) ? property.default : value;
	};
	const asTool = isTool(context);
	const form = { properties, rules, asTool, timezone: context.getTimezone() };
	return readForm(asTool ? ofTool : raw, form) as Values;
}

/**
 * Reads and checks the fields of a collection.
 *
 * @param timezone IANA name of the time zone of dates without an offset
 * @throws UserError naming the first field with a wrong value
 */
export function readCollection(
	collection: IDataObject,
	properties: INodeProperties[],
	rules: Rules,
	timezone: string,
): IDataObject {
	const form = { properties, rules, timezone };
	return readForm(({ name }) => collection[name], { ...form, outer: { ...form, values: {} } });
}

/**
 * For a JSON field beside a collection: an object with the same fields, checked in the same way.
 *
 * @param properties of the collection
 */
export function asCollection(properties: INodeProperties[], rules: Rules): Rule {
	return (raw, { label, timezone }) => {
		const object = toObject(raw, label) ?? {};
		const known = properties.filter((property) => property.type !== 'json').map(({ name }) => name);
		requireNames(Object.keys(object), known, label);
		return readCollection(object, properties, rules, timezone);
	};
}

interface Form {
	properties: INodeProperties[];
	rules: Rules;
	timezone: string;
	/** A model can fill in a field whatever the others are that it fills in. */
	asTool?: boolean;
	/** Of a collection: the form of the operation, as far as it is read. */
	outer?: ReadForm;
}

interface ReadForm extends Form {
	values: IDataObject;
}

function readForm(rawOf: (property: INodeProperties) => unknown, form: Form): IDataObject {
	const values: IDataObject = {};
	const read = { ...form, values };
	for (const property of form.properties) {
		if (property.type === 'notice') continue;
		const obstacle = obstacleOf(property, read);
		if (obstacle && !form.outer) continue;
		const raw = rawOf(property);
		const canBeEmpty =
			property.type !== 'collection' &&
			(form.outer || !ALWAYS_FILLED.includes(property.type) || isEmptyAtFirst(property));
		const value = isBlank(raw) && canBeEmpty ? undefined : readValue(raw, property, read);
		if (isEmpty(value) || (property.required && Array.isArray(value) && value.length === 0)) {
			if (property.required) throw emptyError(property);
		} else if (obstacle) {
			throw new UserError(`'${property.displayName}' ${obstacle}`);
		} else {
			values[property.name] = value as IDataObject[string];
		}
	}
	return values;
}

/** Types that the editor always gives a value, so that only an expression can leave them empty. */
const ALWAYS_FILLED = ['boolean', 'number', 'options'];

function isEmptyAtFirst({ required, default: value }: INodeProperties): boolean {
	return required === true && value === '';
}

function isEmpty(value: unknown): boolean {
	return value === undefined || value === '';
}

function emptyError({ displayName, type }: INodeProperties): UserError {
	return type === 'resourceLocator'
		? nothingChosen(displayName)
		: new UserError(`'${displayName}' is empty. Enter a value.`);
}

/** Why a field does not apply, as its display options say; undefined if it does. */
function obstacleOf(field: INodeProperties, form: ReadForm): string | undefined {
	const { show = {}, hide = {} } = field.displayOptions ?? {};
	const isIndependent = form.asTool && isForModel(field);
	for (const [conditions, isShown] of [
		[show, true],
		[hide, false],
	] as const) {
		for (const [key, wanted] of Object.entries(conditions)) {
			const { properties, values } = key.startsWith('/') ? (form.outer ?? form) : form;
			const name = key.replace(/^\//, '');
			const property = properties.find((candidate) => candidate.name === name);
			// Resource, operation, and authentication are not of the form.
			if (!property || (isIndependent && isForModel(property))) continue;
			if (wanted?.some((value) => value === values[name]) === isShown) continue;
			const chosen = optionsOf(property).find(({ value }) => value === values[name])?.name;
			return `does not apply when '${property.displayName}' is ${chosen ?? String(values[name])}. Remove it.`;
		}
	}
	return undefined;
}

function optionsOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options.filter((option) => 'value' in option);
}

/** @returns undefined or '' if the field is empty */
function readValue(raw: unknown, property: INodeProperties, form: ReadForm): unknown {
	const { name, displayName: label, type } = property;
	const rule = form.rules[name];
	const { timezone } = form;
	const field: Field = { label, property, timezone };
	if (typeof rule === 'function') return rule(raw, field);
	const inner = {
		rules: rule ?? form.rules,
		timezone,
		outer: form.outer ?? form,
	};
	const readInner = (collection: unknown, properties: INodeProperties[]) =>
		readForm((one) => (collection as IDataObject | undefined)?.[one.name], {
			...inner,
			properties,
		});
	switch (type) {
		case 'collection':
			return readInner(raw, property.options as INodeProperties[]);
		case 'fixedCollection': {
			const [group] = property.options as INodePropertyCollection[];
			const entries = toArray(isObject(raw) ? raw[group.name] : raw, label);
			return entries?.length ? entries.map((entry) => readInner(entry, group.values)) : undefined;
		}
		default:
			return readPlain(raw, field);
	}
}

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
