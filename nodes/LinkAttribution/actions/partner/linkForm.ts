import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, shortText } from '../../helpers/check';
import { given } from '../../helpers/given';
import { chosenLinkProps } from './linkProps';

export const destinationUrl: INodeProperties = {
	displayName: 'Destination URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/landing-page',
};

export const slug: INodeProperties = {
	displayName: 'Slug',
	name: 'key',
	type: 'string',
	default: '',
	placeholder: 'e.g. ada',
	description:
		'The part after the domain of the program, up to 190 characters; a random one when left out',
};

const address = z.object({ url: shortText(32_000), key: shortText(190) }).partial();

/**
 * The link that the form describes, without its partner.
 *
 * @param fields `url` and `key`
 * @param change what becomes of the link properties
 * @throws UserError naming the field that breaks a rule of the service
 */
export function partnerLinkBody(
	this: IExecuteFunctions,
	itemIndex: number,
	fields: IDataObject,
	change?: (linkProps: IDataObject) => IDataObject,
): IDataObject {
	const { url, key } = check(address, given(fields), { url: 'Destination URL', key: 'Slug' });
	const properties = chosenLinkProps.call(this, itemIndex, change);
	if (key && properties.linkProps?.prefix) {
		throw new UserError("'Prefix' is for random slugs only. Leave it out, or leave out 'Slug'.");
	}
	return given({ url, key, ...properties });
}
