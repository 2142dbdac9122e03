import {
	NodeConnectionTypes,
	type IBuilderHintVariation,
	type IExecuteFunctions,
	updateDisplayOptions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import * as registry from './actions/registry';
import { router } from './actions/router';
import type { Resource } from './actions/types';
import { getCountries, getCurrencies, getTags, getTimeZones } from './methods/loadOptions';
import * as listSearch from './methods/listSearch';
import { withToolVariants } from './input/model';
import { authentication, requestOptions } from './input/settings';
import { TOOL_BUDGET, TOOL_DESCRIPTION, TOOL_FIELDS, TOOL_OUTPUT } from './input/toolOutput';

const resources: [string, Resource][] = Object.entries(registry);

const operationMenu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [],
	default: '',
};

/** The menu of a resource, and the parameters of its operations, each shown for its operation. */
function propertiesOf([resource, { operations, defaultOperation }]: [
	string,
	Resource,
]): INodeProperties[] {
	const show = { resource: [resource] };
	const options = Object.entries(operations)
		.map(([value, { menu }]) => ({ ...menu, value }))
		.sort((a, b) => a.name.localeCompare(b.name));
	const parameters = Object.entries(operations).flatMap(
		([operation, { properties, toolDescription }]) =>
			updateDisplayOptions({ show: { ...show, operation: [operation] } }, [
				{ ...TOOL_DESCRIPTION, default: toolDescription },
				...withToolVariants(properties),
			]),
	);
	return [
		{ ...operationMenu, displayOptions: { show }, options, default: defaultOperation },
		...parameters,
	];
}

/** An example in the form of n8n's own nodes. */
function patternOf([resource, { example }]: [string, Resource]): IBuilderHintVariation {
	const { title, operation } = example;
	const parameters = JSON.stringify({ resource, operation, ...example.parameters });
	const written = parameters.replace(/"=(\{\{.+?\}\})"/g, "expr('$1')");
	return {
		displayOptions: { show: { resource: [resource], operation: [operation] } },
		content: `<patterns>\n<pattern title="${title}">\nparameters: ${written}\n</pattern>\n</patterns>`,
	};
}

export class LinkAttribution implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Link Attribution (Dub)',
		name: 'linkAttribution',
		icon: {
			light: 'file:../../icons/link-attribution.svg',
			dark: 'file:../../icons/link-attribution.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Work with short links, affiliate partners, and click, lead, and sale events',
		defaults: { name: 'Link Attribution' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		builderHint: {
			searchHint:
				'Amounts are in cents: 4900 is 49.00. Keep Simplify on unless a field is missing. For large lists, set Return As to File. Ban, Delete, Deactivate, and payments cannot be undone: put a human review before them.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-link-attribution.linkAttributionTrigger',
					relationHint: 'Starts the workflow on new clicks, leads, sales, and partner events',
				},
			],
			extraTypeDefContent: resources.map(patternOf),
		},
		sensitiveOutputFields: ['publicToken', 'password'],
		credentials: [
			{
				name: 'linkAttributionApi',
				required: true,
				displayOptions: { show: { authentication: ['apiKey'] } },
			},
			{
				name: 'linkAttributionOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		properties: [
			authentication,
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: resources.map(([value, { name, description }]) => ({ name, value, description })),
				default: 'link',
			},
			...resources.flatMap(propertiesOf),
			TOOL_OUTPUT,
			TOOL_FIELDS,
			TOOL_BUDGET,
			requestOptions,
		],
	};

	methods = { listSearch, loadOptions: { getCountries, getCurrencies, getTags, getTimeZones } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await router(this);
	}
}
