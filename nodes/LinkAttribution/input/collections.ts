import type { INodeProperties } from 'n8n-workflow';

/*
 * n8n's standard collections: spread into a parameter, which adds `options`.
 */

export const ADDITIONAL_FIELDS: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
};

export const EXCLUDE: INodeProperties = {
	displayName: 'Exclude',
	name: 'exclude',
	type: 'collection',
	placeholder: 'Add Exclusion',
	default: {},
};

export const FILTERS: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
};

export const OPTIONS: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
};

export const UPDATE_FIELDS: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
};
