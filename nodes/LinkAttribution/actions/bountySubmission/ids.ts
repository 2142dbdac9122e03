import { UserError, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { requiredText } from '../../input/locators';
import { plainText } from '../../input/text';
import { path } from '../../transport/path';

export const bountyId: INodeProperties = {
	displayName: 'Bounty ID',
	name: 'bountyId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. bnty_1K9BZE1K285BSTX4W6MPKXJFZ',
	description:
		'The bounty that the submission is for. The service does not list bounties; take the ID from the dashboard or from an event about the bounty.',
};

export const submissionLocator: INodeProperties = {
	displayName: 'Submission',
	name: 'submissionId',
	type: 'resourceLocator',
	required: true,
	typeOptions: { loadOptionsDependsOn: ['bountyId'] },
	default: { mode: 'list', value: '' },
	description: 'The submission to decide on. Rejected ones are not in the list.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a submission...',
			typeOptions: { searchListMethod: 'searchSubmissions', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. bnty_sub_1K9BZE1K285BSTX4W6MPKXJFZ',
		},
	],
};

/** @throws UserError for a blank ID */
export function submissionsPath(this: IExecuteFunctions, itemIndex: number): string {
	const id = plainText(this.getNodeParameter('bountyId', itemIndex), 'Bounty ID').trim();
	if (id === '') throw new UserError("'Bounty ID' is empty. Give an ID, such as bnty_1K9BZE1K.");
	return path`/bounties/${id}/submissions`;
}

/** @throws UserError for a blank ID */
export function submissionPath(this: IExecuteFunctions, itemIndex: number): string {
	const submissions = submissionsPath.call(this, itemIndex);
	const { text } = requiredText(this.getNodeParameter('submissionId', itemIndex), 'Submission');
	return submissions + path`/${text}`;
}
