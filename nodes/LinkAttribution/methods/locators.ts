import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

const LIST = { displayName: 'From List', name: 'list' };
const ID = { displayName: 'By ID', name: 'id' };
const EXTERNAL_ID = { displayName: 'By External ID', name: 'externalId' };
const SHORT_LINK = { displayName: 'By URL', name: 'url' };

/** @param noun with its article, e.g. `a link` */
export function fromList(noun: string, searchListMethod: string): INodePropertyMode {
	return {
		...LIST,
		type: 'list',
		placeholder: `Choose ${noun}...`,
		typeOptions: { searchListMethod, searchable: true },
	};
}

export function byId(example: string): INodePropertyMode {
	return { ...ID, type: 'string', placeholder: `e.g. ${example}` };
}

function byExternalId(example: string, noun: string): INodePropertyMode {
	return {
		...EXTERNAL_ID,
		type: 'string',
		placeholder: `e.g. ${example}`,
		hint: `The ID of the ${noun} in your own database, with or without ext_`,
	};
}

const byShortLink: INodePropertyMode = {
	...SHORT_LINK,
	type: 'string',
	placeholder: 'e.g. https://go.example.com/summer',
};

export const folderLocator: INodeProperties = {
	displayName: 'Folder',
	name: 'folderId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [fromList('a folder', 'searchFolders'), byId('fold_1K9BZE1K285BSTX4W6MPKXJFZ')],
};

export const partnerLocator: INodeProperties = {
	displayName: 'Partner',
	name: 'partner',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		fromList('a partner', 'searchPartners'),
		byId('pn_1K9BZE1K285BSTX4W6MPKXJFZ'),
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
		fromList('a link', 'searchLinks'),
		{ ...byShortLink, hint: 'The short link itself' },
		byId('link_1K9BZE1K285BSTX4W6MPKXJFZ'),
		byExternalId('order-1234', 'link'),
	],
};

export const tagLocator: INodeProperties = {
	displayName: 'Tag',
	name: 'tagId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [fromList('a tag', 'searchTags'), byId('tag_1K9BZE1K285BSTX4W6MPKXJFZ')],
};

export const domainLocator: INodeProperties = {
	displayName: 'Domain',
	name: 'domain',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		fromList('a domain', 'searchDomains'),
		{ displayName: 'By Name', name: 'id', type: 'string', placeholder: 'e.g. go.example.com' },
	],
};

export const customerLocator: INodeProperties = {
	displayName: 'Customer',
	name: 'customerId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		fromList('a customer', 'searchCustomers'),
		byId('cus_1K9BZE1K285BSTX4W6MPKXJFZ'),
		byExternalId('user_42', 'customer'),
	],
};

/** A pending application, chosen by its partner. */
export const applicantLocator: INodeProperties = {
	displayName: 'Applicant',
	name: 'partnerId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		fromList('an applicant', 'searchApplicants'),
		{
			...byId('pn_1K9BZE1K285BSTX4W6MPKXJFZ'),
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

/** A short link by its URL. */
export const shortLinkLocator = {
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	placeholder: undefined,
	modes: [fromList('a short link', 'searchShortLinks'), byShortLink],
} satisfies Partial<INodeProperties>;
