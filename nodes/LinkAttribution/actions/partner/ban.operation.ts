import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { apiRequest } from '../../transport/request';
import type { Menu } from '../types';
import { partnerField, partnerKey } from './fields';
import { partnerIdShape } from './output';

const reason: INodeProperties = {
	displayName: 'Reason',
	name: 'reason',
	type: 'options',
	required: true,
	options: [
		{ name: 'Brand Abuse', value: 'brand_abuse' },
		{ name: 'Fake Traffic', value: 'fake_traffic' },
		{ name: 'Fraud', value: 'fraud' },
		{ name: 'Inappropriate Content', value: 'inappropriate_content' },
		{ name: 'Spam', value: 'spam' },
		{ name: 'Terms of Service Violation', value: 'tos_violation' },
	],
	default: 'tos_violation',
	description: 'Why the partner is banned',
};

export const menu: Menu = {
	name: 'Ban',
	description:
		'Ban a partner from the program, disable all their links, and cancel all their commissions',
	action: 'Ban partner',
};

export const output = partnerIdShape;

export const properties: INodeProperties[] = [
	{
		...partnerField,
		description:
			'The partner to ban. Their links stop working and they are notified by email. You can lift a ban only in the dashboard.',
	},
	{ ...reason, default: '' },
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { partner, reason } = readFields(context, itemIndex, properties, { partner: partnerKey });
	return (await apiRequest(context, {
		method: 'POST',
		path: '/partners/ban',
		body: { ...(partner as IDataObject), reason },
	})) as IDataObject;
}
