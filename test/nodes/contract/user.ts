import type { Contract } from './types';

const connected = {
	resource: 'user',
	operation: 'getInfo',
	parameters: { authentication: 'oAuth2' },
	response: { id: 'user_1', name: 'Owner' },
	method: 'GET',
	path: '/oauth/userinfo',
} as const;

export const user: Contract = {
	rows: [
		{ ...connected, title: 'minimal' },
		{ ...connected, title: 'every field' },
	],
	parameters: { getInfo: [] },
};
