import type { Contract } from './types';

export const analytics: Contract = {
	rows: [],
	parameters: {},
};
