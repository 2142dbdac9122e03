import type { Menu } from '../types';
import * as approve from './approve.operation';
import * as getAll from './getAll.operation';
import * as reject from './reject.operation';

export const name = 'Bounty Submission';

export const operations = { approve, getAll, reject };

export const menu: Menu = {
	options: [
		{
			name: 'Approve',
			value: 'approve',
			description:
				'Approve a pending or rejected submission. The partner gets the reward as a commission shortly after.',
			action: 'Approve bounty submission',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'Retrieve a list of submissions for a bounty, oldest first',
			action: 'Get many bounty submissions',
		},
		{
			name: 'Reject',
			value: 'reject',
			description: 'Reject a pending submission',
			action: 'Reject bounty submission',
		},
	],
	default: 'getAll',
};
