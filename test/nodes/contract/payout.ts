import type { Contract } from './types';

export const payout: Contract = {
	rows: [],
	parameters: {},
};
