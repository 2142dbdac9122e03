import type { INodeProperties } from 'n8n-workflow';

const inTools = { '@tool': [true] };

/** What a model reads about an operation. n8n's own, the name of the operation, is only for tools without this. */
export const TOOL_DESCRIPTION: INodeProperties = {
	displayName: 'Description',
	name: 'toolDescription',
	type: 'string',
	displayOptions: { show: inTools },
	typeOptions: { rows: 3 },
	default: '',
	description: 'When the model should use this tool',
};

/** What a model gets of the results, instead of Simplify. */
export const TOOL_OUTPUT: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	displayOptions: { show: inTools },
	options: [
		{ name: 'All', value: 'all', description: 'Every field of the service' },
		{ name: 'Selected Fields', value: 'selected', description: 'The fields that you choose' },
		{ name: 'Simplified', value: 'simplified', description: 'The most useful fields' },
	],
	default: 'simplified',
	description: 'Which fields the model gets, of those with a value',
};

export const TOOL_FIELDS: INodeProperties = {
	displayName: 'Fields',
	name: 'outputFields',
	type: 'string',
	displayOptions: { show: { ...inTools, output: ['selected'] } },
	default: '',
	placeholder: 'e.g. ID, shortLink, clicks',
	description: 'Fields to include, comma-separated. Dots lead into nested fields.',
};

export const TOOL_BUDGET: INodeProperties = {
	displayName: 'Max Tokens',
	name: 'maxTokens',
	type: 'number',
	displayOptions: { show: inTools },
	typeOptions: { minValue: 100 },
	default: 1500,
	description: 'Maximum length of an answer, in tokens of about four characters',
};
