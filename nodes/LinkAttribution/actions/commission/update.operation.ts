import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { forModel } from '../../input/model';
import { IN_CENTS, IN_US_CENTS } from '../../input/amounts';
import { someChange } from '../../input/changes';
import { UPDATE_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { currencyMenu } from '../../methods/menus';
import { requireId } from '../../input/locators';
import { currencyCode } from '../../input/rules';
import { path } from '../../transport/path';
import { apiObject } from '../../transport/request';
import { simplify } from '../output';
import type { Menu } from '../types';
import { commissionField, newStatus } from './fields';
import { simplifyCommission, commissionShape } from './output';

export const menu: Menu = {
	name: 'Update',
	description:
		'Update the amount, the earnings, or the status of an unpaid commission. A new status removes it from its payout.',
	action: 'Update commission',
};

export const toolDescription =
	'Change the earnings or the status of one commission that is not paid. Changes what the partner is paid. Ask the user first.';

export const output = commissionShape;

export const inOrderOf = 'commissionId';

export const properties: INodeProperties[] = [
	{
		...commissionField,
		description:
			'The commission to update. The list does not show canceled, duplicate, and fraudulent commissions.',
	},
	simplify,
	{
		...UPDATE_FIELDS,
		options: [
			currencyMenu({
				description:
					'ISO 4217 code of the sale amount entered here, which the service converts to US dollars. Earnings are always in US dollars. Leave empty to use usd.',
			}),
			{
				displayName: 'Earnings (in Cents)',
				...forModel('New earnings in US cents: 4900 is 49.00'),
				name: 'earnings',
				...IN_US_CENTS,
				typeOptions: { minValue: 0 },
				description:
					'What the partner earns, in cents, regardless of the sale amount. With 0, the commission counts as refunded.',
			},
			{
				displayName: 'Modify Sale Amount (in Cents)',
				name: 'modifySaleAmount',
				...IN_CENTS,
				description:
					'Amount to add to the sale amount, in cents. Use a negative amount to subtract. The service recalculates the earnings. Use either this or Sale Amount.',
			},
			{
				displayName: 'Sale Amount (in Cents)',
				name: 'saleAmount',
				...IN_CENTS,
				typeOptions: { minValue: 0 },
				description:
					'New sale amount, in cents, for commissions on sales only. The service recalculates the earnings unless you set Earnings as well.',
			},
			{ ...newStatus, default: '' },
		],
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, { currency: currencyCode });
	const id = String(form.commissionId);
	requireId(id, commissionField.displayName, ['bulk']);
	const { currency, modifySaleAmount, saleAmount } = form.updateFields;
	if (saleAmount !== undefined && modifySaleAmount !== undefined) {
		throw new UserError(
			"'Modify Sale Amount (in Cents)' cannot be combined with 'Sale Amount (in Cents)'. Use one of them.",
		);
	}
	if (currency && saleAmount === undefined && modifySaleAmount === undefined) {
		throw new UserError(
			"'Currency' applies only to the sale amount. Add one, or remove it: earnings are in US dollars.",
		);
	}
	const commission = await apiObject(context, {
		method: 'PATCH',
		path: path`/commissions/${id}`,
		body: someChange(form.updateFields),
	});
	return form.simple ? simplifyCommission(commission) : commission;
}
