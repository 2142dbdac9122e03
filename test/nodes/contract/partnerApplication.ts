import { sends, type Contract } from './types.ts';

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
		sends('partnerApplication.approve', 'minimal', 'POST /partners/applications/approve', {
			parameters: { partnerId: APPLICANT },
			response: { partnerId: 'pn_1' },
			body: { partnerId: 'pn_1' },
		}),
		sends('partnerApplication.approve', 'every field', 'POST /partners/applications/approve', {
			parameters: { partnerId: APPLICANT, additionalFields: { groupId: 'influencers' } },
			response: { partnerId: 'pn_1' },
			body: { partnerId: 'pn_1', groupId: 'influencers' },
		}),
		sends('partnerApplication.getAll', 'minimal', 'GET /partners/applications', {
			parameters: {},
			response: [{ id: 'pga_1', partner: { id: 'pn_1' } }],
			query: { page: '1', pageSize: '50' },
		}),
		sends('partnerApplication.getAll', 'every field', 'GET /partners/applications', {
			parameters: { limit: 7, simple: false, filters: { country: 'de', groupId: 'grp_1' } },
			response: [{ id: 'pga_1', partner: { id: 'pn_1' } }],
			query: { country: 'DE', groupId: 'grp_1', page: '1', pageSize: '7' },
		}),
		sends('partnerApplication.reject', 'minimal', 'POST /partners/applications/reject', {
			parameters: { partnerId: APPLICANT },
			response: { partnerId: 'pn_1' },
			body: { partnerId: 'pn_1' },
		}),
		sends('partnerApplication.reject', 'every field', 'POST /partners/applications/reject', {
			parameters: { partnerId: APPLICANT, additionalFields: REJECTION },
			response: { partnerId: 'pn_1' },
			body: { partnerId: 'pn_1', ...REJECTION },
		}),
	],
	parameters: {
		approve: ['partnerId', 'groupId'],
		getAll: ['country', 'groupId', 'returnAll', 'limit', 'simple'],
		reject: ['partnerId', ...Object.keys(REJECTION)],
	},
};
