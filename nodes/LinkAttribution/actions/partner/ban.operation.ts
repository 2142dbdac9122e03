import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { readFields } from '../../input/fields';
import { counted } from '../../input/text';
import { apiList } from '../../transport/request';
import type { Menu } from '../types';
import { partnerField, partnerKey } from './fields';
import type { PartnerKey } from './findPartner';
import { ifReadable, linksInWords, moderate, moderationShape } from './moderate';

const reason: INodeProperties = {
	displayName: 'Reason',
	name: 'reason',
	type: 'options',
	required: true,
	options: [
		{ name: 'Brand Abuse', value: 'brand_abuse' },
		{ name: 'Fake Traffic', value: 'fake_traffic' },
		{ name: 'Fraud', value: 'fraud' },
		{ name: 'Inappropriate Content', value: 'inappropriate_content' },
		{ name: 'Spam', value: 'spam' },
		{ name: 'Terms of Service Violation', value: 'tos_violation' },
	],
	...forModel('Why'),
	default: 'tos_violation',
	description: 'Why the partner is banned',
};

export const menu: Menu = {
	name: 'Ban',
	description:
		'Ban a partner from the program, disable all their links, and cancel all their commissions',
	action: 'Ban partner',
};

export const toolDescription =
	'Ban a partner: all their links stop working and their open commissions are canceled. Only a person can lift it, in the dashboard. Ask the user first.';

export const output = moderationShape;

export const inOrderOf = 'partner';

export const properties: INodeProperties[] = [
	{
		...partnerField,
		description:
			'The partner to ban. Their links stop working and they are notified by email. You can lift a ban only in the dashboard.',
	},
	{ ...reason, default: '' },
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { partner, reason } = readFields(context, itemIndex, properties, { partner: partnerKey });
	return await moderate(context, partner as PartnerKey, {
		path: '/partners/ban',
		body: { ...(partner as IDataObject), reason },
		status: 'banned',
		effectOf: async (banned) => {
			const commissions =
				banned && (await ifReadable(context, (briefly) => canceledBy(briefly, banned)));
			return [
				`${linksInWords(banned)} disabled`,
				`${commissions ?? 'open commissions'} canceled`,
				'partner notified by email',
			].join(', ');
		},
	});
}

const PAGE_SIZE = 100;

/**
 * The commissions that a ban cancels, e.g. `1 commission`, or `100 or more commissions`. The service may cancel them only
 * shortly after it answered.
 */
async function canceledBy(
	context: IExecuteFunctions,
	{ id, bannedAt }: IDataObject,
): Promise<string> {
	const query = { partnerId: id, pageSize: PAGE_SIZE };
	const commissions = await apiList(context, { method: 'GET', path: '/commissions', query });
	const isCanceled = ({ status, updatedAt }: IDataObject) =>
		['pending', 'hold'].includes(String(status)) ||
		(status === 'canceled' && String(updatedAt) >= String(bannedAt));
	const count = [...commissions].filter(isCanceled).length;
	return commissions.length === PAGE_SIZE
		? `${count} or more commissions`
		: counted(count, 'commission');
}
