import type { INodeProperties } from 'n8n-workflow';
import * as ban from './ban.operation';
import * as create from './create.operation';
import * as createLink from './createLink.operation';
import * as deactivate from './deactivate.operation';
import * as getAll from './getAll.operation';
import * as getAnalytics from './getAnalytics.operation';
import * as getLinks from './getLinks.operation';
import * as upsertLink from './upsertLink.operation';

export const operations = {
	ban,
	create,
	createLink,
	deactivate,
	getAll,
	getAnalytics,
	getLinks,
	upsertLink,
};

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['partner'] } },
		options: [
			{
				name: 'Ban',
				value: 'ban',
				description:
					'Ban a partner from the program: all its links are disabled and all its commissions are canceled',
				action: 'Ban partner',
			},
			{
				name: 'Create',
				value: 'create',
				description:
					'Enroll a partner by email and give it a link, or return the one that is enrolled already',
				action: 'Create partner',
			},
			{
				name: 'Create Link',
				value: 'createLink',
				description: 'Create one more short link for an enrolled partner',
				action: 'Create partner link',
			},
			{
				name: 'Create or Update Link',
				value: 'upsertLink',
				description:
					'Update the link of a partner that has a certain destination, or create it when there is none',
				action: 'Create or update partner link',
			},
			{
				name: 'Deactivate',
				value: 'deactivate',
				description:
					'End what a partner does in the program without banning it: its links expire, and it earns nothing any more',
				action: 'Deactivate partner',
			},
			{
				name: 'Get Analytics',
				value: 'getAnalytics',
				description:
					'Count the clicks, leads, sales and earnings of a partner, in all, over time or by link',
				action: 'Get partner analytics',
			},
			{
				name: 'Get Links',
				value: 'getLinks',
				description: 'List all links of a partner with their counters',
				action: 'Get partner links',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description:
					'List the partners of the program of every status, with their totals; can be filtered and sorted',
				action: 'Get many partners',
			},
		],
		default: 'getAll',
	},
	...ban.description,
	...create.description,
	...createLink.description,
	...deactivate.description,
	...getAll.description,
	...getAnalytics.description,
	...getLinks.description,
	...upsertLink.description,
];
