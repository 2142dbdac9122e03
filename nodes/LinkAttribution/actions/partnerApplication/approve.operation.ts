import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, shortText } from '../../helpers/check';
import { given } from '../../helpers/given';
import { apiRequest } from '../../transport/request';
import { applicantLocator } from '../../input/locators';
import { chosenApplicant } from './applicant';

export const properties: INodeProperties[] = [
	{
		...applicantLocator,
		required: true,
		description:
			'The partner whose application is approved. The list has those that are pending; by ID also one that was rejected.',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				displayName: 'Group ID or Slug',
				name: 'groupId',
				type: 'string',
				default: '',
				placeholder: 'e.g. grp_1K9BZE1K285BSTX4W6MPKXJFZ',
				description:
					'The partner group to enroll into, by ID or slug; the one that was applied to when left out',
			},
		],
	},
];

const approval = z.object({ groupId: shortText(190) }).partial();

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const fields = check(approval, given(this.getNodeParameter('additionalFields', itemIndex)), {
		groupId: 'Group ID or Slug',
	});
	return (await apiRequest.call(this, {
		method: 'POST',
		path: '/partners/applications/approve',
		body: { partnerId: chosenApplicant.call(this, itemIndex), ...fields },
		needs: { plan: 'Business', role: true },
	})) as IDataObject;
}
