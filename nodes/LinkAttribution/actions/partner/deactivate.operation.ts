import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { apiRequest } from '../../transport/request';
import type { Menu } from '../types';
import { partnerField, partnerKey } from './fields';
import { partnerIdShape } from './output';

export const menu: Menu = {
	name: 'Deactivate',
	description:
		'Deactivate a partner without banning them. Their links expire and they stop earning commissions.',
	action: 'Deactivate partner',
};

export const output = partnerIdShape;

export const properties: INodeProperties[] = [
	{
		...partnerField,
		description:
			'The approved or archived partner to deactivate. They stop earning commissions, and their links without an expiration date expire immediately. You can reactivate them only in the dashboard.',
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { partner } = readFields(context, itemIndex, properties, { partner: partnerKey });
	return (await apiRequest(context, {
		method: 'POST',
		path: '/partners/deactivate',
		body: partner as IDataObject,
	})) as IDataObject;
}
