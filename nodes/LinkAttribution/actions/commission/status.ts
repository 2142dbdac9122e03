import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';

/** The statuses that a commission can be given; the others come of payouts and holding periods. */
export const settableStatus: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Canceled', value: 'canceled', description: 'The partner gets nothing' },
		{ name: 'Duplicate', value: 'duplicate', description: 'The same was counted twice' },
		{ name: 'Fraud', value: 'fraud', description: 'The partner cheated' },
		{ name: 'Pending', value: 'pending', description: 'Waits to be paid out' },
		{ name: 'Refunded', value: 'refunded', description: 'The customer got the money back' },
	],
	default: 'canceled',
	description:
		'What becomes of it. A commission that was paid, is in a payout under way, or has the status already is refused.',
};

export const settableStatusField = z.enum(
	['canceled', 'duplicate', 'fraud', 'pending', 'refunded'],
	{ message: 'must be one of canceled, duplicate, fraud, pending, refunded' },
);
