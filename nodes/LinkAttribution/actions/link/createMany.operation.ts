import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { toObjects } from '../../input/json';
import { isSimple } from '../../helpers/flags';
import { executeInBulk } from '../bulk';
import { simplify } from '../output';
import type { Outcome } from '../types';
import { createInBulk } from './bulkCreation';
import { simplifyLink } from './output';
import { createForm, linkFromForm } from './createForm';

export const properties: INodeProperties[] = [
	{
		displayName: 'Links From',
		name: 'source',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Input Items',
				value: 'items',
				description: 'One link per input item, from the fields below',
			},
			{ name: 'JSON', value: 'json', description: 'An array of links per input item' },
		],
		default: 'items',
		description: 'Where the links to create come from. They are created in calls of 100.',
	},
	...updateDisplayOptions({ show: { source: ['items'] } }, createForm.slice(0, 1)),
	{
		displayName: 'Links (JSON)',
		name: 'links',
		type: 'json',
		required: true,
		displayOptions: { show: { source: ['json'] } },
		default: '[]',
		placeholder: 'e.g. [{ "url": "https://example.com", "key": "summer" }]',
		description: 'An array of links with the fields of the API, each with at least its destination',
	},
	simplify,
	...updateDisplayOptions({ show: { source: ['items'] } }, createForm.slice(1)),
];

/** All links of all input items together: a call takes those of several items. */
export async function executeAll(this: IExecuteFunctions): Promise<Outcome[]> {
	return await executeInBulk(this, {
		entriesOf: (itemIndex) => linksOf.call(this, itemIndex),
		send: async (links) => await createInBulk.call(this, links),
		toOutput: (link, itemIndex) => (isSimple.call(this, itemIndex) ? simplifyLink(link) : link),
		summary: 'links created',
		properties,
	});
}

function linksOf(this: IExecuteFunctions, itemIndex: number): IDataObject[] {
	isSimple.call(this, itemIndex);
	if (this.getNodeParameter('source', 0) === 'items') return [linkFromForm.call(this, itemIndex)];
	return toObjects(this.getNodeParameter('links', itemIndex), 'Links (JSON)');
}
