import type { INodeProperties } from 'n8n-workflow';
import * as approve from './approve.operation';
import * as getAll from './getAll.operation';
import * as reject from './reject.operation';

export const name = 'Partner Application';

export const operations = { approve, getAll, reject };

export const menu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['partnerApplication'] } },
	options: [
		{
			name: 'Approve',
			value: 'approve',
			description:
				'Approve an application, pending or rejected before; the partner is enrolled and gets its link shortly after',
			action: 'Approve partner application',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'List the applications that wait for a decision, newest first',
			action: 'Get many partner applications',
		},
		{
			name: 'Reject',
			value: 'reject',
			description: 'Reject a pending application; the partner is told by email',
			action: 'Reject partner application',
		},
	],
	default: 'getAll',
};
