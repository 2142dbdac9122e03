import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { collect } from '../pagination/items';
import { numberedPages } from '../pagination/pages';
import { countryOptions } from '../input/countries';

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
	const pages = numberedPages(this, { path: '/tags' }, MAX_TAGS, TAGS_PER_PAGE);
	return (await collect(pages, MAX_TAGS)).map(({ id, name }) => ({
		name: String(name),
		value: String(id),
	}));
}
