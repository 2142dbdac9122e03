import type { Contract } from './types';

export const domain: Contract = {
	rows: [],
	parameters: {},
};
