import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { asCollection, type Values } from '../../input/fields';
import { formOrJson } from '../../input/json';
import { maxLength } from '../../input/rules';
import type { Rules } from '../../input/types';
import { linkBody, requireEffect, requireRandomSlug, withClearedFields } from '../link/body';
import { clearableProperties, linkProperties, linkRules } from '../link/fields';
import { partnerKey } from './fields';

export const slugField: INodeProperties = {
	displayName: 'Slug',
	name: 'key',
	type: 'string',
	default: '',
	...forModel('The part after the domain'),
	placeholder: 'e.g. ada',
	description:
		"The part after the program's domain. Maximum 190 characters. Leave empty for a random slug.",
};

const properties = linkProperties.map((property) =>
	property.name === 'tenantId'
		? {
				...property,
				description: 'For links of a partner without a tenant ID. Maximum 255 characters.',
			}
		: property,
);

/** @param purpose what the properties are for, as a sentence */
export function linkPropsParameters(purpose: string): INodeProperties[] {
	return [
		{
			displayName: 'Link Properties',
			name: 'linkProps',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description: purpose,
			options: properties,
		},
		{
			displayName: 'Link Properties (JSON)',
			name: 'linkPropsJson',
			type: 'json',
			default: '{}',
			description:
				'An object with the field names of the API, e.g. { "comments": "from the fair", "tagNames": ["mail"] }, as an alternative to Link Properties. Fields with null are ignored.',
		},
	];
}

/** For the link properties of a form. */
export const linkPropsRules: Rules = {
	linkProps: linkRules,
	linkPropsJson: asCollection(linkProperties, linkRules),
};

/** For the form of a partner's link. */
export const partnerLinkRules: Rules = {
	...linkPropsRules,
	key: maxLength(190),
	partner: partnerKey,
	url: maxLength(32_000),
};

/**
 * The link properties of a form as `{ linkProps }`, or `{}` if there are none.
 *
 * @param slug that the form has beside them
 * @throws UserError naming the field that contradicts another one
 */
export function linkPropsOf(
	{ linkProps: form, linkPropsJson: json, fieldsToClear }: Values,
	slug?: unknown,
): { linkProps?: IDataObject } {
	const fields = formOrJson('Link Properties', form as IDataObject, json as IDataObject) ?? {};
	requireRandomSlug(fields, slug);
	const body = withClearedFields(linkBody(fields), fieldsToClear, clearableProperties);
	return Object.keys(body).length > 0 ? { linkProps: body } : {};
}

/** As `linkPropsOf`, for a link that does not exist yet. @throws UserError also naming a field without effect */
export function newLinkPropsOf(form: Values, slug?: unknown): { linkProps?: IDataObject } {
	const { linkProps } = linkPropsOf(form, slug);
	return linkProps ? { linkProps: requireEffect(linkProps) } : {};
}
