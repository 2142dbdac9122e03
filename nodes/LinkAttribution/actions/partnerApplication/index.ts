import type { Menu } from '../types';
import * as approve from './approve.operation';
import * as getAll from './getAll.operation';
import * as reject from './reject.operation';

export const name = 'Partner Application';

export const operations = { approve, getAll, reject };

export const menu: Menu = {
	options: [
		{
			name: 'Approve',
			value: 'approve',
			description:
				'Approve a pending or rejected application. The partner is enrolled and gets their link shortly after.',
			action: 'Approve partner application',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'Retrieve a list of pending applications, newest first',
			action: 'Get many partner applications',
		},
		{
			name: 'Reject',
			value: 'reject',
			description: 'Reject a pending application and notify the partner by email',
			action: 'Reject partner application',
		},
	],
	default: 'getAll',
};
