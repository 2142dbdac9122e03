import type { Contract } from './types';

export const bountySubmission: Contract = {
	rows: [],
	parameters: {},
};
