import type { Contract } from './types';

const SUBMISSION = { id: 'bnty_sub_1', bountyId: 'bnty_1', partnerId: 'pn_1' };
const CHOSEN = { bountyId: 'bnty_1', submissionId: 'bnty_sub_1' };

export const bountySubmission: Contract = {
	rows: [
		{
			resource: 'bountySubmission',
			operation: 'approve',
			title: 'minimal',
			parameters: CHOSEN,
			response: SUBMISSION,
			method: 'POST',
			path: '/bounties/bnty_1/submissions/bnty_sub_1/approve',
		},
		{
			resource: 'bountySubmission',
			operation: 'approve',
			title: 'every field',
			parameters: {
				bountyId: ' bnty_1 ',
				submissionId: { __rl: true, mode: 'list', value: 'bnty_sub_1' },
				additionalFields: { rewardAmount: 5000 },
			},
			response: SUBMISSION,
			method: 'POST',
			path: '/bounties/bnty_1/submissions/bnty_sub_1/approve',
			body: { rewardAmount: 5000 },
		},
		{
			resource: 'bountySubmission',
			operation: 'reject',
			title: 'minimal',
			parameters: CHOSEN,
			response: SUBMISSION,
			method: 'POST',
			path: '/bounties/bnty_1/submissions/bnty_sub_1/reject',
		},
		{
			resource: 'bountySubmission',
			operation: 'reject',
			title: 'every field',
			parameters: {
				...CHOSEN,
				additionalFields: { rejectionReason: 'invalidProof', rejectionNote: ' Blurred ' },
			},
			response: SUBMISSION,
			method: 'POST',
			path: '/bounties/bnty_1/submissions/bnty_sub_1/reject',
			body: { rejectionReason: 'invalidProof', rejectionNote: 'Blurred' },
		},
		{
			resource: 'bountySubmission',
			operation: 'getAll',
			title: 'minimal',
			parameters: { bountyId: 'bnty_1' },
			response: [SUBMISSION],
			method: 'GET',
			path: '/bounties/bnty_1/submissions',
			query: { page: '1', pageSize: '50' },
		},
		{
			resource: 'bountySubmission',
			operation: 'getAll',
			title: 'every field',
			parameters: {
				bountyId: ' bnty_1 ',
				returnAll: true,
				filters: {
					groupId: 'grp_1',
					partnerId: { __rl: true, mode: 'list', value: 'pn_1' },
					status: 'rejected',
				},
				options: { sortBy: 'socialMetricCount', sortOrder: 'desc' },
			},
			response: [SUBMISSION],
			method: 'GET',
			path: '/bounties/bnty_1/submissions',
			query: {
				page: '1',
				pageSize: '100',
				groupId: 'grp_1',
				partnerId: 'pn_1',
				status: 'rejected',
				sortBy: 'socialMetricCount',
				sortOrder: 'desc',
			},
		},
	],
	parameters: {
		approve: ['bountyId', 'submissionId', 'rewardAmount', 'simple'],
		reject: ['bountyId', 'submissionId', 'rejectionReason', 'rejectionNote', 'simple'],
		getAll: [
			...['bountyId', 'status', 'groupId', 'partnerId', 'sortBy', 'sortOrder'],
			...['returnAll', 'limit', 'simple'],
		],
	},
};
