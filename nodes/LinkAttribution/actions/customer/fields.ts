import type { INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { OPTIONS } from '../../input/collections';
import { EMAIL, EXTERNAL_ID } from '../commonFields';
import { customerLocator } from '../../methods/locators';

/** For operations on one customer. */
export const customerField: INodeProperties = {
	...customerLocator,
	required: true,
	...forModel('Customer ID, or ext_ and the external ID'),
};

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Nathan Smith',
	...forModel('New name'),
	description: 'Full name of the customer',
};

export const emailField: INodeProperties = {
	...EMAIL,
	...forModel('New email'),
	description: 'Email of the customer',
};

export const avatarField: INodeProperties = {
	displayName: 'Avatar URL',
	name: 'avatar',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/avatar.png',
	description: 'Picture of the customer',
};

/** Its description differs by operation. */
export const externalIdField: INodeProperties = { ...EXTERNAL_ID, placeholder: 'e.g. user_42' };

export const stripeIdField: INodeProperties = {
	displayName: 'Stripe Customer ID',
	name: 'stripeCustomerId',
	type: 'string',
	default: '',
	placeholder: 'e.g. cus_NffrFeUfNV2Hib',
	description: 'The ID of the customer in Stripe',
};

export const includeExpandedFields: INodeProperties = {
	displayName: 'Include Expanded Fields',
	name: 'includeExpandedFields',
	type: 'boolean',
	default: true,
	description:
		'Whether to include the link, partner, and discount that brought the customer. With Simplify, the output then has the short link and the partner ID instead of the Stripe customer ID and the date of the first sale.',
};

export const customerOptions: INodeProperties = { ...OPTIONS, options: [includeExpandedFields] };
