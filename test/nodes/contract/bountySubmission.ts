import { sends, type Contract } from './types.ts';

const SUBMISSION = { id: 'bnty_sub_1', bountyId: 'bnty_1', partnerId: 'pn_1' };
const CHOSEN = { bountyId: 'bnty_1', submissionId: 'bnty_sub_1' };

export const bountySubmission: Contract = {
	rows: [
		sends(
			'bountySubmission.approve',
			'minimal',
			'POST /bounties/bnty_1/submissions/bnty_sub_1/approve',
			{ parameters: CHOSEN, response: SUBMISSION },
		),
		sends(
			'bountySubmission.approve',
			'every field',
			'POST /bounties/bnty_1/submissions/bnty_sub_1/approve',
			{
				parameters: {
					bountyId: ' bnty_1 ',
					submissionId: { __rl: true, mode: 'list', value: 'bnty_sub_1' },
					additionalFields: { rewardAmount: 5000 },
				},
				response: SUBMISSION,
				body: { rewardAmount: 5000 },
			},
		),
		sends(
			'bountySubmission.reject',
			'minimal',
			'POST /bounties/bnty_1/submissions/bnty_sub_1/reject',
			{ parameters: CHOSEN, response: SUBMISSION },
		),
		sends(
			'bountySubmission.reject',
			'every field',
			'POST /bounties/bnty_1/submissions/bnty_sub_1/reject',
			{
				parameters: {
					...CHOSEN,
					additionalFields: { rejectionReason: 'invalidProof', rejectionNote: ' Blurred ' },
				},
				response: SUBMISSION,
				body: { rejectionReason: 'invalidProof', rejectionNote: 'Blurred' },
			},
		),
		sends('bountySubmission.getAll', 'minimal', 'GET /bounties/bnty_1/submissions', {
			parameters: { bountyId: 'bnty_1' },
			response: [SUBMISSION],
			query: { page: '1', pageSize: '50' },
		}),
		sends('bountySubmission.getAll', 'every field', 'GET /bounties/bnty_1/submissions', {
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
			query: {
				page: '1',
				pageSize: '100',
				groupId: 'grp_1',
				partnerId: 'pn_1',
				status: 'rejected',
				sortBy: 'socialMetricCount',
				sortOrder: 'desc',
			},
		}),
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
