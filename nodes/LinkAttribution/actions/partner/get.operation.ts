import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { readLocator } from '../../input/locators';
import { email } from '../../input/rules';
import type { Rule } from '../../input/types';
import { requireFound } from '../findOne';
import { simplify } from '../output';
import type { Menu } from '../types';
import { partnerField, partnerKey } from './fields';
import { findPartner, type PartnerKey } from './findPartner';
import { simplifyPartner, partnerShape } from './output';

export const menu: Menu = {
	name: 'Get',
	description: 'Retrieve a partner by ID, tenant ID, or email, with their totals',
	action: 'Get partner',
};

export const toolDescription = 'Get one partner by ID, with status and totals.';

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
	const found = await findPartner(context, form.partner as PartnerKey);
	const [[name, text]] = Object.entries(form.partner as Record<string, string>);
	const kind = { partnerId: 'ID', tenantId: 'tenant ID' }[name] ?? name;
	const reason = `no partner in the program has the ${kind} ${text}`;
	const partner = requireFound(found, 'Partner', reason);
	return form.simple ? simplifyPartner(partner) : partner;
}
