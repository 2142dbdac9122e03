import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, filledText, trimmedText } from '../../helpers/check';
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
		displayName: 'Event Quantity',
		name: 'eventQuantity',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 100 },
		default: 1,
		description: 'How many leads to record at once, e.g. one per seat; from 1 to 100',
	},
	...metadataParameters,
	{
		displayName: 'Mode',
		name: 'mode',
		type: 'options',
		options: [
			{
				name: 'Async',
				value: 'async',
				description: 'Answer at once, before the lead is stored',
			},
			{
				name: 'Deferred',
				value: 'deferred',
				description:
					'Only remember the customer and the click, which counts as recorded in the output. The lead is recorded by a later call with the same Customer External ID and without Click ID, e.g. once the email is confirmed.',
			},
			{
				name: 'Wait',
				value: 'wait',
				description: 'Answer when the lead is stored, e.g. because a sale is tracked next',
			},
		],
		default: 'async',
		description: 'When the lead is stored',
	},
];

export const properties: INodeProperties[] = [
	{
		displayName: 'Click ID',
		name: 'clickId',
		type: 'string',
		default: '',
		placeholder: 'e.g. rLnWe1uz9t282v7g',
		description:
			'The click that brought the customer: the value of the parameter or cookie dub_id on your website. Leave it blank for a customer that the service knows, e.g. from an earlier call in mode Deferred.',
	},
	{
		displayName: 'Event Name',
		name: 'eventName',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Sign up',
		description:
			'What the customer did; up to 255 characters. The same event name counts once in 7 days for a customer.',
	},
	customerExternalId,
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [...optional].sort(byLabel),
	},
];

const lead = z.object({
	// The service wants the field even when the click is that of an earlier call.
	clickId: trimmedText,
	eventName: filledText(255),
	...customerFields,
	mode: z
		.enum(['async', 'wait', 'deferred'], { message: 'must be async, wait or deferred' })
		.optional(),
	eventQuantity: wholeNumber(1, 100).optional(),
});

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const additional = given(this.getNodeParameter('additionalFields', itemIndex));
	const fields = check(
		lead,
		{
			...additional,
			clickId: this.getNodeParameter('clickId', itemIndex),
			eventName: this.getNodeParameter('eventName', itemIndex),
			customerExternalId: this.getNodeParameter('customerExternalId', itemIndex),
		},
		CUSTOMER_LABELS,
	);
	const answer = (await apiRequest.call(this, {
		method: 'POST',
		path: '/track/lead',
		body: { ...fields, metadata: metadataOf(additional) },
		needs: { plan: 'Business', role: true },
	})) as IDataObject;
	return tracked.call(
		this,
		answer,
		Boolean(answer.link),
		'A lead was not recorded: the customer had one of this event name within the last 7 days. For another lead use another Event Name, or Event Quantity for several at once.',
	);
}
