import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { filledText, shortText, trimmedText } from '../../helpers/check';

export const customerExternalId: INodeProperties = {
	displayName: 'Customer External ID',
	name: 'customerExternalId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. user_42',
	description:
		'The ID of the customer in your own database, without ext_; up to 100 characters. A lead and the sales after it belong together by it.',
};

export const customerParameters: INodeProperties[] = [
	{
		displayName: 'Customer Avatar URL',
		name: 'customerAvatar',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/avatar.png',
		description: 'Picture of the customer, kept when the customer is new to the service',
	},
	{
		displayName: 'Customer Email',
		name: 'customerEmail',
		type: 'string',
		default: '',
		placeholder: 'e.g. name@email.com',
		description:
			'Email of the customer, kept when the customer is new to the service; up to 100 characters',
	},
	{
		displayName: 'Customer Name',
		name: 'customerName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Nathan Smith',
		description:
			'Name of the customer, kept when the customer is new to the service; up to 100 characters',
	},
];

export const customerFields = {
	customerExternalId: filledText(100),
	customerName: shortText(100).optional(),
	customerEmail: shortText(100).pipe(z.string().email('must be an email address')).optional(),
	customerAvatar: trimmedText.optional(),
};

/** Of the parameters that are not named like their field. */
export const CUSTOMER_LABELS = { customerAvatar: 'Customer Avatar URL' };
