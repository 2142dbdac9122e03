import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { apiList } from '../../transport/request';
import type { Menu, Shape } from '../types';
import { partnerField, partnerKey } from './fields';

export const menu: Menu = {
	name: 'Get Links',
	description: 'Retrieve a list of all links of a partner, with their counts',
	action: 'Get partner links',
};

export const toolDescription = 'List the links of one partner with their counts.';

export const output: Shape = {
	id: 'string',
	domain: 'string',
	key: 'string',
	shortLink: 'string',
	url: 'string',
	clicks: 'integer',
	leads: 'integer',
	conversions: 'integer',
	sales: 'integer',
	saleAmount: 'integer',
};

export const properties: INodeProperties[] = [
	{
		...partnerField,
		description: 'The partner whose links to return, each with its click, lead, and sale counts',
	},
];

export async function execute(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<IDataObject[]> {
	const { partner } = readFields(context, itemIndex, properties, { partner: partnerKey });
	return await apiList(context, {
		method: 'GET',
		path: '/partners/links',
		query: partner as IDataObject,
	});
}
