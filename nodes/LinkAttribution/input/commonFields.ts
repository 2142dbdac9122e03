import type { INodeProperties } from 'n8n-workflow';

/*
 * Fields that several resources have: spread into a field, which adds a description.
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
	type: 'string',
	default: '',
};
