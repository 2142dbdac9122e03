import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { FILTERS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { countryMenu } from '../../methods/menus';
import { countryCode } from '../../input/rules';
import { getMany, listOutput, simplify } from '../output';
import { groupId } from '../commonFields';
import type { Result, Menu, Shape } from '../types';
import { simplifyApplication } from './output';

export const menu: Menu = {
	name: 'Get Many',
	description: 'Retrieve a list of pending applications, newest first',
	action: 'Get many partner applications',
};

export const toolDescription =
	'List pending applications of partners, newest first, with their answers.';

export const output: Shape = {
	applicationId: 'string',
	createdAt: 'string',
	partnerId: 'string',
	name: 'string',
	email: 'string?',
	country: 'string?',
	website: 'string?',
	description: 'string?',
	groupId: 'string?',
	answers: 'string',
};

export const properties: INodeProperties[] = [
	...listOutput,
	simplify,
	{
		...FILTERS,
		options: [
			countryMenu('Only applicants from this country'),
			{ ...groupId, description: 'Only applications to this partner group' },
		],
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties, { country: countryCode });
	return await getMany(context, form, {
		path: '/partners/applications',
		query: form.filters,
		simplify: simplifyApplication,
	});
}
