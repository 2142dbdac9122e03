import type { Contract } from './types';

export const tag: Contract = {
	rows: [],
	parameters: {},
};
