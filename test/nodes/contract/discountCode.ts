import type { Contract } from './types';

export const discountCode: Contract = {
	rows: [],
	parameters: { delete: ['discountCode'] },
};
