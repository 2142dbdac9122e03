import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, shortText, trimmedText } from '../../helpers/check';
import { given } from '../../helpers/given';
import { byLabel } from '../../input/labels';
import { wholeNumber } from '../../helpers/number';
import { apiRequest } from '../../transport/request';
import {
	CUSTOMER_LABELS,
	customerExternalId,
	customerFields,
	customerParameters,
} from './customer';
import { metadataOf, metadataParameters } from './metadata';
import { tracked } from './tracked';

const optional: INodeProperties[] = [
	...customerParameters,
	{
		displayName: 'Click ID',
		name: 'clickId',
		type: 'string',
		default: '',
		placeholder: 'e.g. rLnWe1uz9t282v7g',
		description:
			'For a customer without a lead: the click that brought the customer, the value of the parameter or cookie dub_id on your website. A lead is recorded with the sale.',
	},
	{
		displayName: 'Currency',
		name: 'currency',
		type: 'string',
		default: 'usd',
		placeholder: 'e.g. eur',
		description:
			'ISO 4217 code of the amount. The service converts other currencies to US dollars and shows that amount.',
	},
	{
		displayName: 'Event Name',
		name: 'eventName',
		type: 'string',
		default: 'Purchase',
		description: 'What was bought, or how; up to 255 characters',
	},
	{
		displayName: 'Invoice ID',
		name: 'invoiceId',
		type: 'string',
		default: '',
		placeholder: 'e.g. inv_1234',
		description:
			'Keeps a sale from being recorded twice: the same ID within 7 days gets the answer to the first call and records nothing more',
	},
	{
		displayName: 'Lead Event Name',
		name: 'leadEventName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Sign up',
		description:
			'The lead of the customer that the sale is attributed to, by its event name; the latest one when left out',
	},
	...metadataParameters,
	{
		displayName: 'Payment Processor',
		name: 'paymentProcessor',
		type: 'options',
		options: [
			{ name: 'Apple', value: 'apple' },
			{ name: 'Custom', value: 'custom' },
			{ name: 'Dub', value: 'dub' },
			{ name: 'Paddle', value: 'paddle' },
			{ name: 'Polar', value: 'polar' },
			{ name: 'RevenueCat', value: 'revenuecat' },
			{ name: 'Shopify', value: 'shopify' },
			{ name: 'Stripe', value: 'stripe' },
		],
		default: 'custom',
		description: 'What the payment was made with',
	},
];

export const properties: INodeProperties[] = [
	customerExternalId,
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'number',
		required: true,
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'The amount of the sale in cents, or in the smallest unit of the currency. For 0 the service records nothing.',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [...optional].sort(byLabel),
	},
];

const PROCESSORS = [
	'stripe',
	'shopify',
	'polar',
	'paddle',
	'apple',
	'revenuecat',
	'dub',
	'custom',
] as const;

const sale = z.object({
	...customerFields,
	amount: wholeNumber(0),
	currency: trimmedText
		.pipe(
			z
				.string()
				.regex(/^[a-z]{3}$/i, 'takes a three-letter ISO 4217 code such as usd')
				.toLowerCase(),
		)
		.optional(),
	eventName: shortText(255).optional(),
	paymentProcessor: z
		.enum(PROCESSORS, { message: `must be one of ${PROCESSORS.join(', ')}` })
		.optional(),
	invoiceId: trimmedText.optional(),
	leadEventName: trimmedText.optional(),
	clickId: trimmedText.optional(),
});

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const additional = given(this.getNodeParameter('additionalFields', itemIndex));
	const fields = check(
		sale,
		{
			...additional,
			customerExternalId: this.getNodeParameter('customerExternalId', itemIndex),
			amount: this.getNodeParameter('amount', itemIndex),
		},
		CUSTOMER_LABELS,
	);
	const answer = (await apiRequest.call(this, {
		method: 'POST',
		path: '/track/sale',
		body: { ...fields, metadata: metadataOf(additional) },
		needs: { plan: 'Business', role: true },
	})) as IDataObject;
	const why =
		fields.amount === 0
			? 'its amount is 0. Leave such sales out, or check Amount.'
			: 'the service does not know the customer. Track a lead of the customer first, or give Click ID.';
	return tracked.call(this, answer, Boolean(answer.sale), `A sale was not recorded: ${why}`);
}
