import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { someChange } from '../../input/changes';
import { check, trimmedText } from '../../helpers/check';
import { readFields } from '../../input/fields';
import { clearedFields, clearParameter } from '../../input/changes';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { customerLocator } from '../../input/locators';
import { simplify } from '../output';
import { chosenCustomer, customerOptions, optionsQuery } from './customer';
import { simplifyCustomer } from './output';

const clearable: INodeProperties[] = [
	{
		displayName: 'Avatar URL',
		name: 'avatar',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/avatar.png',
		description: 'Address of a picture of the customer',
	},
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. name@email.com',
		description: 'Email of the customer',
	},
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Nathan Smith',
		description: 'Name of the customer',
	},
	{
		displayName: 'Stripe Customer ID',
		name: 'stripeCustomerId',
		type: 'string',
		default: '',
		placeholder: 'e.g. cus_NffrFeUfNV2Hib',
		description: 'The ID of the customer at Stripe',
	},
];

const [avatar, email, name, stripeCustomerId] = clearable;

export const properties: INodeProperties[] = [
	{
		...customerLocator,
		required: true,
		description: 'The customer to change. Its country cannot be changed.',
	},
	simplify,
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			avatar,
			email,
			{
				displayName: 'External ID',
				name: 'externalId',
				type: 'string',
				default: '',
				placeholder: 'e.g. user_42',
				description: 'The new ID of the customer in your own database, without ext_',
			},
			name,
			stripeCustomerId,
		],
	},
	clearParameter(clearable),
	customerOptions,
];

const changes = z
	.object({
		avatar: trimmedText.pipe(
			z.string().url('must be a URL such as https://example.com/avatar.png'),
		),
		email: trimmedText.pipe(z.string().email('must be an email address')),
		externalId: trimmedText,
		name: trimmedText,
		stripeCustomerId: trimmedText,
	})
	.partial();

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const fields = check(changes, given(this.getNodeParameter('updateFields', itemIndex)), {
		avatar: 'Avatar URL',
	});
	const cleared = clearedFields(
		readFields.call(this, itemIndex, [clearParameter(clearable)]).fieldsToClear,
		fields,
		clearable,
	);
	const simple = isSimple.call(this, itemIndex);
	const customer = (await apiRequest.call(this, {
		method: 'PATCH',
		path: path`/customers/${chosenCustomer.call(this, itemIndex)}`,
		query: optionsQuery.call(this, itemIndex),
		body: someChange({ ...fields, ...cleared }),
		needs: { plan: 'Business', role: true },
	})) as IDataObject;
	return simple ? simplifyCustomer(customer) : customer;
}
