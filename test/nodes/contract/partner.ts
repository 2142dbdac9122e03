import type { Contract } from './types';

export const partner: Contract = {
	rows: [],
	parameters: { ban: ['partner', 'reason'] },
};
