import type { INodeProperties } from 'n8n-workflow';
import { OPTIONS } from '../../input/collections';
import { customerLocator } from '../../input/locators';

/** For operations on one customer. */
export const customerField: INodeProperties = { ...customerLocator, required: true };

export const includeExpandedFields: INodeProperties = {
	displayName: 'Include Expanded Fields',
	name: 'includeExpandedFields',
	type: 'boolean',
	default: true,
	description:
		'Whether to include the link, partner, and discount that brought the customer. With Simplify, the output then has the short link and the partner ID instead of the Stripe customer ID and the date of the first sale.',
};

export const customerOptions: INodeProperties = {
	...OPTIONS,
	options: [includeExpandedFields],
};
