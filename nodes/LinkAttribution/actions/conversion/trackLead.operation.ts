import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { ADDITIONAL_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { byLabel } from '../../input/labels';
import type { Menu, Shape } from '../types';
import { conversionFields, conversionRules, customerExternalId, withMetadata } from './fields';
import { track, tracked } from './output';

const optional: INodeProperties[] = [
	...conversionFields,
	{
		displayName: 'Event Quantity',
		name: 'eventQuantity',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: 1,
		description: 'Number of leads to record, e.g. one per seat. Maximum 100.',
	},
	{
		displayName: 'Mode',
		name: 'mode',
		type: 'options',
		options: [
			{ name: 'Async', value: 'async', description: 'Respond before the lead is stored' },
			{
				name: 'Deferred',
				value: 'deferred',
				description:
					'Store only the customer and the click, which sets recorded to true in the output. To record the lead, e.g. after email confirmation, track it again with the same Customer External ID and without Click ID.',
			},
			{
				name: 'Wait',
				value: 'wait',
				description: 'Respond after the lead is stored, e.g. if you track a sale next',
			},
		],
		default: 'async',
		description: 'When the lead is stored',
	},
];

export const menu: Menu = {
	name: 'Track Lead',
	description:
		'Record that a visitor became a lead, e.g. signed up. The output field recorded is false if the customer had a lead with the same event name within 7 days. Requires the Business plan.',
	action: 'Track lead or signup',
};

export const toolDescription =
	'Record that a visitor became a lead, e.g. signed up. Needs the click ID that brought them (dub_id). Starts commissions and cannot be undone. recorded is false if nothing was recorded.';

export const output: Shape = {
	recorded: 'boolean',
	click: { id: 'string' },
	link: {
		id: 'string',
		domain: 'string',
		key: 'string',
		shortLink: 'string',
		url: 'string',
		partnerId: 'string?',
		programId: 'string?',
		tenantId: 'string?',
		externalId: 'string?',
	},
	customer: { name: 'string?', email: 'string?', avatar: 'string?', externalId: 'string?' },
};

export const inOrderOf = 'customerExternalId';

export const properties: INodeProperties[] = [
	{
		displayName: 'Click ID',
		...forModel('dub_id of the visit; empty for a known customer'),
		name: 'clickId',
		type: 'string',
		default: '',
		placeholder: 'e.g. rLnWe1uz9t282v7g',
		description:
			'The click that brought the customer: the value of the URL parameter or cookie dub_id on your website. Leave empty for an existing customer, e.g. from a deferred lead.',
	},
	{
		displayName: 'Event Name',
		...forModel('e.g. Sign up', 'Sign up'),
		name: 'eventName',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Sign up',
		description:
			'What the customer did. Maximum 255 characters. A customer can have one lead with the same event name in 7 days.',
	},
	customerExternalId,
	{ ...ADDITIONAL_FIELDS, options: [...optional].sort(byLabel) },
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, conversionRules);
	const { clickId = '', eventName, customerExternalId: customer, additionalFields } = form;
	// The service requires `clickId` even for an existing customer.
	const body = { clickId, eventName, customerExternalId: customer };
	const response = await track(
		context,
		'/track/lead',
		{ ...body, ...withMetadata(additionalFields) },
		// `apps/web/lib/api/conversions/track-lead.ts` notes the lead before it looks for the click.
		"Before you track this lead again, change 'Event Name': the public service ignores the same one of a customer for 7 days.",
	);
	return tracked(
		context,
		response,
		Boolean(response.link),
		"A lead was not recorded because the customer had one with this event name within the last 7 days, or an attempt failed then. To record another lead, use a different 'Event Name'. To record several leads together, use 'Event Quantity'.",
	);
}
