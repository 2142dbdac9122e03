import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { chosenPartner } from '../../helpers/partner';
import { apiRequest } from '../../transport/request';
import { partnerLocator } from '../common.descriptions';

const properties: INodeProperties[] = [
	{
		...partnerLocator,
		required: true,
		description:
			'The approved or archived partner to deactivate. It earns nothing any more, and its links that have no expiration date expire now. Reactivating it is possible in the dashboard only.',
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['partner'], operation: ['deactivate'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	return (await apiRequest.call(this, {
		method: 'POST',
		path: '/partners/deactivate',
		body: chosenPartner.call(this, itemIndex),
		needs: { plan: 'Business', role: true },
	})) as IDataObject;
}
