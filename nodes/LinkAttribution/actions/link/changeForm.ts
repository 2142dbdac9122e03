import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { clearParameter, someChange } from '../../input/changes';
import { readFields } from '../../input/fields';
import { byLabel } from '../../input/labels';
import { withClearedFields } from './clearedLink';
import { formBody } from './createForm';
import { linkProperties, ownFields } from './properties';

/** What can be changed of a link that exists. */
export const changeableFields: INodeProperties[] = [
	{
		displayName: 'Destination URL',
		name: 'url',
		type: 'string' as const,
		default: '',
		placeholder: 'e.g. https://example.com/landing-page',
		description: 'Where the short link leads to',
	},
	...linkProperties,
	...ownFields,
]
	.filter(({ name }) => !['keyLength', 'prefix'].includes(name))
	.sort(byLabel);

const CLEARABLE = [
	...['android', 'comments', 'description', 'expiredUrl', 'expiresAt', 'externalId', 'folderId'],
	...['geo', 'image', 'ios', 'partnerId', 'password', 'programId', 'ref', 'tagIds', 'tenantId'],
	...['testCompletedAt', 'testStartedAt', 'testVariants', 'title', 'video'],
	...['utm_campaign', 'utm_content', 'utm_medium', 'utm_source', 'utm_term'],
];

/** What can be made empty. */
export const clearableFields = changeableFields.filter(({ name }) => CLEARABLE.includes(name));

/**
 * The changes that 'Update Fields' describes, with `null` for what is to be cleared.
 *
 * @throws UserError when there are none, or naming the field that breaks a rule of the service
 */
export function changesFromForm(this: IExecuteFunctions, itemIndex: number): IDataObject {
	const body = formBody.call(this, this.getNodeParameter('updateFields', itemIndex));
	return someChange(withCleared.call(this, itemIndex, body));
}

/** The body with `null` for what is to be cleared. */
export function withCleared(
	this: IExecuteFunctions,
	itemIndex: number,
	body: IDataObject,
): IDataObject {
	const { fieldsToClear } = readFields.call(this, itemIndex, [clearParameter(clearableFields)]);
	return withClearedFields(body, fieldsToClear, clearableFields);
}
