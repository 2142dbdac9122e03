import { describe, expect, it } from '@jest/globals';
import {
	NodeHelpers,
	type IDataObject,
	type INode,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { LinkAttributionTrigger } from '../../nodes/LinkAttribution/LinkAttributionTrigger.node';
import { LinkAttribution } from '../../nodes/LinkAttribution/LinkAttribution.node';
import { contracts } from './contract';

const node = new LinkAttribution();
const { description } = node;

interface Operation {
	resource: string;
	operation: string;
	option: INodePropertyOptions;
	/** Parameters of the operation, without Resource, Operation, and Authentication. */
	properties: INodeProperties[];
}

function optionsOf(property: INodeProperties): INodePropertyOptions[] {
	return (property.options ?? []) as INodePropertyOptions[];
}

function isCommon({ name }: INodeProperties): boolean {
	return ['authentication', 'resource', 'operation'].includes(name);
}

const operations: Operation[] = description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap((property) =>
		optionsOf(property).map((option) => {
			const resource = String(property.displayOptions?.show?.resource?.[0]);
			const operation = String(option.value);
			return {
				resource,
				operation,
				option,
				properties: description.properties.filter(
					(candidate) =>
						!isCommon(candidate) &&
						candidate.displayOptions?.show?.resource?.includes(resource) &&
						candidate.displayOptions.show.operation?.includes(operation),
				),
			};
		}),
	);

/** A parameter with everything inside it. */
function withInner(property: INodeProperties): INodeProperties[] {
	const inner = (property.options ?? []).flatMap((option) => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
	return [property, ...inner.flatMap(withInner)];
}

/** What only the tool of an AI agent shows; see `tool/tools.test.ts`. */
const isOfTool = ({ displayOptions }: INodeProperties) =>
	displayOptions?.show?.['@tool']?.[0] === true;

const everything = description.properties
	.filter((property) => !isOfTool(property))
	.flatMap(withInner);

function find(resource: string, operation: string): Operation {
	const found = operations.find(
		(candidate) => candidate.resource === resource && candidate.operation === operation,
	);
	if (!found) throw new Error(`no ${resource} ${operation}`);
	return found;
}

/** What the service documents per operation, without deprecated and paging parameters, and where it is set. */
const CONTRACT = Object.entries(contracts).flatMap(([resource, { parameters }]) =>
	Object.entries(parameters).map(([operation, names]) => [resource, operation, names] as const),
);

const DEPRECATED = Object.entries(contracts).flatMap(([resource, { deprecated = {} }]) =>
	Object.entries(deprecated).flatMap(([operation, names]) =>
		names.map((name) => [resource, operation, name] as const),
	),
);

describe('operations', () => {
	it('match the contract', () => {
		expect(operations.map(({ resource, operation }) => `${resource}.${operation}`).sort()).toEqual(
			CONTRACT.map(([resource, operation]) => `${resource}.${operation}`).sort(),
		);
	});

	it.each(CONTRACT)('%s %s has every documented parameter', (resource, operation, names) => {
		const offered = find(resource, operation)
			.properties.flatMap(withInner)
			.map(({ name }) => name);
		expect(offered).toEqual(expect.arrayContaining(names));
	});

	it.each(DEPRECATED)('%s %s does not offer the deprecated %s', (resource, operation, name) => {
		const offered = find(resource, operation)
			.properties.flatMap(withInner)
			.map((property) => property.name);
		expect(offered).not.toContain(name);
	});

	it('have an action and a description', () => {
		for (const { option } of operations) {
			expect(option.action).toMatch(/^[A-Z][a-z]+( ([a-z]+|QR))+$/);
			expect(option.action).not.toMatch(/\b(a|an|the)\b/);
			expect(option.description?.length).toBeGreaterThan(option.name.length);
		}
	});

	it('share no parameters', () => {
		for (const property of description.properties) {
			if (isCommon(property) || property.name === 'requestOptions') continue;
			if (isOfTool(property) && !property.displayOptions?.show?.resource) continue;
			const { show } = property.displayOptions ?? {};
			expect([property.name, show?.resource, show?.operation]).toEqual([
				property.name,
				[expect.any(String)],
				[expect.any(String)],
			]);
		}
	});

	it('have a default that is one of their options', () => {
		for (const property of description.properties.filter(isCommon)) {
			expect(property.noDataExpression).toBe(true);
			expect(optionsOf(property).map(({ value }) => value)).toContain(property.default);
		}
	});
});

describe('node', () => {
	it('can be used by an AI agent', () => {
		expect(description.usableAsTool).toBe(true);
	});

	it('has a credential for each authentication method', () => {
		const [authentication] = description.properties;
		expect(
			description.credentials?.map(({ displayOptions }) => displayOptions?.show?.authentication),
		).toEqual(optionsOf(authentication).map(({ value }) => [value]));
	});

	it('lists its resources alphabetically', () => {
		const resource = description.properties.find(({ name }) => name === 'resource');
		expectSorted(optionsOf(resource as INodeProperties).map(({ name }) => name));
	});
});

const DEFAULT_TYPES: Record<string, (value: unknown, property: INodeProperties) => boolean> = {
	string: (value) => typeof value === 'string',
	color: (value) => /^#[0-9A-F]{6}$/.test(String(value)),
	dateTime: (value) => typeof value === 'string',
	notice: (value) => value === '',
	number: (value) => typeof value === 'number',
	boolean: (value) => typeof value === 'boolean',
	json: (value) => typeof JSON.parse(String(value)) === 'object',
	options: (value) => typeof value === 'string',
	multiOptions: Array.isArray,
	collection: (value, { options = [] }) => hasDefaultsOf(options as INodeProperties[], value),
	fixedCollection: (value, { options = [] }) =>
		Object.entries(value as IDataObject).every(([name, entries]) => {
			const group = (options as INodePropertyCollection[]).find((one) => one.name === name);
			return [entries].flat().every((entry) => hasDefaultsOf(group?.values ?? [], entry));
		}),
	resourceLocator: (value) => JSON.stringify(value) === '{"mode":"list","value":""}',
};

/** Whether the fields that a collection shows at first have their own default values. */
function hasDefaultsOf(fields: INodeProperties[], shown: unknown): boolean {
	return Object.entries(shown as IDataObject).every(([name, value]) =>
		fields.some(
			(field) => field.name === name && JSON.stringify(field.default) === JSON.stringify(value),
		),
	);
}

function expectSorted(labels: string[]): void {
	expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
}

describe('parameters', () => {
	it.each(everything.map((property) => [property.name, property] as const))(
		'%s is well-formed',
		(_, property) => {
			expect(Object.keys(property)[0]).toBe('displayName');
			expect(property.displayName.length).toBeGreaterThan(0);
			// The editor takes them for expressions.
			if (property.type === 'options') {
				for (const { value } of optionsOf(property)) expect(String(value)).not.toMatch(/^=/);
			}
			if (property.typeOptions?.loadOptionsMethod !== undefined) {
				expect(Object.keys(node.methods.loadOptions)).toContain(
					property.typeOptions.loadOptionsMethod,
				);
				return;
			}
			const emptyAtFirst = property.default === '' && ['number', 'options'].includes(property.type);
			if (emptyAtFirst && optionsOf(property).every(({ value }) => value !== '')) {
				// Empty until a person fills it in.
				return;
			}
			expect(DEFAULT_TYPES[property.type]?.(property.default, property)).toBe(true);
			if (property.type === 'options') {
				expect(optionsOf(property).map(({ value }) => value)).toContain(property.default);
			}
			if (property.type === 'boolean') expect(property.description).toMatch(/^Whether /);
			if (property.placeholder && property.type === 'string') {
				expect(property.placeholder).toMatch(/^e\.g\. /);
			}
		},
	);

	it('have a description unless the label is self-explanatory', () => {
		const selfExplaining = ['resource', 'operation', 'authentication', 'url'];
		const collections = [
			...[
				'Filters',
				'Additional Fields',
				'Update Fields',
				'Options',
				'Request Options',
				'Sort',
				'File Options',
			],
		];
		const silent = everything
			.filter(({ type, description: text }) => type !== 'notice' && !text)
			.filter(({ displayName }) => !collections.includes(displayName))
			.map(({ name }) => name)
			.filter((name) => !selfExplaining.includes(name));
		expect(silent).toEqual([]);
	});

	it('inside collections are sorted by label, optional, and unique', () => {
		const collections = everything.filter(({ type }) => type === 'collection');
		for (const collection of collections) {
			const inner = collection.options as INodeProperties[];
			expectSorted(inner.map(({ displayName }) => displayName));
			expect(new Set(inner.map(({ name }) => name)).size).toBe(inner.length);
			for (const property of inner) expect(property.required).toBeUndefined();
		}
	});

	it('share no options array that n8n could modify in place', () => {
		const lists = description.properties.filter(isCommon).map(({ options }) => options);
		expect(new Set(lists).size).toBe(lists.length);
	});

	it('that select a resource offer a searchable list first and an ID', () => {
		const locators = everything.filter(({ type }) => type === 'resourceLocator');
		expect(locators.length).toBeGreaterThan(8);
		for (const { modes = [] } of locators) {
			const [list, ...others] = modes;
			expect(list).toMatchObject({ name: 'list', typeOptions: { searchable: true } });
			// A QR code takes the URL of a link instead.
			const byText = list.typeOptions?.searchListMethod === 'searchShortLinks' ? 'url' : 'id';
			expect(others.map(({ name }) => name)).toContain(byText);
			const method = list.typeOptions?.searchListMethod ?? '';
			expect(Object.keys(node.methods.listSearch)).toContain(method);
		}
	});

	it.each([
		['analytics', 'get'],
		['event', 'getAll'],
		['partner', 'getAnalytics'],
	])('accept an expression as the period of %s %s', (resource, operation) => {
		const partner = { __rl: true, mode: 'id', value: 'pn_1' };
		const interval = '={{ $json.period }}';
		const parameters = { resource, operation, partner, interval, start: '', end: '' };
		const node = { typeVersion: 1, parameters } as unknown as INode;
		const { properties } = description;
		expect(NodeHelpers.getNodeParametersIssues(properties, node, description)).toBeNull();
	});

	it('use the standard n8n Limit and Return All', () => {
		for (const { properties, operation } of operations) {
			if (operation !== 'getAll') continue;
			expect(properties.find(({ name }) => name === 'returnAll')).toMatchObject({
				default: false,
				description: 'Whether to return all results or only up to a given limit',
			});
			expect(properties.find(({ name }) => name === 'limit')).toMatchObject({
				default: 50,
				typeOptions: { minValue: 1 },
				description: 'Max number of results to return',
			});
		}
	});
});

it('A yes-or-no option is on when it is added', () => {
	const off: string[] = [];
	const visit = (property: INodeProperties, isAdded: boolean): void => {
		if (isAdded && property.type === 'boolean' && property.default !== true) {
			off.push(property.displayName);
		}
		if (property.type !== 'collection') return;
		for (const option of (property.options ?? []) as INodeProperties[]) visit(option, true);
	};
	const all = [...description.properties, ...new LinkAttributionTrigger().description.properties];
	for (const property of all) visit(property, false);
	expect(off).toEqual([]);
});
