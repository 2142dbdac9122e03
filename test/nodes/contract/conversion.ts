import type { Contract } from './types';

export const conversion: Contract = {
	rows: [],
	parameters: {},
};
