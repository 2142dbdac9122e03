import type { Contract } from './types';

export const commission: Contract = {
	rows: [],
	parameters: {},
};
