import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { byLabel } from '../../input/labels';
import { currencyCode } from '../../input/rules';
import { amountsInCents } from '../../input/versions';
import { apiObject } from '../../transport/request';
import {
	conversionFields,
	conversionRules,
	customerExternalId,
	paymentProcessor,
	withMetadata,
} from './fields';
import { tracked } from './output';

const optional: INodeProperties[] = [
	...conversionFields,
	{
		displayName: 'Click ID',
		name: 'clickId',
		type: 'string',
		default: '',
		placeholder: 'e.g. rLnWe1uz9t282v7g',
		description:
			'For a customer without a lead: the click that brought them, which is the value of the URL parameter or cookie dub_id on your website. A lead is recorded with the sale.',
	},
	{
		displayName: 'Currency',
		name: 'currency',
		type: 'string',
		default: 'usd',
		placeholder: 'e.g. eur',
		description:
			'ISO 4217 code of the amount. The service converts other currencies to US dollars and returns the converted amount. Leave empty to use usd.',
	},
	{
		displayName: 'Event Name',
		name: 'eventName',
		type: 'string',
		default: 'Purchase',
		description: 'What the customer bought. Maximum 255 characters. Leave empty to use Purchase.',
	},
	{
		displayName: 'Invoice ID',
		name: 'invoiceId',
		type: 'string',
		default: '',
		placeholder: 'e.g. inv_1234',
		description:
			'Prevents duplicate sales. If you use the same ID again within 7 days, nothing is recorded and the first response is returned.',
	},
	{
		displayName: 'Lead Event Name',
		name: 'leadEventName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Sign up',
		description:
			'Event name of the lead that the sale is attributed to. Leave empty to use the latest lead of the customer.',
	},
	paymentProcessor,
];

export const properties: INodeProperties[] = amountsInCents([
	customerExternalId,
	{
		displayName: 'Amount',
		name: 'amount',
		type: 'number',
		required: true,
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'Amount of the sale, in cents or the smallest unit of the currency. A sale with an amount of 0 is not recorded.',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [...optional].sort(byLabel),
	},
]);

const rules = { ...conversionRules, currency: currencyCode };

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields.call(this, itemIndex, properties, rules);
	const { customerExternalId: customer, amount, additionalFields } = form;
	const response = await apiObject.call(this, {
		method: 'POST',
		path: '/track/sale',
		body: { customerExternalId: customer, amount, ...withMetadata(additionalFields) },
		needs: { plan: 'Business', role: true },
	});
	const reason =
		amount === 0
			? "its amount is 0. Filter out such sales, or check 'Amount'."
			: "the service does not know the customer. Track a lead of the customer first, or enter 'Click ID'.";
	return tracked.call(
		this,
		response,
		Boolean(response.sale),
		`A sale was not recorded because ${reason}`,
	);
}
