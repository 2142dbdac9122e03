import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { collect, numberedPages } from '../transport/pages';
import { countryOptions } from './countries';

/*
 * The methods that fill the menus of fields with many options. They are functions instead of lists in the description of
 * the node, which every editor downloads.
 */

export async function getCountries(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return countryOptions();
}

export async function getCurrencies(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const names = new Intl.DisplayNames(['en'], { type: 'currency' });
	return Intl.supportedValuesOf('currency').map((code) => ({
		name: `${code} (${names.of(code) ?? code})`,
		value: code.toLowerCase(),
	}));
}

export async function getTimeZones(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return ['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => ({ name, value: name }));
}

const TAGS_PER_PAGE = 100;
const MAX_TAGS = 1000;

/** The tags of the workspace by name. */
export async function getTags(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const request = { path: '/tags', needs: { scope: 'tags.read' } };
	const pages = numberedPages(this, request, MAX_TAGS, TAGS_PER_PAGE);
	return (await collect(pages, MAX_TAGS)).map(({ id, name }) => ({
		name: String(name),
		value: String(id),
	}));
}

type Method = 'getCountries' | 'getCurrencies' | 'getTags' | 'getTimeZones';

/** A field for text, as one to choose from a menu. An expression can still give any text. */
export function chosenFrom(loadOptionsMethod: Method, field: INodeProperties): INodeProperties {
	return { ...field, type: 'options', typeOptions: { loadOptionsMethod }, placeholder: undefined };
}

export const countryField: INodeProperties = {
	displayName: 'Country',
	name: 'country',
	type: 'string',
	default: '',
};

/** One country. */
export function countryMenu(description: string): INodeProperties {
	return chosenFrom('getCountries', { ...countryField, description });
}

/** @param changes with the description */
export function currencyMenu(changes: Partial<INodeProperties>): INodeProperties {
	return chosenFrom('getCurrencies', {
		displayName: 'Currency',
		name: 'currency',
		type: 'string',
		default: 'usd',
		...changes,
	});
}

/** A field for text with commas, as one to choose several from a menu. */
export function severalFrom(loadOptionsMethod: Method, field: INodeProperties): INodeProperties {
	return { ...chosenFrom(loadOptionsMethod, field), type: 'multiOptions', default: [] };
}
