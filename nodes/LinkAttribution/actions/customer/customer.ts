import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, flag } from '../../helpers/check';
import { given } from '../../helpers/given';
import { externalId } from '../../input/locators';
import { requiredText } from '../../input/locators';

export const includeExpandedFields: INodeProperties = {
	displayName: 'Include Expanded Fields',
	name: 'includeExpandedFields',
	type: 'boolean',
	default: true,
	description:
		'Whether to get the link, partner and discount that the customer came by, too. With Simplify on, short link and partner ID take the place of Stripe customer ID and first sale.',
};

/** For operations on one customer. */
export const customerOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [includeExpandedFields],
};

/**
 * The customer chosen in the locator, as paths take it.
 *
 * @throws UserError when nothing was chosen
 */
export function chosenCustomer(this: IExecuteFunctions, itemIndex: number): string {
	const { mode, text } = requiredText(this.getNodeParameter('customerId', itemIndex), 'Customer');
	return mode === 'externalId' ? externalId(text) : text;
}

/** The query parameters of the collection that `customerOptions` describes. */
export function optionsQuery(this: IExecuteFunctions, itemIndex: number): IDataObject {
	return check(
		z.object({ includeExpandedFields: flag.optional() }),
		given(this.getNodeParameter('options', itemIndex)),
	);
}
