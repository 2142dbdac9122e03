import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel, isTool } from '../input/model';
import type { Values } from '../input/fields';
import { returnAs } from '../file/parameters';
import { chosenColumns, writeFile } from '../file/writeFile';
import { collect, pickedItems } from '../pagination/items';
import { numberedPages, type ListRequest } from '../pagination/pages';
import type { FileItem } from '../file/fileItem';
import { MAX_SUMMED, summed } from './totals';
import type { Result, Shape } from './types';

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	displayOptions: { show: { returnAll: [false] } },
	typeOptions: { minValue: 1 },
	default: 50,
	...forModel('Max rows', 20),
	description: 'Max number of results to return',
};

/** For lists: how many results to return, and as what. */
export const listOutput: INodeProperties[] = [returnAll, limit, ...returnAs];

/**
 * How many groups to return, where results are counted by group.
 *
 * @param ungrouped values of Group By that give no groups
 */
export function groupLimit(ungrouped: string[]): INodeProperties[] {
	const hide = { groupBy: ungrouped };
	return [
		{ ...returnAll, displayOptions: { hide } },
		// The service has a deprecated parameter "limit", which it ignores.
		{
			...limit,
			...forModel('Max groups', 10),
			name: 'maxGroups',
			displayOptions: { ...limit.displayOptions, hide },
		},
	];
}

/** The groups that `groupLimit` allows. */
export function firstGroups({ returnAll: isAll, maxGroups }: Values, groups: IDataObject[]) {
	return isAll ? groups : groups.slice(0, maxGroups as number);
}

export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simple',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

const sortOrder: INodeProperties = {
	displayName: 'Sort Order',
	name: 'sortOrder',
	type: 'options',
	options: [
		{ name: 'Ascending', value: 'asc', description: 'Lowest, oldest, or A to Z first' },
		{ name: 'Descending', value: 'desc', description: 'Highest, newest, or Z to A first' },
	],
	default: 'desc',
	description: 'The direction to sort in',
};

const sortBy: INodeProperties = {
	displayName: 'Sort By',
	name: 'sortBy',
	type: 'options',
	options: [],
	default: '',
	description: 'The field to sort by',
};

/**
 * The collection in which a person chooses how a list is sorted.
 *
 * @param by fields to sort by, and the one that the service uses by default
 * @param order that the service uses by default
 */
export function sortOptions(
	by: Pick<INodeProperties, 'options' | 'default'>,
	order: 'asc' | 'desc' = 'desc',
): INodeProperties {
	return {
		displayName: 'Sort',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Sort Option',
		default: {},
		options: [
			{ ...sortBy, ...by },
			{ ...sortOrder, default: order },
		],
	};
}

interface List extends ListRequest {
	maxPageSize?: number;
	/** The way the service pages this list. */
	pages?: typeof numberedPages;
	/** Leaves out items that the service cannot filter by itself, so that more pages are read. */
	isWanted?: (item: IDataObject) => boolean;
	simplify?: (item: IDataObject) => IDataObject;
	/** Fields in US cents that a model gets the sums of, and what they are called. */
	totals?: Record<string, string>;
	/** What the items are, for the name of a file; by default the end of the path. */
	name?: string;
	/** What tells in the summary of a file where it begins and ends; by default the ID of an item. */
	markOf?: (item: IDataObject) => unknown;
}

/** Reads a list as 'Return All', 'Limit', 'Simplify', and 'Return As' say. */
export async function getMany(
	context: IExecuteFunctions,
	form: Values,
	{
		maxPageSize = 100,
		pages = numberedPages,
		isWanted,
		simplify: toSimple,
		totals,
		markOf,
		name,
		...request
	}: List,
): Promise<IDataObject[] | FileItem> {
	const sums = isTool(context) && form.returnAs !== 'file' ? totals : undefined;
	const limit = form.returnAll ? Infinity : form.limit;
	const max = sums ? MAX_SUMMED : limit;
	const isFile = form.returnAs === 'file';
	const simplified = form.simple ? toSimple : undefined;
	// Of simplified items, too, columns can be chosen that they do not have.
	const keepsAll = isFile && chosenColumns(form).length > 0;
	const pick = (item: IDataObject) => {
		if (isWanted?.(item) === false) return undefined;
		if (!simplified) return item;
		return keepsAll ? { ...item, ...simplified(item) } : simplified(item);
	};
	const listRequest = { ...request, isStreamed: isFile };
	const read = pages(context, listRequest, isWanted ? Infinity : max, maxPageSize);
	const noun = name ?? request.path.slice(request.path.lastIndexOf('/') + 1);
	if (!isFile) {
		const items = await collect(read, max, pick);
		return sums && items.length > 0 ? summed(items, limit, noun, sums) : items;
	}
	const rows = pickedItems(read, max, pick);
	return await writeFile(context, rows, form, { name: noun, areUniform: !!simplified, markOf });
}

/** Returns what is read in one response, one object or several, as 'Return As' says. */
export async function asOutput(
	context: IExecuteFunctions,
	form: Values,
	result: IDataObject | IDataObject[],
	name: string,
): Promise<Result> {
	if (form.returnAs !== 'file') return result;
	const pages = (async function* () {
		yield [result].flat();
	})();
	return await writeFile(context, pages, form, { name, areUniform: false });
}

/** The fields of a shape, `null` for those that are missing. */
export function inShape(source: IDataObject, shape: Shape): IDataObject {
	return pick(source, Object.keys(shape));
}

/** The given fields, `null` for those that are missing. */
export function pick(source: IDataObject, names: string[]): IDataObject {
	return Object.fromEntries(names.map((name) => [name, source[name] ?? null]));
}

/** What was deleted, for the editor. */
export const deletedShape: Shape = { id: 'string', deleted: 'boolean' };

/** The response to a deletion, e.g. `{ id }`, as n8n's nodes return it: `{ id, deleted: true }`. */
export function deleted(response: IDataObject): IDataObject {
	return { ...response, deleted: true };
}
