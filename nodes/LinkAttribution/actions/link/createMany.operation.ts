import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { toObjects } from '../../helpers/objects';
import { simplify } from '../common.descriptions';
import type { Outcome } from '../router';
import { createInBulk } from './bulkCreation';
import { outcomesOfAll } from './bulkOutcomes';
import { createForm, linkFromForm } from './createForm';

const properties: INodeProperties[] = [
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

export const description = updateDisplayOptions(
	{ show: { resource: ['link'], operation: ['createMany'] } },
	properties,
);

/** All links of all input items together: a call takes those of several items. */
export async function executeAll(this: IExecuteFunctions): Promise<Outcome[]> {
	return await outcomesOfAll(
		this,
		(itemIndex) => linksOf.call(this, itemIndex),
		async (links) => await createInBulk.call(this, links),
		'created',
		description,
	);
}

function linksOf(this: IExecuteFunctions, itemIndex: number): IDataObject[] {
	if (this.getNodeParameter('source', 0) === 'items') return [linkFromForm.call(this, itemIndex)];
	return toObjects(this.getNodeParameter('links', itemIndex), 'Links (JSON)');
}
