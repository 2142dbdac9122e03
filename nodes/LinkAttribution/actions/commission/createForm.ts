import type { INodeProperties } from 'n8n-workflow';
import { customerLocator, linkLocator, partnerIdLocator, withModes } from '../common.descriptions';

const TYPES_WITH_CUSTOMER = ['lead', 'sale'];

const newCustomer: INodeProperties = {
	displayName: 'New Customer',
	name: 'customer',
	type: 'collection',
	placeholder: 'Add Field',
	displayOptions: { show: { type: TYPES_WITH_CUSTOMER } },
	default: {},
	description:
		'Instead of Customer: one that the service does not know yet. Needs External ID and Country.',
	options: [
		{
			displayName: 'Avatar URL',
			name: 'avatar',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/ada.png',
			description: 'Picture of the customer',
		},
		{
			displayName: 'Country',
			name: 'country',
			type: 'string',
			default: '',
			placeholder: 'e.g. US',
			description: 'Two-letter ISO 3166-1 code; required for a new customer',
		},
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			placeholder: 'e.g. name@email.com',
			description: 'Email of the customer',
		},
		{
			displayName: 'External ID',
			name: 'externalId',
			type: 'string',
			default: '',
			placeholder: 'e.g. user_42',
			description:
				'The ID of the customer in your own database, up to 100 characters; required for a new customer',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. Ada Lovelace',
			description: 'Full name of the customer',
		},
		{
			displayName: 'Stripe Customer ID',
			name: 'stripeCustomerId',
			type: 'string',
			default: '',
			placeholder: 'e.g. cus_NffrFeUfNV2Hib',
			description: 'The ID of the customer in Stripe',
		},
	],
};

const additionalFields: INodeProperties[] = [
	{
		displayName: 'Date',
		name: 'date',
		type: 'dateTime',
		displayOptions: { show: { '/type': ['custom'] } },
		default: '',
		description: 'When it was earned; now when left out',
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		displayOptions: { show: { '/type': ['custom'] } },
		default: '',
		placeholder: 'e.g. Bonus for the conference talk',
		description: 'What it is for, up to 190 characters. Required for a negative amount.',
	},
	{
		displayName: 'Invoice ID',
		name: 'invoiceId',
		type: 'string',
		displayOptions: { show: { '/type': ['sale'] } },
		default: '',
		placeholder: 'e.g. in_1234',
		description: 'The invoice of the sale',
	},
	{
		displayName: 'Lead Event Date',
		name: 'leadEventDate',
		type: 'dateTime',
		displayOptions: { show: { '/type': ['lead'] } },
		default: '',
		description: 'When the lead came; now when left out',
	},
	{
		displayName: 'Lead Event Name',
		name: 'leadEventName',
		type: 'string',
		displayOptions: { show: { '/type': ['lead'] } },
		default: '',
		placeholder: 'e.g. Sign up',
		description: 'What the lead did; Sign up when left out',
	},
	{
		...withModes(linkLocator, ['list', 'url', 'id']),
		displayOptions: { show: { '/type': TYPES_WITH_CUSTOMER } },
		description: 'The link that brought the customer, which must be one of the partner',
	},
	{
		displayName: 'Product ID',
		name: 'productId',
		type: 'string',
		displayOptions: { show: { '/type': ['sale'] } },
		default: '',
		placeholder: 'e.g. prod_1234',
		description: 'The product that was sold',
	},
	{
		displayName: 'Sale Event Date',
		name: 'saleEventDate',
		type: 'dateTime',
		displayOptions: { show: { '/type': ['sale'] } },
		default: '',
		description: 'When the sale was made; now when left out',
	},
];

export const createForm: INodeProperties[] = [
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [
			{ name: 'Custom', value: 'custom', description: 'An amount for whatever, or to take back' },
			{ name: 'Lead', value: 'lead', description: 'For a lead, which is recorded with it' },
			{ name: 'Sale', value: 'sale', description: 'For a sale, which is recorded with it' },
		],
		default: 'custom',
		description: 'What the commission is for',
	},
	{ ...partnerIdLocator, required: true, description: 'The partner who gets the commission' },
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'number',
		required: true,
		displayOptions: { show: { type: ['custom'] } },
		default: 0,
		description:
			'What the partner gets, in cents; negative to take money back (clawback), which needs a Description',
	},
	{
		displayName: 'Import Stripe Invoices',
		name: 'importStripeInvoices',
		type: 'boolean',
		displayOptions: { show: { type: ['sale'] } },
		default: false,
		description:
			'Whether to take the sales from the invoices of the customer in Stripe, instead of Sale Amount',
	},
	{
		displayName: 'Sale Amount',
		name: 'saleAmount',
		type: 'number',
		required: true,
		displayOptions: { show: { type: ['sale'], importStripeInvoices: [false] } },
		typeOptions: { minValue: 1 },
		default: 0,
		description: 'Amount of the sale, in cents; the reward of the partner is worked out from it',
	},
	{
		...withModes(customerLocator, ['list', 'id']),
		displayOptions: { show: { type: TYPES_WITH_CUSTOMER } },
		description:
			'The customer that the partner brought. Fill in either this or one of the two fields for a new customer.',
	},
	newCustomer,
	{
		displayName: 'New Customer (JSON)',
		name: 'customerJson',
		type: 'json',
		displayOptions: { show: { type: TYPES_WITH_CUSTOMER } },
		default: '{}',
		placeholder: 'e.g. { "externalId": "user_42", "country": "US" }',
		description:
			'Instead of New Customer: an object with externalId, country and optionally email, name, avatar, stripeCustomerId',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: additionalFields,
	},
];
