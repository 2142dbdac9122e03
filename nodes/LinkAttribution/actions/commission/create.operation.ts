import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { forModel, forPeople } from '../../input/model';
import { IN_CENTS, IN_US_CENTS } from '../../input/amounts';
import { ADDITIONAL_FIELDS } from '../../input/collections';
import { asCollection, readFields, type Values } from '../../input/fields';
import { formOrJson } from '../../input/json';
import { countryMenu, currencyMenu } from '../../methods/menus';
import { customerLocator, linkLocator, partnerIdLocator, withModes } from '../../methods/locators';
import { countryCode, currencyCode, email, maxLength } from '../../input/rules';
import { hint } from '../../input/hints';
import { apiObject } from '../../transport/request';
import { metadataFields, metadataRule, paymentProcessor, withMetadata } from '../conversion/fields';
import {
	avatarField,
	emailField,
	externalIdField,
	nameField,
	stripeIdField,
} from '../customer/fields';
import { chosenLink } from '../link/chosenLink';
import type { Menu, Shape } from '../types';

const TYPES_WITH_CUSTOMER = ['lead', 'sale'];

const newCustomer = [
	avatarField,
	countryMenu('Required for a new customer'),
	emailField,
	{
		...externalIdField,
		description:
			'The ID of the customer in your own database. Maximum 100 characters. Required for a new customer.',
	},
	nameField,
	stripeIdField,
].map(forPeople);

/** For a single sale. */
const ofSale: INodeProperties['displayOptions'] = {
	show: { '/type': ['sale'] },
	hide: { '/importStripeInvoices': [true] },
};

const ofLeadOrSale: INodeProperties['displayOptions'] = {
	...ofSale,
	show: { '/type': TYPES_WITH_CUSTOMER },
};

const additionalFields: INodeProperties[] = [
	currencyMenu({
		displayOptions: ofSale,
		description:
			'ISO 4217 code of the sale amount. The service converts other currencies to US dollars. Leave empty to use usd.',
	}),
	{
		displayName: 'Date',
		name: 'date',
		type: 'dateTime',
		displayOptions: { show: { '/type': ['custom'] } },
		default: '',
		description: 'When it was earned. Leave empty to use the current time.',
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		displayOptions: { show: { '/type': ['custom'] } },
		default: '',
		...forModel('What it is for'),
		placeholder: 'e.g. Bonus for the conference talk',
		description:
			'What the commission is for. Maximum 190 characters. Required for a negative amount.',
	},
	{
		displayName: 'Invoice ID',
		name: 'invoiceId',
		type: 'string',
		displayOptions: { show: { '/type': ['sale'] } },
		default: '',
		placeholder: 'e.g. in_1234',
		description: 'The invoice of the sale. Not sent with Import Stripe Invoices.',
	},
	{
		displayName: 'Lead Event Date',
		name: 'leadEventDate',
		type: 'dateTime',
		displayOptions: { show: { '/type': ['lead'] } },
		default: '',
		description: 'When the lead happened. Leave empty to use the current time.',
	},
	{
		displayName: 'Lead Event Name',
		name: 'leadEventName',
		type: 'string',
		displayOptions: { show: { '/type': ['lead'] } },
		default: '',
		placeholder: 'e.g. Sign up',
		description: 'What the lead did. Leave empty to use Sign up.',
	},
	{
		...withModes(linkLocator, ['list', 'url', 'id']),
		displayOptions: { show: { '/type': TYPES_WITH_CUSTOMER } },
		description: 'The link that brought the customer. Must belong to the partner.',
	},
	...metadataFields.map((field) => ({ ...field, displayOptions: ofLeadOrSale })),
	{ ...paymentProcessor, displayOptions: ofSale },
	{
		displayName: 'Product ID',
		name: 'productId',
		type: 'string',
		displayOptions: { show: { '/type': ['sale'] } },
		default: '',
		placeholder: 'e.g. prod_1234',
		description: 'The product that was sold. Not sent with Import Stripe Invoices.',
	},
	{
		displayName: 'Sale Event Date',
		name: 'saleEventDate',
		type: 'dateTime',
		displayOptions: { show: { '/type': ['sale'] } },
		default: '',
		description:
			'When the sale happened. Leave empty to use the current time. Not sent with Import Stripe Invoices.',
	},
	{
		displayName: 'Sale Event Name',
		name: 'saleEventName',
		type: 'string',
		displayOptions: ofSale,
		default: '',
		placeholder: 'e.g. Invoice paid',
		description: 'What the customer bought. Maximum 255 characters. Leave empty to use Purchase.',
	},
];

