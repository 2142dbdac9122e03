import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { readCollection } from '../../input/fields';
import { byLabel } from '../../input/labels';
import { plainText } from '../../input/text';
import { linkBody, linkRules } from './body';
import { linkProperties, ownFields } from './properties';

/** The form of one new link. */
export const createForm: INodeProperties[] = [
	{
		displayName: 'Destination URL',
		name: 'url',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://example.com/landing-page',
		description: 'Where the short link leads to',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [...linkProperties, ...ownFields].sort(byLabel),
	},
];

/**
 * The link that the form describes, as the service takes it.
 *
 * @throws UserError naming the field that breaks a rule of the service
 */
export function linkFromForm(this: IExecuteFunctions, itemIndex: number): IDataObject {
	const url = plainText(this.getNodeParameter('url', itemIndex), 'Destination URL').trim();
	if (url === '') throw new UserError("'Destination URL' is empty.");
	if (url.length > 32_000)
		throw new UserError("'Destination URL' can have at most 32000 characters.");
	const fields = this.getNodeParameter('additionalFields', itemIndex);
	const body = formBody.call(this, fields);
	if (body.testVariants && !body.trackConversion) {
		throw new UserError("'A/B Test Variants' needs 'Track Conversions' to be on.");
	}
	return { url, ...body };
}

/** The link that the fields of a collection describe, as the service takes it. */
export function formBody(this: IExecuteFunctions, fields: IDataObject): IDataObject {
	const properties = [{ ...createForm[0], required: false }, ...linkProperties, ...ownFields];
	return linkBody(readCollection(fields, properties, linkRules, this.getTimezone()));
}
