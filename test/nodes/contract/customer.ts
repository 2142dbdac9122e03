import type { Contract } from './types';

export const customer: Contract = {
	rows: [],
	parameters: {},
};