export const menu: Menu = {
	name: 'Create',
	description:
		'Create a commission for a partner, or claw one back. The service creates it in the background and returns no ID.',
	action: 'Create commission',
};

export const toolDescription =
	'Give a partner a commission of any amount, e.g. a bonus, or claw one back with a negative amount. It is created shortly after, and paid out later. Ask the user first.';

export const output: Shape = { success: 'boolean', message: 'string', note: 'string' };

/** A new customer is created once, and counts as a conversion once. */
export const inOrderOf = 'partnerId';

export const properties: INodeProperties[] = [
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [
			{
				name: 'Custom',
				value: 'custom',
				description: 'Any amount. Use a negative amount to claw back.',
			},
			{ name: 'Lead', value: 'lead', description: 'For a lead, which is recorded as well' },
			{ name: 'Sale', value: 'sale', description: 'For a sale, which is recorded as well' },
		],
		default: 'custom',
		description: 'What the commission is for',
	},
	{
		...partnerIdLocator,
		...forModel('Partner ID (pn_...)'),
		required: true,
		description: 'The partner who gets the commission',
	},
	{
		displayName: 'Amount (in Cents)',
		name: 'amount',
		...IN_US_CENTS,
		required: true,
		...forModel('In US cents: 4900 is 49.00'),
		displayOptions: { show: { type: ['custom'] } },
		description:
			'What the partner gets, in cents. Use a negative amount to claw back, which requires a Description.',
	},
	{
		displayName: 'Import Stripe Invoices',
		name: 'importStripeInvoices',
		type: 'boolean',
		displayOptions: { show: { type: ['sale'] } },
		default: false,
		description:
			"Whether to import the sales from the customer's Stripe invoices instead of using Sale Amount",
	},
	{
		displayName: 'Sale Amount (in Cents)',
		name: 'saleAmount',
		...IN_CENTS,
		required: true,
		displayOptions: { show: { type: ['sale'], importStripeInvoices: [false] } },
		typeOptions: { minValue: 1 },
		description:
			"Amount of the sale, in cents. The service calculates the partner's reward from it.",
	},
	{
		...withModes(customerLocator, ['list', 'id']),
		displayOptions: { show: { type: TYPES_WITH_CUSTOMER } },
		description: 'The customer that the partner brought. Use either this or New Customer.',
	},
	{
		displayName: 'New Customer',
		name: 'customer',
		type: 'collection',
		placeholder: 'Add Field',
		displayOptions: { show: { type: TYPES_WITH_CUSTOMER } },
		default: {},
		description:
			'A customer that the service does not know yet, as an alternative to Customer. Requires External ID and Country. If a customer has this external ID, the service updates it, and replaces its name, also if Name is not set.',
		options: newCustomer,
	},
	{
		displayName: 'New Customer (JSON)',
		name: 'customerJson',
		type: 'json',
		displayOptions: { show: { type: TYPES_WITH_CUSTOMER } },
		default: '{}',
		placeholder: 'e.g. { "externalId": "user_42", "country": "US" }',
		description:
			'An object with externalId, country, and optionally email, name, avatar, and stripeCustomerId, as an alternative to New Customer',
	},
	{ ...ADDITIONAL_FIELDS, options: additionalFields },
];

const customerRules = {
	avatar: maxLength(32_000),
	country: countryCode,
	email: email(190),
	externalId: maxLength(100),
	name: maxLength(255),
	stripeCustomerId: maxLength(255),
};

