import { UserError, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { path } from '../../transport/path';

export const bountyId: INodeProperties = {
	displayName: 'Bounty ID',
	name: 'bountyId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. bnty_1K9BZE1K285BSTX4W6MPKXJFZ',
	description:
		'The bounty that the submission is for. The service does not list bounties; the address of the bounty in the dashboard holds the ID.',
};

export const submissionId: INodeProperties = {
	displayName: 'Submission ID',
	name: 'submissionId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. bnty_sub_1K9BZE1K285BSTX4W6MPKXJFZ',
	description: 'The submission to decide on, as Bounty Submission: Get Many gives it',
};

/** @throws UserError for a blank ID */
export function submissionsPath(this: IExecuteFunctions, itemIndex: number): string {
	return path`/bounties/${idIn.call(this, bountyId, itemIndex)}/submissions`;
}

/** @throws UserError for a blank ID */
export function submissionPath(this: IExecuteFunctions, itemIndex: number): string {
	const submissions = submissionsPath.call(this, itemIndex);
	return submissions + path`/${idIn.call(this, submissionId, itemIndex)}`;
}

function idIn(
	this: IExecuteFunctions,
	{ name, displayName, placeholder = '' }: INodeProperties,
	itemIndex: number,
): string {
	const id = String(this.getNodeParameter(name, itemIndex) ?? '').trim();
	if (id !== '') return id;
	throw new UserError(`'${displayName}' is empty. Give an ID, ${placeholder}.`);
}
