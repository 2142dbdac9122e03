import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { readLocator } from '../../input/locators';
import { email } from '../../input/rules';
import type { Rule } from '../../input/types';
import { findInList, requireFound } from '../findOne';
import { simplify } from '../output';
import type { Menu } from '../types';
import { partnerField, partnerKey } from './fields';
import { simplifyPartner, partnerShape } from './output';

export const menu: Menu = {
	name: 'Get',
	description: 'Retrieve a partner by ID, tenant ID, or email, with their totals',
	action: 'Get partner',
};

export const output = partnerShape;

export const properties: INodeProperties[] = [
	{
		...partnerField,
		description: 'The partner to retrieve, whatever their status',
		modes: [
			...(partnerField.modes ?? []),
			{
				displayName: 'By Email',
				name: 'email',
				type: 'string',
				placeholder: 'e.g. name@email.com',
			},
		],
	},
	simplify,
];

const partnerOrEmail: Rule = (raw, field) => {
	const { mode, text } = readLocator(raw, field.label);
	if (mode !== 'email' || text === '') return partnerKey(raw, field);
	return { email: email(190)(text, field) };
};

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, { partner: partnerOrEmail });
	const { partnerId, ...query } = form.partner as Record<string, string>;
	const [[name, text]] = Object.entries(partnerId ? { id: partnerId } : query);
	const found = await findInList(context, {
		path: '/partners',
		// The service searches IDs, too.
		query: { ...query, search: partnerId },
		isWanted: (partner) => String(partner[name]).toLowerCase() === text.toLowerCase(),
	});
	const kind = { id: 'ID', tenantId: 'tenant ID' }[name] ?? name;
	const reason = `no partner in the program has the ${kind} ${text}`;
	const partner = requireFound(found, 'Partner', reason);
	return form.simple ? simplifyPartner(partner) : partner;
}
