import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { formOrJson } from '../../input/json';
import { email, maxLength } from '../../input/rules';
import { plainText, textOf } from '../../input/text';
import type { Rules } from '../../input/types';

export const customerExternalId: INodeProperties = {
	displayName: 'Customer External ID',
	name: 'customerExternalId',
	type: 'string',
	required: true,
	default: '',
	...forModel("Customer's ID in the user's own system"),
	placeholder: 'e.g. user_42',
	description:
		'The ID of the customer in your own database, without ext_. Maximum 100 characters. Use the same ID for the leads and the sales of a customer.',
};

/** Additional data about a lead or sale, with the rule `metadataRule`. */
export const metadataFields: INodeProperties[] = [
	{
		displayName: 'Metadata',
		name: 'metadata',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Entry',
		default: {},
		description:
			'Additional data about the event, which you can filter events by. Values are text. For other types, use Metadata (JSON).',
		options: [
			{
				displayName: 'Entry',
				name: 'entries',
				values: [
					{
						displayName: 'Key',
						name: 'key',
						type: 'string',
						default: '',
						placeholder: 'e.g. plan',
						description: 'Name of the entry',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. pro',
						description: 'Value of the entry',
					},
				],
			},
		],
	},
	{
		displayName: 'Metadata (JSON)',
		name: 'metadataJson',
		type: 'json',
		default: '{}',
		description:
			'Additional data about the event as a JSON object, e.g. { "plan": "pro", "seats": 5 }. Maximum 10,000 characters. Use either this or Metadata.',
	},
];

export const paymentProcessor: INodeProperties = {
	displayName: 'Payment Processor',
	name: 'paymentProcessor',
	type: 'options',
	options: [
		{ name: 'Apple', value: 'apple' },
		{ name: 'Custom', value: 'custom' },
		{ name: 'Dub', value: 'dub' },
		{ name: 'Lemon Squeezy', value: 'lemonsqueezy' },
		{ name: 'Paddle', value: 'paddle' },
		{ name: 'Polar', value: 'polar' },
		{ name: 'RevenueCat', value: 'revenuecat' },
		{ name: 'Shopify', value: 'shopify' },
		{ name: 'Stripe', value: 'stripe' },
	],
	default: 'custom',
	description: 'The service that processed the payment. Leave empty to use Custom.',
};

/** Optional fields of leads and sales. */
export const conversionFields: INodeProperties[] = [
	{
		displayName: 'Customer Avatar URL',
		name: 'customerAvatar',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/avatar.png',
		description: 'Picture of the customer. Saved only if the customer is new.',
	},
	{
		displayName: 'Customer Email',
		...forModel('Email'),
		name: 'customerEmail',
		type: 'string',
		default: '',
		placeholder: 'e.g. name@email.com',
		description:
			'Email of the customer. Maximum 100 characters. Saved only if the customer is new.',
	},
	{
		displayName: 'Customer Name',
		...forModel('Name'),
		name: 'customerName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Nathan Smith',
		description: 'Name of the customer. Maximum 100 characters. Saved only if the customer is new.',
	},
	...metadataFields,
];

/** The values are read by `withMetadata`, which knows their keys. */
export const metadataRule: Rules = { value: (raw) => raw };

export const conversionRules: Rules = {
	customerEmail: email(100),
	customerExternalId: maxLength(100),
	customerName: maxLength(100),
	eventName: maxLength(255),
	metadata: metadataRule,
};

const MAX_METADATA = 10_000;

/**
 * The fields of a form with the metadata as the service takes it.
 *
 * @param fields read with `metadataRule`
 * @throws UserError for metadata that cannot be sent
 */
export function withMetadata({ metadata, metadataJson, ...fields }: IDataObject): IDataObject {
	const entries = (metadata ?? []) as IDataObject[];
	const result = formOrJson('Metadata', toObject(entries), metadataJson as IDataObject);
	if (JSON.stringify(result ?? {}).length > MAX_METADATA) {
		throw new UserError(`'Metadata' can have at most ${MAX_METADATA} characters as JSON`);
	}
	return { ...fields, metadata: result };
}

function toObject(entries: IDataObject[]): IDataObject {
	const object: Record<string, string> = {};
	for (const { key, value } of entries) {
		if (key === undefined && value === undefined) continue;
		if (key === undefined) throw new UserError("'Metadata' has a value without a key");
		const name = String(key);
		const text = textOf(value);
		if (text === undefined) {
			throw new UserError(
				`The value of '${name}' in 'Metadata' is not text. Use 'Metadata (JSON)' for an object.`,
			);
		}
		if (Object.hasOwn(object, name)) throw new UserError(`'Metadata' has the key '${name}' twice`);
		object[name] = plainText(text, 'Metadata');
	}
	return object;
}
