import type { Example } from '../types';
import * as approve from './approve.operation';
import * as getAll from './getAll.operation';
import * as reject from './reject.operation';

export const name = 'Bounty Submission';

export const description = "Partners' submissions for a bounty";

export const operations = { approve, getAll, reject };

export const defaultOperation = 'getAll';

export const example: Example = {
	title: 'Approve a submission with a reward of 25.00',
	operation: 'approve',
	parameters: {
		bountyId: '={{ $json.bountyId }}',
		submissionId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		additionalFields: { rewardAmount: 2500 },
	},
};
