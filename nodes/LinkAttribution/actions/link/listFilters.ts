import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { toList } from '../../input/lists';
import { readLocator } from '../../input/locators';
import { domainLocator, folderLocator } from '../../input/locators';

/** Which links are listed or counted. */
export const listFilters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description:
		'Without Folder, Search, Domain, Tag or Tenant ID the service takes only the links that are in no folder',
	options: [
		{ ...domainLocator, description: 'Only links of this domain' },
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
};

/** The query parameters for the filters. */
export function listQuery(filters: IDataObject): IDataObject {
	return {
		...filters,
		domain: readLocator(filters.domain, 'Domain').text,
		folderId: readLocator(filters.folderId, 'Folder').text,
		tagIds: toList(filters.tagIds, 'Tag IDs'),
		tagNames: toList(filters.tagNames, 'Tag Names'),
	};
}
