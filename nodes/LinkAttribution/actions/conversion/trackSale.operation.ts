import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { IN_CENTS } from '../../input/amounts';
import { ADDITIONAL_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { byLabel } from '../../input/labels';
import { currencyMenu } from '../../methods/menus';
import { currencyCode } from '../../input/rules';
import { hint } from '../../input/hints';
import type { Menu, Shape } from '../types';
import {
	conversionFields,
	conversionRules,
	customerExternalId,
	paymentProcessor,
	withMetadata,
} from './fields';
import { track, tracked } from './output';

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
	currencyMenu({
		description:
			'ISO 4217 code of the amount. The service converts other currencies to US dollars and returns the converted amount. Leave empty to use usd.',
	}),
	{
		displayName: 'Event Name',
		name: 'eventName',
		type: 'string',
		default: 'Purchase',
		description: 'What the customer bought. Maximum 255 characters. Leave empty to use Purchase.',
	},
	{
		displayName: 'Invoice ID',
		...forModel('Prevents recording it twice'),
		name: 'invoiceId',
		type: 'string',
		default: '',
		placeholder: 'e.g. inv_1234',
		description:
			'Prevents duplicate sales. If you use the same ID again within 7 days, nothing is recorded and the first response is returned, also with recorded set to true if the sale is the same.',
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

export const menu: Menu = {
	name: 'Track Sale',
	description:
		'Record a purchase of a customer. The output field recorded is false if the amount is 0 or the service does not know the customer. Requires the Business plan.',
	action: 'Track sale or purchase',
};

export const toolDescription =
	'Record a purchase of a customer who is a lead already. Starts commissions and cannot be undone. recorded is false if the service does not know the customer.';

export const output: Shape = {
	recorded: 'boolean',
	eventName: 'string',
	customer: {
		id: 'string',
		name: 'string?',
		email: 'string?',
		avatar: 'string?',
		externalId: 'string?',
	},
	sale: {
		amount: 'integer',
		currency: 'string',
		paymentProcessor: 'string',
		invoiceId: 'string?',
		metadata: 'object?',
	},
};

export const inOrderOf = 'customerExternalId';

export const properties: INodeProperties[] = [
	customerExternalId,
	{
		displayName: 'Amount (in Cents)',
		...forModel('In cents: 4900 is 49.00'),
		name: 'amount',
		...IN_CENTS,
		required: true,
		typeOptions: { minValue: 0 },
		description:
			'Amount of the sale, in cents or the smallest unit of the currency. A sale with an amount of 0 is not recorded.',
	},
	{ ...ADDITIONAL_FIELDS, options: [...optional].sort(byLabel) },
];

const rules = { ...conversionRules, currency: currencyCode };

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, rules);
	const { customerExternalId: customer, amount, additionalFields } = form;
	const response = await track(
		context,
		'/track/sale',
		{ customerExternalId: customer, amount, ...withMetadata(additionalFields) },
		"If the lead was tracked just before, set 'Mode' of Track Lead to Wait.",
	);
	if (isEarlierSale(response, { ...form, ...additionalFields })) {
		hint(
			context,
			"A sale was not recorded because 'Invoice ID' was used within the last 7 days. The output is the earlier sale.",
		);
		return { recorded: false, ...response };
	}
	const reason =
		amount === 0
			? "its amount is 0. Filter out such sales, or check 'Amount'."
			: "the service does not know the customer. Track a lead of the customer first, or enter 'Click ID'.";
	return tracked(
		context,
		response,
		Boolean(response.sale),
		`A sale was not recorded because ${reason}`,
	);
}

/** Whether the response shows another sale than the one sent: the service repeats the first response to an invoice. */
function isEarlierSale({ eventName, customer, sale }: IDataObject, sent: IDataObject): boolean {
	if (!sent.invoiceId || !sale) return false;
	// An amount in another currency is converted.
	const isUsd = (sent.currency ?? 'usd') === 'usd';
	return (
		differs(eventName, sent.eventName ?? 'Purchase') ||
		differs((customer as IDataObject | null)?.externalId, sent.customerExternalId) ||
		differs((sale as IDataObject).paymentProcessor, sent.paymentProcessor ?? 'custom') ||
		(isUsd && differs((sale as IDataObject).amount, sent.amount))
	);
}

/** @param responded undefined if the response does not tell */
function differs(responded: unknown, sent: unknown): boolean {
	return responded !== undefined && responded !== null && responded !== sent;
}
