import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { mostItems } from '../../helpers/limit';
import { toList } from '../../helpers/lists';
import { readLocator } from '../../helpers/locator';
import { simplifyLink } from '../../helpers/simplify';
import { cursorPages } from '../../transport/cursorPages';
import { collect } from '../../transport/pagination';
import { folderLocator, returnAllOrLimit, simplify } from '../common.descriptions';

const MAX_PAGE_SIZE = 100;

const properties: INodeProperties[] = [
	...returnAllOrLimit,
	simplify,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description:
			'Without Folder, Search, Domain, Tag or Tenant ID the service lists only the links that are in no folder',
		options: [
			{
				displayName: 'Domain',
				name: 'domain',
				type: 'string',
				default: '',
				placeholder: 'e.g. go.example.com',
				description: 'Only links of this domain',
			},
			{ ...folderLocator, description: 'Only links in this folder' },
			{
				displayName: 'Include Archived',
				name: 'showArchived',
				type: 'boolean',
				default: false,
				description: 'Whether to list archived links too',
			},
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				description: 'Only links whose slug or destination URL contains this text',
			},
			{
				displayName: 'Tag IDs',
				name: 'tagIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. tag_1, tag_2',
				description: 'Only links with these tags, comma-separated',
			},
			{
				displayName: 'Tag Names',
				name: 'tagNames',
				type: 'string',
				default: '',
				placeholder: 'e.g. summer, mail',
				description: 'Only links with these tags, by name, comma-separated',
			},
			{
				displayName: 'Tenant ID',
				name: 'tenantId',
				type: 'string',
				default: '',
				description: 'Only links of this tenant in your own system',
			},
			{
				displayName: 'User ID',
				name: 'userId',
				type: 'string',
				default: '',
				placeholder: 'e.g. user_1K9BZE1K285BSTX4W6MPKXJFZ',
				description: 'Only links that this user of the workspace created',
			},
		],
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['link'], operation: ['getAll'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const most = mostItems.call(this, itemIndex);
	const filters = this.getNodeParameter('filters', itemIndex);
	const request = {
		path: '/links',
		query: {
			...filters,
			folderId: readLocator(filters.folderId).text,
			tagIds: toList(filters.tagIds),
			tagNames: toList(filters.tagNames),
		},
		needs: { scope: 'links.read' },
	};
	const simple = this.getNodeParameter('simple', itemIndex);
	return await collect(
		cursorPages.call(this, request, most, MAX_PAGE_SIZE),
		most,
		simple ? simplifyLink : undefined,
	);
}
