import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { ADDITIONAL_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { maxLength } from '../../input/rules';
import type { Menu } from '../types';
import { applicantField, applicantId } from './fields';
import type { PartnerKey } from '../partner/findPartner';
import { moderate, moderationShape } from '../partner/moderate';

export const menu: Menu = {
	name: 'Approve',
	description:
		'Approve a pending or rejected application. The partner is enrolled and gets their link shortly after.',
	action: 'Approve partner application',
};

export const toolDescription =
	'Approve an applicant: they become a partner and get a link. Ask the user first.';

export const output = moderationShape;

export const inOrderOf = 'partnerId';

export const properties: INodeProperties[] = [
	{
		...applicantField,
		description:
			'The partner to enroll. The list shows pending applications only. Use By ID to approve a rejected one.',
	},
	{
		...ADDITIONAL_FIELDS,
		options: [
			{
				displayName: 'Group ID or Slug',
				name: 'groupId',
				type: 'string',
				default: '',
				placeholder: 'e.g. grp_1K9BZE1K285BSTX4W6MPKXJFZ',
				description:
					'The partner group to enroll into, by ID or slug. Leave empty to use the group that the partner applied to.',
			},
		],
	},
];

const rules = { partnerId: applicantId, groupId: maxLength(190) };

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, rules);
	const { partnerId } = form;
	return await moderate(context, { partnerId } as PartnerKey, {
		path: '/partners/applications/approve',
		body: { partnerId, ...form.additionalFields },
		status: 'approved',
		effectOf: () => 'The partner is enrolled and gets a link shortly.',
	});
}
