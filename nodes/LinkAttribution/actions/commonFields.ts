import type { INodeProperties } from 'n8n-workflow';
import { forModel } from '../input/model';

/*
 * Fields that several resources have. Those in capitals get a description where they are spread into a field.
 */

export const EMAIL: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	default: '',
	placeholder: 'e.g. name@email.com',
};

export const EXTERNAL_ID: INodeProperties = {
	displayName: 'External ID',
	name: 'externalId',
	type: 'string',
	default: '',
};

export const PROGRAM_ID: INodeProperties = {
	displayName: 'Program ID',
	name: 'programId',
	type: 'string',
	default: '',
	placeholder: 'e.g. prog_1K9BZE1K285BSTX4W6MPKXJFZ',
};

export const SEARCH: INodeProperties = {
	displayName: 'Search',
	name: 'search',
	...forModel('Text to look for'),
	type: 'string',
	default: '',
};

export const tenantId: INodeProperties = {
	displayName: 'Tenant ID',
	name: 'tenantId',
	type: 'string',
	default: '',
	placeholder: 'e.g. user_42',
	description: 'The ID of the partner in your own system. Maximum 255 characters.',
};

export const groupId: INodeProperties = {
	displayName: 'Group ID',
	name: 'groupId',
	type: 'string',
	default: '',
	placeholder: 'e.g. grp_1K9BZE1K285BSTX4W6MPKXJFZ',
	description: 'The partner group to enroll into. Leave empty to use the default group.',
};

/** Filters by several groups. */
export const groupFilter: INodeProperties = {
	...groupId,
	description: 'Partner groups, comma-separated',
};

/** Filters by several tags. */
export const partnerTagFilter: INodeProperties = {
	displayName: 'Partner Tag ID',
	name: 'partnerTagId',
	type: 'string',
	default: '',
	placeholder: 'e.g. ptag_1K9BZE1K285BSTX4W6MPKXJFZ',
	description: 'Tags of partners, comma-separated',
};
