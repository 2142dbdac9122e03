import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { byId, fromList } from '../../methods/locators';
import { requireId } from '../../input/locators';
import { path } from '../../transport/path';

export const bountyId: INodeProperties = {
	displayName: 'Bounty ID',
	...forModel('Bounty ID (bnty_...)'),
	name: 'bountyId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. bnty_1K9BZE1K285BSTX4W6MPKXJFZ',
	description:
		'The bounty that the submission is for. The API does not list bounties: take the ID from the dashboard or from an event about the bounty.',
};

export const submissionLocator: INodeProperties = {
	displayName: 'Submission',
	...forModel('Submission ID (bnty_sub_...)'),
	name: 'submissionId',
	type: 'resourceLocator',
	required: true,
	typeOptions: { loadOptionsDependsOn: ['bountyId'] },
	default: { mode: 'list', value: '' },
	modes: [
		fromList('a submission', 'searchSubmissions'),
		byId('bnty_sub_1K9BZE1K285BSTX4W6MPKXJFZ'),
	],
};

/** @throws UserError for an ID that would lead to another path */
export function submissionsPath({ bountyId: id }: IDataObject): string {
	requireId(String(id), bountyId.displayName);
	return path`/bounties/${String(id)}/submissions`;
}

export function submissionPath(form: IDataObject): string {
	return submissionsPath(form) + path`/${String(form.submissionId)}`;
}
