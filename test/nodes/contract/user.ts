import type { Contract } from './types';

export const user: Contract = {
	rows: [],
	parameters: { getInfo: [] },
};
