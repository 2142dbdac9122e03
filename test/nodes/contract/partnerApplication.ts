import type { Contract } from './types';

export const partnerApplication: Contract = {
	rows: [],
	parameters: {
		getAll: ['country', 'groupId', 'returnAll', 'limit', 'simple'],
		reject: [
			...['partnerId', 'rejectionReason', 'rejectionNote', 'reapplicationTimeframe'],
			...['flagForFraud', 'flagForFraudReason'],
		],
	},
};
