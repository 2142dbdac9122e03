import type { INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { byId, fromList } from '../../methods/locators';

/** For operations on one commission. */
export const commissionField: INodeProperties = {
	displayName: 'Commission',
	name: 'commissionId',
	type: 'resourceLocator',
	required: true,
	...forModel('Commission ID (cm_...)'),
	default: { mode: 'list', value: '' },
	modes: [fromList('a commission', 'searchCommissions'), byId('cm_1K9BZE1K285BSTX4W6MPKXJFZ')],
};

/** The statuses that a commission can be given. The others result from payouts and holding periods. */
export const newStatus: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Canceled', value: 'canceled', description: 'The partner gets nothing' },
		{ name: 'Duplicate', value: 'duplicate', description: 'Counted twice' },
		{ name: 'Fraud', value: 'fraud', description: 'Marked as fraudulent' },
		{ name: 'Pending', value: 'pending', description: 'Waiting to be paid out' },
		{ name: 'Refunded', value: 'refunded', description: 'The customer was refunded' },
	],
	...forModel('New status'),
	default: 'canceled',
	description:
		'The new status. The service refuses commissions that are paid, are in a payout in progress, or already have the status.',
};
