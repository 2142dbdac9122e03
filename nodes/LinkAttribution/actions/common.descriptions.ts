import type { INodeProperties } from 'n8n-workflow';

/** Which credential the node uses. */
export const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'API Key', value: 'apiKey' },
		{ name: 'OAuth2', value: 'oAuth2' },
	],
	default: 'apiKey',
};

/** How requests are sent; the same for all operations and input items. */
export const requestOptions: INodeProperties = {
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Items in Parallel',
			name: 'parallelItems',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 50 },
			default: 5,
			description:
				'How many input items are worked on at the same time. With 1 they are done strictly one after another.',
		},
		{
			displayName: 'Max Wait (Seconds)',
			name: 'longestWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 180,
			description:
				'How long one request may wait in all, for the rate limit or for a service in trouble, before it is given up. With 0 nothing is repeated.',
		},
		{
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 120,
			description: 'How long one request may take from connecting to the end of its answer',
		},
	],
};

export const returnAllOrLimit: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		displayOptions: { show: { returnAll: [false] } },
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
	},
];

export const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simple',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const folderLocator: INodeProperties = {
	displayName: 'Folder',
	name: 'folderId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a folder...',
			typeOptions: { searchListMethod: 'searchFolders', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. fold_1K9BZE1K285BSTX4W6MPKXJFZ',
		},
	],
};

export const partnerLocator: INodeProperties = {
	displayName: 'Partner',
	name: 'partner',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a partner...',
			typeOptions: { searchListMethod: 'searchPartners', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. pn_1K9BZE1K285BSTX4W6MPKXJFZ',
		},
		{
			displayName: 'By Tenant ID',
			name: 'tenantId',
			type: 'string',
			placeholder: 'e.g. user_42',
			hint: 'The ID of the partner in your own system',
		},
	],
};

export const linkLocator: INodeProperties = {
	displayName: 'Link',
	name: 'linkId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a link...',
			typeOptions: { searchListMethod: 'searchLinks', searchable: true },
		},
		{
			displayName: 'By URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://go.example.com/summer',
			hint: 'The short link itself',
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. link_1K9BZE1K285BSTX4W6MPKXJFZ',
		},
		{
			displayName: 'By External ID',
			name: 'externalId',
			type: 'string',
			placeholder: 'e.g. order-1234',
			hint: 'The ID of the link in your own database, with or without ext_',
		},
	],
};

export const tagLocator: INodeProperties = {
	displayName: 'Tag',
	name: 'tagId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a tag...',
			typeOptions: { searchListMethod: 'searchTags', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. tag_1K9BZE1K285BSTX4W6MPKXJFZ',
		},
	],
};

export const domainLocator: INodeProperties = {
	displayName: 'Domain',
	name: 'domain',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a domain...',
			typeOptions: { searchListMethod: 'searchDomains', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. go.example.com',
		},
	],
};

export const customerLocator: INodeProperties = {
	displayName: 'Customer',
	name: 'customerId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a customer...',
			typeOptions: { searchListMethod: 'searchCustomers', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. cus_1K9BZE1K285BSTX4W6MPKXJFZ',
		},
		{
			displayName: 'By External ID',
			name: 'externalId',
			type: 'string',
			placeholder: 'e.g. user_42',
			hint: 'The ID of the customer in your own database, with or without ext_',
		},
	],
};

/** A pending application, chosen by its partner. */
export const applicantLocator: INodeProperties = {
	displayName: 'Applicant',
	name: 'partnerId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose an applicant...',
			typeOptions: { searchListMethod: 'searchApplicants', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. pn_1K9BZE1K285BSTX4W6MPKXJFZ',
			hint: 'The partner ID (pn_...), not the application ID (pga_...)',
		},
	],
};

/** A locator with a subset of its modes. */
export function withModes(locator: INodeProperties, names: string[]): INodeProperties {
	return { ...locator, modes: locator.modes?.filter(({ name }) => names.includes(name)) };
}

/** A partner by its ID in the service alone, for what takes no tenant ID. */
export const partnerIdLocator: INodeProperties = {
	...withModes(partnerLocator, ['list', 'id']),
	name: 'partnerId',
};
