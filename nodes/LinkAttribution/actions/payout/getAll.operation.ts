import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { FILTERS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { filterList } from '../../input/lists';
import { partnerIdLocator } from '../../methods/locators';
import { maxLength } from '../../input/rules';
import { getMany, listOutput, simplify, sortOptions } from '../output';
import { groupId, tenantId } from '../commonFields';
import type { Result, Menu } from '../types';
import { simplifyPayout, payoutShape } from './output';

export const menu: Menu = {
	name: 'Get Many',
	description: 'Retrieve a list of payouts to partners, largest amount first',
	action: 'Get many payouts',
};

export const toolDescription =
	'List payouts to partners, largest first: amounts in US cents, and whether they are paid.';

export const output = payoutShape;

export const properties: INodeProperties[] = [
	...listOutput,
	simplify,
	{
		...FILTERS,
		description:
			'The service cannot filter payouts by date. For those of a period, add a Filter node that compares paidAt or periodEnd.',
		options: [
			{
				...groupId,
				description: 'Partner groups, comma-separated. To exclude them, start with a minus sign.',
			},
			{
				displayName: 'Invoice ID',
				name: 'invoiceId',
				type: 'string',
				default: '',
				placeholder: 'e.g. inv_1K9BZE1K285BSTX4W6MPKXJFZ',
				description: 'Only payouts on this invoice of the service',
			},
			{
				...partnerIdLocator,
				...forModel('Only to this partner ID'),
				description: 'Only payouts to this partner',
			},
			{
				displayName: 'Status',
				...forModel('Only with this status'),
				name: 'status',
				type: 'options',
				options: [
					{ name: 'Canceled', value: 'canceled' },
					{ name: 'Completed', value: 'completed' },
					{ name: 'Failed', value: 'failed' },
					{ name: 'Pending', value: 'pending' },
					{ name: 'Processed', value: 'processed' },
					{ name: 'Processing', value: 'processing' },
					{ name: 'Sent', value: 'sent' },
				],
				default: 'pending',
				description: 'Only payouts with this status',
			},
			{ ...tenantId, description: 'Only payouts to the partner with this ID in your own system' },
		],
	},
	sortOptions({
		options: [
			{ name: 'Amount', value: 'amount' },
			{ name: 'Initiated At', value: 'initiatedAt' },
			{ name: 'Paid At', value: 'paidAt' },
		],
		default: 'amount',
	}),
];

const rules = {
	groupId: filterList(),
	invoiceId: maxLength(255),
	partnerId: maxLength(255),
	tenantId: maxLength(255),
};

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties, rules);
	return await getMany(context, form, {
		path: '/payouts',
		query: { ...form.filters, ...form.options },
		simplify: simplifyPayout,
		totals: { amount: 'amount' },
	});
}
