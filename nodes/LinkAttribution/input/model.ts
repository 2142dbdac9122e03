import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodeParameterValueType,
} from 'n8n-workflow';

/*
 * The node as a tool of an AI agent. What a model fills in is said beside the field, with `forModel`; the tool then has
 * the field filled in by n8n's `$fromAI`, which a person can take back.
 */

/** What a model fills in, or what a tool has instead of the default for people. */
interface ForModel {
	description?: string;
	/** Without one, the model must give a value. */
	default?: number | string;
	/** Mode of a locator. */
	mode?: string;
	/** Of a tool, whatever the model says. */
	fixed?: boolean | string;
}

const FOR_MODEL = Symbol('forModel');

interface Marked {
	[FOR_MODEL]: ForModel;
}

/**
 * Spread into a field: a model fills it in.
 *
 * @param description for the model; what the field allows is added
 * @param fallback if the model leaves it out; default: the field can stay empty unless it is required
 */
export function forModel(description: string, fallback?: number | string, mode?: string): Marked {
	return { [FOR_MODEL]: { description, default: fallback, mode } };
}

/** Spread into a field: a tool always has this value at first. */
export function forTool(fixed: boolean | string): Marked {
	return { [FOR_MODEL]: { fixed } };
}

/** The field, or collection, without what a model fills in. */
export function forPeople(property: INodeProperties): INodeProperties {
	const field = { ...property, [FOR_MODEL]: undefined };
	return field.type === 'collection'
		? { ...field, options: (field.options as INodeProperties[]).map(forPeople) }
		: field;
}

type Option = INodeProperties | INodePropertyCollection | INodePropertyOptions;

function markOf(property: Option): ForModel | undefined {
	return (property as unknown as Partial<Marked>)[FOR_MODEL];
}

/** Whether a model fills in a field. */
export function isForModel(property: INodeProperties): boolean {
	return markOf(property)?.description !== undefined;
}

/** Whether the node runs as a tool. */
export function isTool(context: Pick<IExecuteFunctions, 'getNode'>): boolean {
	return context.getNode().type.endsWith('Tool');
}

/**
 * First among the conditions: n8n 2.41 shows a field as soon as one of its conditions is about a field with an expression,
 * as `displayParameter` goes through them.
 */
function shown(
	asTool: boolean,
	{ displayOptions }: INodeProperties,
): INodeProperties['displayOptions'] {
	return { ...displayOptions, show: { '@tool': [asTool], ...displayOptions?.show } };
}

/** The parameters of an operation, those that a model fills in once for people and once for the tool. */
export function withToolVariants(properties: INodeProperties[]): INodeProperties[] {
	const filled = properties.filter(isForModel).map(({ name }) => name);
	return properties.flatMap((property) => {
		const mark = markOf(property);
		if (mark) {
			const forPeople = { ...property, displayOptions: shown(false, property) };
			return [forPeople, variantOf(property, mark, filled)];
		}
		if (property.name === 'simple') {
			return [{ ...property, displayOptions: shown(false, property) }];
		}
		const ofCollection = fieldsForModel(property).map((field) => {
			const [outer, inner] = [property.displayOptions, field.displayOptions];
			const displayOptions = { ...outer, ...inner, show: { ...outer?.show, ...inner?.show } };
			const hoisted = { ...field, displayOptions, name: hoistedName(property, field) };
			return variantOf(hoisted, markOf(field) as ForModel, []);
		});
		return [property, ...ofCollection];
	});
}

/** The fields of a collection that a model fills in; they stand beside the collection in the tool. */
function fieldsForModel(property: INodeProperties): INodeProperties[] {
	if (property.type !== 'collection') return [];
	return (property.options as INodeProperties[]).filter((field) => markOf(field));
}

/** The label of each field that a model fills in, and the name of its argument. */
export function argumentNames(properties: INodeProperties[]): Array<[label: string, name: string]> {
	return properties.flatMap((property) =>
		markOf(property)
			? [[property.displayName, property.name] as [string, string]]
			: fieldsForModel(property).map((field): [string, string] => [
					field.displayName,
					hoistedName(property, field),
				]),
	);
}

/** Also what the model calls it, so that it is another argument than one that a person writes into the collection. */
function hoistedName({ name: collection }: INodeProperties, { name }: INodeProperties): string {
	return `${collection}_${name}`;
}

/**
 * A collection in a tool, with what the model filled in; what a person added there comes first.
 *
 * @param raw the collection
 */
export function withModelFields(
	context: IExecuteFunctions,
	itemIndex: number,
	property: INodeProperties,
	raw: unknown,
): unknown {
	const given = fieldsForModel(property).map((field) => [
		field.name,
		context.getNodeParameter(hoistedName(property, field), itemIndex, '') as unknown,
	]);
	return { ...Object.fromEntries(given), ...(raw as IDataObject) };
}

/** @param filled names of the fields beside it that a model fills in, so that no condition can depend on them */
function variantOf(property: INodeProperties, mark: ForModel, filled: string[]): INodeProperties {
	const { show, hide } = property.displayOptions ?? {};
	const independent = (conditions: object = {}) =>
		Object.fromEntries(Object.entries(conditions).filter(([name]) => !filled.includes(name)));
	const displayOptions = { show: independent(show), hide: independent(hide) };
	return {
		...property,
		displayOptions: shown(true, { ...property, displayOptions }),
		default: defaultOf(property, mark),
	};
}

function defaultOf(property: INodeProperties, mark: ForModel): NodeParameterValueType {
	if (mark.fixed !== undefined) return mark.fixed;
	const value = expressionOf(property, mark);
	return property.type === 'resourceLocator'
		? { __rl: true, mode: mark.mode ?? 'id', value }
		: value;
}

/** As n8n's button *Let the model define this parameter* writes it, which the editor shows as such. */
function expressionOf(
	property: INodeProperties,
	{ description = '', default: fallback = property.required ? undefined : '' }: ForModel,
): string {
	const values = ((property.options ?? []) as Option[]).flatMap((option) =>
		'value' in option ? [String(option.value)] : [],
	);
	const isMenu = property.type === 'options' || property.type === 'multiOptions';
	const allowed = isMenu && values.length > 0 && values.length <= MAX_VALUES;
	const text = [description, allowed && `One of: ${values.filter(Boolean).join(', ')}`]
		.filter(Boolean)
		.join('. ');
	const type = typeof fallback === 'number' ? 'number' : 'string';
	const parts = [`'${property.name}'`, `\`${text.replaceAll('`', "'")}\``, `'${type}'`];
	if (fallback !== undefined) parts.push(JSON.stringify(fallback).replaceAll('"', "'"));
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI(${parts.join(', ')}) }}`;
}

/** Of a menu, in a description. */
const MAX_VALUES = 14;
