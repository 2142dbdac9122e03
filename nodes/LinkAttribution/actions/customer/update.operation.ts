import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { clearedFields, clearParameter, someChange } from '../../input/changes';
import { UPDATE_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { email } from '../../input/rules';
import { plainText } from '../../input/text';
import type { Rules } from '../../input/types';
import { path } from '../../transport/path';
import { apiObject } from '../../transport/request';
import { simplify } from '../output';
import type { Menu } from '../types';
import {
	avatarField,
	emailField,
	externalIdField,
	customerField,
	nameField,
	customerOptions,
	stripeIdField,
} from './fields';
import { simplifyCustomer, customerShape } from './output';

const clearable = [avatarField, emailField, nameField, stripeIdField];

export const menu: Menu = {
	name: 'Update',
	description: 'Update the name, email, avatar, or IDs of a customer',
	action: 'Update customer',
};

export const toolDescription = 'Change the name or email of a customer.';

export const output = customerShape;

export const inOrderOf = 'customerId';

export const properties: INodeProperties[] = [
	{ ...customerField, description: 'The customer to update. Their country cannot be changed.' },
	simplify,
	{
		...UPDATE_FIELDS,
		options: [
			avatarField,
			emailField,
			{
				...externalIdField,
				description: 'The new ID of the customer in your own database, without ext_',
			},
			nameField,
			stripeIdField,
		],
	},
	clearParameter(clearable),
	customerOptions,
];

const rules: Rules = {
	avatar: (raw, { label }) => {
		const url = plainText(raw, label).trim();
		if (URL.canParse(url)) return url;
		throw new UserError(`'${label}' must be a URL such as https://example.com/avatar.png`);
	},
	email: email(Infinity),
};

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, rules);
	const { updateFields, fieldsToClear } = form;
	const customer = await apiObject(context, {
		method: 'PATCH',
		path: path`/customers/${String(form.customerId)}`,
		query: form.options,
		body: someChange({ ...updateFields, ...clearedFields(fieldsToClear, updateFields, clearable) }),
	});
	return form.simple ? simplifyCustomer(customer) : customer;
}
