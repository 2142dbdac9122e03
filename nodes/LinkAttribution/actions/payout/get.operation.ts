import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { readFields } from '../../input/fields';
import { byId, fromList } from '../../methods/locators';
import { findInList, requireFound } from '../findOne';
import { simplify } from '../output';
import type { Menu } from '../types';
import { simplifyPayout, payoutShape } from './output';

export const menu: Menu = {
	name: 'Get',
	description: 'Retrieve a payout by its ID',
	action: 'Get payout',
};

export const toolDescription = 'Get one payout by its ID.';

export const output = payoutShape;

export const properties: INodeProperties[] = [
	{
		displayName: 'Payout',
		...forModel('Payout ID (po_...)'),
		name: 'payoutId',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description: 'The payout to retrieve',
		modes: [fromList('a payout', 'searchPayouts'), byId('po_1K9BZE1K285BSTX4W6MPKXJFZ')],
	},
	simplify,
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { payoutId, simple } = readFields(context, itemIndex, properties);
	const found = await findInList(context, {
		path: '/payouts',
		isWanted: ({ id }) => id === payoutId,
	});
	const reason = `the program has no payout with the ID ${String(payoutId)}`;
	const payout = requireFound(found, 'Payout', reason);
	return simple ? simplifyPayout(payout) : payout;
}
