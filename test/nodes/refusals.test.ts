import { expect, it } from '@jest/globals';
import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	NodeParameterValueType,
} from 'n8n-workflow';
import * as registry from '../../nodes/LinkAttribution/actions/registry';
import { useService } from '../support/node/nodeService';
import { contractRows } from './contract';

const service = useService();

/** The service knows more of them than the menu, and the values of metadata have messages of their own. */
const OTHERS = ['browser', 'os', 'value'];

/** Values for the fields beside one in an entry. */
const ENTRY = { key: 'plan', url: 'https://example.com' };

const OBJECT = { entry: 'value' };

/** Maximum characters of a text, by the label of its field; with a resource, only there. */
const LONGEST: Record<string, number> = {
	'Android URL': 32_000,
	'Deep Link': 32_000,
	'Destination URL': 32_000,
	'Expiration URL': 32_000,
	'iOS URL': 32_000,
	'Not Found URL': 32_000,
	'Customer Email': 100,
	'Customer External ID': 100,
	'Customer Name': 100,
	'Partner Email': 190,
	'Event Name': 255,
	'External ID': 255,
	'Referral Parameter': 255,
	'Tenant ID': 255,
	'UTM Campaign': 255,
	'UTM Content': 255,
	'UTM Medium': 255,
	'UTM Source': 255,
	'UTM Term': 255,
	Code: 100,
	'Domain Name': 190,
	'Fraud Reason': 2000,
	'Group ID or Slug': 190,
	Placeholder: 100,
	Prefix: 190,
	'Preview: Description': 240,
	'Preview: Title': 120,
	'Rejection Note': 500,
	Slug: 190,
	Username: 100,
	'bountySubmission.Rejection Note': 5000,
	'commission.Description': 190,
	'commission.External ID': 100,
	'commission.Invoice ID': 255,
	'commission.Lead Event Name': 255,
	'commission.Sale Event Name': 255,
	'commission.Stripe Customer ID': 255,
	'embedToken.Description': 5000,
	'embedToken.Name': 100,
	'folder.Description': 500,
	'folder.Name': 190,
	'partner.Description': 5000,
	'partner.Email': 190,
	'partner.Name': 100,
	'tag.Name': 190,
};

/** Filters take several values, or what the service knows; customers are changed to what it takes. */
const UNLIMITED = ['analytics', 'customer', 'event', 'filters'];

/** Values that a field does not take by its type, each with the node's message. */
function wrongValues(
	{ name, displayName: label, type, options, typeOptions = {} }: INodeProperties,
	resource: string,
): Array<[unknown, RegExp]> {
	if (OTHERS.includes(name)) return [];
	const longest = UNLIMITED.includes(resource)
		? undefined
		: (LONGEST[`${resource}.${label}`] ?? LONGEST[label]);
	switch (type) {
		case 'boolean':
			return [['maybe', /^must be true or false$/]];
		case 'number': {
			const { minValue = NaN, maxValue = NaN } = typeOptions;
			const values = ['many', minValue - 1, maxValue + 1].filter((value) => !Number.isNaN(value));
			return values.map((value) => [value, /^must be a (whole )?number/]);
		}
		case 'options':
		case 'multiOptions':
			return options?.length ? [['nonsense', /^must be one of: /]] : [];
		case 'dateTime':
			return [['next week', /^must be a date such as /]];
		case 'json':
			return [['{', /JSON/]];
		case 'color':
			return [['red', /^must be a color such as /]];
		case 'string':
			if (longest === undefined) return [[OBJECT, /text/]];
			return [
				[OBJECT, /text/],
				['x'.repeat(longest + 1), new RegExp(`^can have at most ${longest} characters$`)],
			];
		case 'resourceLocator':
			return [[{ __rl: true, mode: 'id', value: OBJECT }, /text/]];
		default:
			return [];
	}
}

/** A field with a value that it does not take. */
interface Wrong {
	label: string;
	value: unknown;
	message: RegExp;
	/** With the field, and what it depends on. */
	parameters: INodeParameters;
}

/**
 * @param given the parameters of the operation, or of a collection
 * @param form of a collection: sets parameters of the operation
 */
function wrongFields(
	properties: INodeProperties[],
	given: INodeParameters,
	resource: string,
	form = (inner: INodeParameters, outer: INodeParameters): INodeParameters => ({
		...inner,
		...outer,
	}),
): Wrong[] {
	return properties.flatMap((property) => {
		const { name, displayName: label, type, required, displayOptions } = property;
		const inner: INodeParameters = { ...given };
		const outer: INodeParameters = {};
		for (const [key, values = []] of Object.entries(displayOptions?.show ?? {})) {
			const [object, other] = key.startsWith('/') ? [outer, key.slice(1)] : [inner, key];
			object[other] = values[0] as NodeParameterValueType;
		}
		const at = (value: unknown) =>
			form({ ...inner, [name]: value as NodeParameterValueType }, outer);
		if (type === 'collection') {
			const collection = (given[name] ?? {}) as INodeParameters;
			const fields = property.options as INodeProperties[];
			return wrongFields(
				fields,
				collection,
				name === 'filters' ? name : resource,
				(values, root) => ({ ...at(values), ...root }),
			);
		}
		if (type === 'fixedCollection') {
			const [{ name: group, values }] = property.options as INodePropertyCollection[];
			return wrongFields(values, ENTRY, resource, (entry) => at({ [group]: [entry] }));
		}
		const empty = type === 'resourceLocator' ? { __rl: true, mode: 'id', value: '' } : '';
		const wrong = [
			...wrongValues(property, resource),
			...(required ? [[empty, /empty/] as const] : []),
		];
		return wrong.map(([value, message]) => ({ label, value, message, parameters: at(value) }));
	});
}

const operations = Object.entries(registry).flatMap(([resource, { operations: all }]) =>
	Object.entries(all as Record<string, { properties: INodeProperties[] }>).map(
		([operation, { properties }]) => [resource, operation, properties] as const,
	),
);

const rowsOf = (resource: string, operation: string) =>
	contractRows.filter((row) => row.resource === resource && row.operation === operation);

it.each(operations)(
	'%s · %s refuses what a field does not take, and sends nothing',
	async (resource, operation, properties) => {
		/** By field and value: what the node said instead with each row. */
		const others = new Map<string, string[] | 'refused'>();
		for (const { parameters: given, binary } of rowsOf(resource, operation)) {
			for (const { label, value, message, parameters } of wrongFields(
				properties,
				given,
				resource,
			)) {
				const what = `'${label}' ${message}: ${JSON.stringify(value).slice(0, 40)}`;
				const before = others.get(what) ?? [];
				if (before === 'refused') continue;
				const said = await service
					.refusal({ resource, operation, ...parameters }, { binary, workspace: 'enterprise' })
					.catch(String);
				service.proxy.reset();
				const isRefused =
					said.startsWith(`'${label}' `) && message.test(said.slice(label.length + 3));
				others.set(what, isRefused ? 'refused' : [...before, said]);
			}
		}
		expect([...others].filter(([, said]) => said !== 'refused')).toEqual([]);
	},
);
