import { LINK_PROPS, LINK_PROPS_BODY, LINK_PROPS_NAMES } from './linkProps.ts';
import type { Contract } from './types';

const resource = 'embedToken';
const TOKEN = { publicToken: 'dub_embed_1', expires: '2026-01-05T13:00:00.000Z' };
const DETAILS = {
	description: 'Runs a newsletter',
	groupId: 'grp_1',
	image: 'https://example.com/ada.png',
	name: 'Ada Example',
	username: 'ada-example',
};

export const embedToken: Contract = {
	rows: [
		{
			resource,
			operation: 'create',
			title: 'minimal',
			parameters: { tenantId: 'user_42' },
			response: TOKEN,
			method: 'POST',
			path: '/tokens/embed/referrals',
			body: { tenantId: 'user_42' },
		},
		{
			resource,
			operation: 'create',
			title: 'every field',
			parameters: {
				partnerId: { __rl: true, mode: 'list', value: 'pn_1' },
				tenantId: 'user_42',
				email: 'ada@example.com',
				partnerDetails: { ...DETAILS, country: 'de' },
				linkProps: LINK_PROPS,
			},
			response: TOKEN,
			method: 'POST',
			path: '/tokens/embed/referrals',
			body: {
				partnerId: 'pn_1',
				tenantId: 'user_42',
				partner: {
					email: 'ada@example.com',
					tenantId: 'user_42',
					...DETAILS,
					country: 'DE',
					linkProps: LINK_PROPS_BODY,
				},
			},
		},
		{
			resource,
			operation: 'create',
			title: 'details and link properties as JSON',
			parameters: {
				email: 'ada@example.com',
				partnerDetailsJson: JSON.stringify({ ...DETAILS, country: 'DE' }),
				linkPropsJson: JSON.stringify(LINK_PROPS_BODY),
			},
			response: TOKEN,
			method: 'POST',
			path: '/tokens/embed/referrals',
			body: {
				partner: {
					email: 'ada@example.com',
					...DETAILS,
					country: 'DE',
					linkProps: LINK_PROPS_BODY,
				},
			},
		},
	],
	parameters: {
		create: [
			...['partnerId', 'tenantId', 'email', 'partnerDetails', 'partnerDetailsJson', 'country'],
			...[...Object.keys(DETAILS), ...LINK_PROPS_NAMES],
		],
	},
};
