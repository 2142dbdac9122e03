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
		description: 'The partner whose links are listed, all of them, each with its counters',
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['partner'], operation: ['getLinks'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	return (await apiRequest.call(this, {
		method: 'GET',
		path: '/partners/links',
		query: chosenPartner.call(this, itemIndex),
		needs: { plan: 'Business', role: true },
	})) as IDataObject[];
}
