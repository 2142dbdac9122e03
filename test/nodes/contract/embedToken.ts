import { LINK_PROPS, LINK_PROPS_BODY, LINK_PROPS_NAMES } from './linkProps.ts';
import { sends, type Contract } from './types.ts';

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
		sends('embedToken.create', 'minimal', 'POST /tokens/embed/referrals', {
			parameters: { tenantId: 'user_42' },
			response: TOKEN,
			body: { tenantId: 'user_42' },
		}),
		sends('embedToken.create', 'every field', 'POST /tokens/embed/referrals', {
			parameters: {
				partnerId: { __rl: true, mode: 'list', value: 'pn_1' },
				tenantId: 'user_42',
				email: 'ada@example.com',
				partnerDetails: { ...DETAILS, country: 'de' },
				linkProps: LINK_PROPS,
			},
			response: TOKEN,
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
		}),
		sends(
			'embedToken.create',
			'details and link properties as JSON',
			'POST /tokens/embed/referrals',
			{
				parameters: {
					email: 'ada@example.com',
					partnerDetailsJson: JSON.stringify({ ...DETAILS, country: 'DE' }),
					linkPropsJson: JSON.stringify(LINK_PROPS_BODY),
				},
				response: TOKEN,
				body: {
					partner: {
						email: 'ada@example.com',
						...DETAILS,
						country: 'DE',
						linkProps: LINK_PROPS_BODY,
					},
				},
			},
		),
	],
	parameters: {
		create: [
			...['partnerId', 'tenantId', 'email', 'partnerDetails', 'partnerDetailsJson', 'country'],
			...[...Object.keys(DETAILS), ...LINK_PROPS_NAMES],
		],
	},
};
