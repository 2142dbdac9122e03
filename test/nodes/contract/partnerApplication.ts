import type { Contract } from './types';

const resource = 'partnerApplication';
const APPLICANT = { __rl: true, mode: 'list', value: 'pn_1' };

const REJECTION = {
	rejectionReason: 'notTheRightFit',
	rejectionNote: 'We look for shops.',
	reapplicationTimeframe: 'never',
	flagForFraud: true,
	flagForFraudReason: 'Three accounts',
};

export const partnerApplication: Contract = {
	rows: [
		{
			resource,
			operation: 'approve',
			title: 'minimal',
			parameters: { partnerId: APPLICANT },
			response: { partnerId: 'pn_1' },
			method: 'POST',
			path: '/partners/applications/approve',
			body: { partnerId: 'pn_1' },
		},
		{
			resource,
			operation: 'approve',
			title: 'every field',
			parameters: { partnerId: APPLICANT, additionalFields: { groupId: 'influencers' } },
			response: { partnerId: 'pn_1' },
			method: 'POST',
			path: '/partners/applications/approve',
			body: { partnerId: 'pn_1', groupId: 'influencers' },
		},
		{
			resource,
			operation: 'getAll',
			title: 'minimal',
			parameters: {},
			response: [{ id: 'pga_1', partner: { id: 'pn_1' } }],
			method: 'GET',
			path: '/partners/applications',
			query: { page: '1', pageSize: '50' },
		},
		{
			resource,
			operation: 'getAll',
			title: 'every field',
			parameters: { limit: 7, simple: false, filters: { country: 'de', groupId: 'grp_1' } },
			response: [{ id: 'pga_1', partner: { id: 'pn_1' } }],
			method: 'GET',
			path: '/partners/applications',
			query: { country: 'DE', groupId: 'grp_1', page: '1', pageSize: '7' },
		},
		{
			resource,
			operation: 'reject',
			title: 'minimal',
			parameters: { partnerId: APPLICANT },
			response: { partnerId: 'pn_1' },
			method: 'POST',
			path: '/partners/applications/reject',
			body: { partnerId: 'pn_1' },
		},
		{
			resource,
			operation: 'reject',
			title: 'every field',
			parameters: { partnerId: APPLICANT, additionalFields: REJECTION },
			response: { partnerId: 'pn_1' },
			method: 'POST',
			path: '/partners/applications/reject',
			body: { partnerId: 'pn_1', ...REJECTION },
		},
	],
	parameters: {
		approve: ['partnerId', 'groupId'],
		getAll: ['country', 'groupId', 'returnAll', 'limit', 'simple'],
		reject: ['partnerId', ...Object.keys(REJECTION)],
	},
};
