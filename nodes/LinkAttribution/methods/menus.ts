import type { INodeProperties } from 'n8n-workflow';

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
