import type { Menu } from '../types';
import * as ban from './ban.operation';
import * as create from './create.operation';
import * as createLink from './createLink.operation';
import * as deactivate from './deactivate.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as getAnalytics from './getAnalytics.operation';
import * as getLinks from './getLinks.operation';
import * as upsertLink from './upsertLink.operation';

export const name = 'Partner';

export const operations = {
	ban,
	create,
	createLink,
	deactivate,
	get,
	getAll,
	getAnalytics,
	getLinks,
	upsertLink,
};

export const menu: Menu = {
	options: [
		{
			name: 'Ban',
			value: 'ban',
			description:
				'Ban a partner from the program, disable all their links, and cancel all their commissions',
			action: 'Ban partner',
		},
		{
			name: 'Create',
			value: 'create',
			description:
				'Enroll a partner by email and create their link, or return the partner if already enrolled',
			action: 'Create partner',
		},
		{
			name: 'Create Link',
			value: 'createLink',
			description: 'Create another short link for an enrolled partner',
			action: 'Create partner link',
		},
		{
			name: 'Create or Update Link',
			value: 'upsertLink',
			description: "Update a partner's link that has a given destination, or create it",
			action: 'Create or update partner link',
		},
		{
			name: 'Deactivate',
			value: 'deactivate',
			description:
				'Deactivate a partner without banning them. Their links expire and they stop earning commissions.',
			action: 'Deactivate partner',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Retrieve a partner by ID, tenant ID, or email, with their totals',
			action: 'Get partner',
		},
		{
			name: 'Get Analytics',
			value: 'getAnalytics',
			description:
				'Count the clicks, leads, sales, and earnings of a partner: totals, over time, or by link',
			action: 'Get partner analytics',
		},
		{
			name: 'Get Links',
			value: 'getLinks',
			description: 'Retrieve a list of all links of a partner, with their counts',
			action: 'Get partner links',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'Retrieve a list of partners of every status, with their totals',
			action: 'Get many partners',
		},
	],
	default: 'getAll',
};
