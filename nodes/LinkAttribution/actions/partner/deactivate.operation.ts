import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import type { Menu } from '../types';
import { partnerField, partnerKey } from './fields';
import type { PartnerKey } from './findPartner';
import { linksInWords, moderate, moderationShape } from './moderate';

export const menu: Menu = {
	name: 'Deactivate',
	description:
		'Deactivate a partner without banning them. Their links expire and they stop earning commissions.',
	action: 'Deactivate partner',
};

export const toolDescription =
	'End the partnership without a ban: their links expire and they earn no more. Only a person can undo it, in the dashboard. Ask the user first.';

export const output = moderationShape;

export const inOrderOf = 'partner';

export const properties: INodeProperties[] = [
	{
		...partnerField,
		description:
			'The approved or archived partner to deactivate. They stop earning commissions, and their links without an expiration date expire immediately. You can reactivate them only in the dashboard.',
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { partner } = readFields(context, itemIndex, properties, { partner: partnerKey });
	return await moderate(context, partner as PartnerKey, {
		path: '/partners/deactivate',
		body: partner as IDataObject,
		status: 'deactivated',
		effectOf: (partner) =>
			`${linksInWords(partner)} expired, except those with an expiration date; no more commissions`,
	});
}
