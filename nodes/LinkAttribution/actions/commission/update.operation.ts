import {
	updateDisplayOptions,
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { z } from 'zod/v4';
import { someChange } from '../../helpers/changes';
import { check, trimmedText } from '../../helpers/check';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { requiredText } from '../../helpers/locator';
import { wholeNumber } from '../../helpers/number';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { simplify } from '../common.descriptions';
import { signedCents } from './signedCents';
import { simplifyCommission } from './simplify';
import { settableStatus, settableStatusField } from './status';

const properties: INodeProperties[] = [
	{
		displayName: 'Commission',
		name: 'commissionId',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description:
			'The commission to change. Canceled, duplicate and fraudulent ones are not in the list.',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a commission...',
				typeOptions: { searchListMethod: 'searchCommissions', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. cm_1K9BZE1K285BSTX4W6MPKXJFZ',
			},
		],
	},
	simplify,
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				displayName: 'Currency',
				name: 'currency',
				type: 'string',
				default: 'usd',
				placeholder: 'e.g. eur',
				description:
					'ISO 4217 code of the amounts given here, which the service converts to US dollars; usd when left out',
			},
			{
				displayName: 'Earnings',
				name: 'earnings',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description: 'What the partner earns, in cents, whatever the amount of the sale',
			},
			{
				displayName: 'Modify Sale Amount',
				name: 'modifySaleAmount',
				type: 'number',
				default: 0,
				description:
					'What to add to the amount of the sale, in cents; negative to take away. The earnings are worked out anew. Use either this or Sale Amount.',
			},
			{
				displayName: 'Sale Amount',
				name: 'saleAmount',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 0,
				description:
					'The new amount of the sale, in cents, for commissions of sales only. The earnings are worked out anew unless they are given, too.',
			},
			settableStatus,
		],
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['commission'], operation: ['update'] } },
	properties,
);

const changes = z
	.object({
		currency: trimmedText.pipe(
			z
				.string()
				.toLowerCase()
				.regex(/^[a-z]{3}$/, 'must be a three-letter ISO 4217 code such as eur'),
		),
		earnings: wholeNumber(0),
		modifySaleAmount: signedCents,
		saleAmount: wholeNumber(0),
		status: settableStatusField,
	})
	.partial()
	.superRefine(({ currency, earnings, modifySaleAmount, saleAmount }, context) => {
		const refuse = (field: string, message: string) =>
			context.addIssue({ code: 'custom', path: [field], message });
		if (saleAmount !== undefined && modifySaleAmount !== undefined) {
			refuse('modifySaleAmount', "cannot be combined with 'Sale Amount'. Use one of them.");
		}
		if (currency && [earnings, modifySaleAmount, saleAmount].every((one) => one === undefined)) {
			refuse('currency', 'is that of an amount. Give one too, or leave it out.');
		}
	});

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { text: id } = requiredText(this.getNodeParameter('commissionId', itemIndex), 'Commission');
	// As a path it is another operation.
	if (id === 'bulk') throw new UserError("'Commission' takes a commission ID, and 'bulk' is none.");
	const simple = isSimple.call(this, itemIndex);
	const commission = (await apiRequest.call(this, {
		method: 'PATCH',
		path: path`/commissions/${id}`,
		body: someChange(check(changes, given(this.getNodeParameter('updateFields', itemIndex)))),
		needs: { role: true },
	})) as IDataObject;
	return simple ? simplifyCommission(commission) : commission;
}