const rules = {
	customer: customerRules,
	customerJson: asCollection(newCustomer, customerRules),
	currency: currencyCode,
	description: maxLength(190),
	invoiceId: maxLength(255),
	leadEventName: maxLength(255),
	metadata: metadataRule,
	productId: maxLength(255),
	saleEventName: maxLength(255),
};

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, rules);
	const { type, partnerId, amount, importStripeInvoices, additionalFields } = form;
	if (amount === 0) {
		throw new UserError("'Amount (in Cents)' must not be 0");
	}
	if (Number(amount) < 0 && !additionalFields.description) {
		throw new UserError("'Description' is required for a negative amount");
	}
	const customer = type === 'custom' ? {} : customerOf(form);
	const event = eventOf(context, form);
	const { linkId } = additionalFields;
	const response = await apiObject(context, {
		method: 'POST',
		path: '/commissions',
		body: {
			...{ type, partnerId, amount, ...customer, ...event },
			importStripeInvoices: importStripeInvoices || undefined,
			linkId: linkId && (await chosenLink(context, linkId)),
		},
	});
	return {
		...response,
		note: 'The service creates the commission in the background and returns no ID. Find it with Commission: Get Many.',
	};
}

/** What happened, without the customer and the link. */
function eventOf(
	context: IExecuteFunctions,
	{ type, importStripeInvoices, saleAmount, additionalFields: fields }: Values,
): IDataObject {
	const event = withMetadata({ ...fields, linkId: undefined });
	if (type === 'lead') return leadOf(event);
	if (type !== 'sale') return event;
	return importStripeInvoices ? withoutSale(context, event) : saleOf({ ...event, saleAmount });
}

/** Metadata takes the newer format of the service. Services that ignore it get the other fields in the older one. */
function leadOf({ metadata, ...older }: IDataObject): IDataObject {
	if (!metadata) return older;
	const { leadEventDate: date, leadEventName: eventName } = older;
	return { ...older, date, lead: { eventName, metadata } };
}

/**
 * In the newer format of the service if a field requires it, and then only in that format: a service that ignores it
 * rejects the request, instead of recording the amount in another currency.
 *
 * @throws UserError for a product that is also in the metadata
 */
function saleOf({
	currency,
	metadata,
	paymentProcessor: processor,
	saleEventName,
	...older
}: IDataObject): IDataObject {
	const newer = { currency, metadata, paymentProcessor: processor, eventName: saleEventName };
	if (Object.values(newer).every((value) => value === undefined)) return older;
	const { invoiceId, productId, saleAmount: amount, saleEventDate: date } = older;
	const sale = { ...newer, amount, invoiceId };
	if (productId === undefined) return { date, sale };
	const others = (metadata ?? {}) as IDataObject;
	if (Object.hasOwn(others, 'productId')) {
		throw new UserError("'Product ID' is also in 'Metadata', as productId. Remove one of them.");
	}
	return { date, sale: { ...sale, metadata: { productId, ...others } } };
}

/** The service rejects fields of a single sale together with an import, and ignored them before. */
function withoutSale(context: IExecuteFunctions, fields: IDataObject): IDataObject {
	for (const { name, displayName } of additionalFields) {
		if (fields[name] === undefined) continue;
		hint(
			context,
			`'${displayName}' does not apply when 'Import Stripe Invoices' is true, so it was not sent. Remove it.`,
		);
	}
	return {};
}

/** `{ customerId }` or `{ customer }`. */
function customerOf({ customerId, customer: form, customerJson: json }: Values): IDataObject {
	const customer = formOrJson('New Customer', form as IDataObject, json as IDataObject);
	if (customerId && customer) {
		throw new UserError("'Customer' and 'New Customer' are both filled in. Use one of them.");
	}
	if (customerId) return { customerId };
	if (!customer) {
		throw new UserError(
			"'Customer' is empty. Choose one from the list, enter an ID, or fill in 'New Customer'.",
		);
	}
	for (const { name, displayName } of newCustomer) {
		if (['externalId', 'country'].includes(name) && !(name in customer)) {
			throw new UserError(`'${displayName}' is required for a new customer`);
		}
	}
	return { customer };
}
