import type { Contract } from './types';

export const qrCode: Contract = {
	rows: [],
	parameters: {},
};
