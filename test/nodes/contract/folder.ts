import type { Contract } from './types';

export const folder: Contract = {
	rows: [],
	parameters: { getAll: ['search', 'returnAll', 'limit'] },
};
