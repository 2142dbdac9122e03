import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	type INodePropertyCollection,
} from 'n8n-workflow';
import { isObject, requireNames, toArray, toObject } from './json';
import { isForModel, isTool, withModelFields } from './model';
import { TOOL_OUTPUT } from './toolOutput';
import { nothingChosen } from './locators';
import { isBlank } from './text';
import type { Field, Rule, Rules } from './types';
import { optionsOf, readPlain } from './values';

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
		// A model that leaves a field empty means that it has no wish.
		return isBlank(value) ? property.default : value;
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
		const object = toObject(raw, label);
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

/** @returns undefined or '' if the field is empty */
function readValue(raw: unknown, property: INodeProperties, form: ReadForm): unknown {
	const { name, displayName: label, type } = property;
	const rule = form.rules[name];
	const { timezone } = form;
	const field: Field = { label, property, timezone };
	if (typeof rule === 'function') return rule(raw, field);
	const inner = { rules: rule ?? form.rules, timezone, outer: form.outer ?? form };
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
