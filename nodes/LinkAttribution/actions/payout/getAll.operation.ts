import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, shortText, sortOrder } from '../../helpers/check';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { mostItems } from '../../helpers/limit';
import { readLocator } from '../../input/locators';
import { multiValue } from '../../helpers/multiValue';
import { collect, numberedPages } from '../../transport/pages';
import { partnerIdLocator } from '../../input/locators';
import { returnAllOrLimit, simplify } from '../output';
import { simplifyPayout } from './output';

const MAX_PAGE_SIZE = 100;

export const properties: INodeProperties[] = [
	...returnAllOrLimit,
	simplify,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Group ID',
				name: 'groupId',
				type: 'string',
				default: '',
				placeholder: 'e.g. grp_1K9BZE1K285BSTX4W6MPKXJFZ',
				description:
					'Only payouts to partners of these groups, comma-separated; with a minus sign in front only to those of all others',
			},
			{
				displayName: 'Invoice ID',
				name: 'invoiceId',
				type: 'string',
				default: '',
				placeholder: 'e.g. inv_1K9BZE1K285BSTX4W6MPKXJFZ',
				description: 'Only payouts that were paid with this invoice of the service',
			},
			{ ...partnerIdLocator, description: 'Only payouts to this partner' },
			{
				displayName: 'Status',
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
				description: 'Only payouts in this state',
			},
			{
				displayName: 'Tenant ID',
				name: 'tenantId',
				type: 'string',
				default: '',
				placeholder: 'e.g. user_42',
				description: 'Only payouts to the partner with this ID in your own system',
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Sort By',
				name: 'sortBy',
				type: 'options',
				options: [
					{ name: 'Amount', value: 'amount' },
					{ name: 'Initiated At', value: 'initiatedAt' },
					{ name: 'Paid At', value: 'paidAt' },
				],
				default: 'amount',
				description: 'The field to sort by; the amount when left out',
			},
			{
				displayName: 'Sort Order',
				name: 'sortOrder',
				type: 'options',
				options: [
					{ name: 'Ascending', value: 'asc', description: 'Smallest or oldest first' },
					{ name: 'Descending', value: 'desc', description: 'Largest or newest first' },
				],
				default: 'desc',
				description: 'Which payouts come first',
			},
		],
	},
];

const fields = z
	.object({
		groupId: z.unknown().transform((value) => multiValue(value, 'Group ID')),
		invoiceId: shortText(255),
		partnerId: shortText(255),
		status: z.enum(
			['canceled', 'completed', 'failed', 'pending', 'processed', 'processing', 'sent'],
			{
				message: 'must be one of canceled, completed, failed, pending, processed, processing, sent',
			},
		),
		tenantId: shortText(255),
		sortBy: z.enum(['amount', 'initiatedAt', 'paidAt'], {
			message: 'must be amount, initiatedAt or paidAt',
		}),
		sortOrder,
	})
	.partial();

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const most = mostItems.call(this, itemIndex);
	const filters = this.getNodeParameter('filters', itemIndex);
	const options = this.getNodeParameter('options', itemIndex);
	const partnerId = readLocator(filters.partnerId, 'Partner').text;
	const query = check(fields, given({ ...filters, partnerId, ...options }));
	const simple = isSimple.call(this, itemIndex);
	return await collect(
		numberedPages.call(this, { path: '/payouts', query }, most, MAX_PAGE_SIZE),
		most,
		simple ? simplifyPayout : undefined,
	);
}
