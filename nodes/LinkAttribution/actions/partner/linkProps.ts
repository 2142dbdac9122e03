import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { given } from '../../helpers/given';
import { formOrJson, toObject } from '../../helpers/json';
import { linkBody } from '../link/body';
import { withClearedFields } from '../link/clearedLink';
import { linkProperties } from '../link/properties';
import { requireKnownNames } from './knownNames';

/** What the service lets be set on a link of a partner. */
const NAMES = [
	...['android', 'archived', 'comments', 'description', 'doIndex', 'expiredUrl', 'expiresAt'],
	...['externalId', 'image', 'ios', 'password', 'prefix', 'proxy', 'rewrite', 'tagIds', 'tagNames'],
	...['tenantId', 'testCompletedAt', 'testStartedAt', 'testVariants', 'title', 'video'],
];

const NEVER_EMPTY = ['archived', 'doIndex', 'prefix', 'proxy', 'rewrite', 'tagNames'];

const LABEL = 'Link Properties';

/** What can be made empty on a link of a partner. */
export const clearableLinkProps = linkProperties.filter(
	({ name }) => NAMES.includes(name) && !NEVER_EMPTY.includes(name),
);

/** @param purpose what the properties are for, as a sentence */
export function linkPropsParameters(purpose: string): INodeProperties[] {
	return [
		{
			displayName: LABEL,
			name: 'linkProps',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			description: purpose,
			options: linkProperties.filter(({ name }) => [...NAMES, 'testVariantsJson'].includes(name)),
		},
		{
			displayName: `${LABEL} (JSON)`,
			name: 'linkPropsJson',
			type: 'json',
			default: '{}',
			description: `Instead of ${LABEL}: an object with the service's own names, e.g. { "comments": "from the fair", "tagNames": ["mail"] }. What is null in it is left out.`,
		},
	];
}

/**
 * The link properties from the form or from JSON, as `{ linkProps }`; `{}` when there are none.
 *
 * @param change what becomes of them
 * @throws UserError naming the field that breaks a rule of the service
 */
export function chosenLinkProps(
	this: IExecuteFunctions,
	itemIndex: number,
	change: (linkProps: IDataObject) => IDataObject = (linkProps) => linkProps,
): { linkProps?: IDataObject } {
	const form = given(this.getNodeParameter('linkProps', itemIndex) as IDataObject);
	const json = this.getNodeParameter('linkPropsJson', itemIndex, '{}');
	const linkProps = change(linkBody.call(this, formOrJson(LABEL, form, json, asForm) ?? {}));
	return Object.keys(linkProps).length > 0 ? { linkProps } : {};
}

/** With `null`, or for tags none, for what is to be made empty. */
export function clearedLinkProps(
	this: IExecuteFunctions,
	itemIndex: number,
	linkProps: IDataObject,
): IDataObject {
	return withClearedFields.call(this, itemIndex, clearableLinkProps, linkProps);
}

/** An object with the service's names, as the form would have it. */
function asForm(value: unknown, label: string): IDataObject | undefined {
	const object = toObject(value, label);
	if (!object) return undefined;
	requireKnownNames(object, NAMES, label);
	const { testVariants, ...rest } = object;
	return given({ ...rest, testVariantsJson: testVariants });
}
