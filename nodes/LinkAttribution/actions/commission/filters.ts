import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, shortText } from '../../helpers/check';
import { given } from '../../helpers/given';
import { readLocator } from '../../helpers/locator';
import { multiValue, wantedOrNot } from '../../helpers/multiValue';
import { byLabel } from '../../helpers/labels';
import { customerLocator, partnerIdLocator, withModes } from '../common.descriptions';
import { periodFilters } from './period';

/** Filters that take several values, and as exclusion the commissions that have none of them. */
const multiFilters: INodeProperties[] = [
	{
		displayName: 'Group ID',
		name: 'groupId',
		type: 'string',
		default: '',
		placeholder: 'e.g. grp_1K9BZE1K285BSTX4W6MPKXJFZ',
		description: 'Partner groups, comma-separated',
	},
	{
		...partnerIdLocator,
		description: 'A partner; in ID mode also several IDs, comma-separated',
	},
	{
		displayName: 'Partner Tag ID',
		name: 'partnerTagId',
		type: 'string',
		default: '',
		placeholder: 'e.g. ptag_1K9BZE1K285BSTX4W6MPKXJFZ',
		description: 'Tags of partners, comma-separated',
	},
	{
		displayName: 'Type',
		name: 'type',
		type: 'multiOptions',
		options: [
			{ name: 'Click', value: 'click' },
			{ name: 'Custom', value: 'custom' },
			{ name: 'Lead', value: 'lead' },
			{ name: 'Referral', value: 'referral' },
			{ name: 'Sale', value: 'sale' },
		],
		default: [],
		description: 'What the commissions are for',
	},
];

const singleFilters: INodeProperties[] = [
	{
		...withModes(customerLocator, ['list', 'id']),
		description: 'Only commissions that this customer brought',
	},
	{
		displayName: 'Invoice ID',
		name: 'invoiceId',
		type: 'string',
		default: '',
		placeholder: 'e.g. in_1234',
		description:
			'Only commissions of the sale with this invoice. Cannot be combined with other filters, which the service would ignore.',
	},
	{
		displayName: 'Payout ID',
		name: 'payoutId',
		type: 'string',
		default: '',
		placeholder: 'e.g. po_1K9BZE1K285BSTX4W6MPKXJFZ',
		description: 'Only commissions in this payout',
	},
	{
		displayName: 'Status',
		name: 'status',
		type: 'options',
		options: [
			{ name: 'Canceled', value: 'canceled' },
			{ name: 'Duplicate', value: 'duplicate' },
			{ name: 'Fraud', value: 'fraud' },
			{ name: 'Hold', value: 'hold' },
			{ name: 'Paid', value: 'paid' },
			{ name: 'Pending', value: 'pending' },
			{ name: 'Processed', value: 'processed' },
			{ name: 'Refunded', value: 'refunded' },
		],
		default: 'pending',
		description: 'Only commissions in this state',
	},
	{
		displayName: 'Tenant ID',
		name: 'tenantId',
		type: 'string',
		default: '',
		placeholder: 'e.g. user_42',
		description: 'Only commissions of the partner with this ID in your own system',
	},
];

export const filterCollections: INodeProperties[] = [
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description:
			'Commissions must match all of these; with several values in one, any of them. Without Customer, Partner, Payout ID, Status or Type the service leaves out canceled, duplicate and fraudulent ones; those without earnings it never lists.',
		options: [...multiFilters, ...singleFilters, ...periodFilters].sort(byLabel),
	},
	{
		displayName: 'Exclude',
		name: 'exclude',
		type: 'collection',
		placeholder: 'Add Exclusion',
		default: {},
		description: 'Commissions that match any of these are left out',
		options: multiFilters.map((property) => ({ ...property })),
	},
];

const TYPES = ['click', 'custom', 'lead', 'referral', 'sale'];

const singles = z
	.object({
		customerId: shortText(255),
		invoiceId: shortText(255),
		payoutId: shortText(255),
		status: z.enum(
			['canceled', 'duplicate', 'fraud', 'hold', 'paid', 'pending', 'processed', 'refunded'],
			{
				message:
					'must be one of canceled, duplicate, fraud, hold, paid, pending, processed, refunded',
			},
		),
		tenantId: shortText(255),
	})
	.partial();

/**
 * The query parameters for both collections, without those of the period.
 *
 * @throws UserError naming the field that breaks a rule of the service
 */
export function filterQuery(filters: IDataObject, exclude: IDataObject): IDataObject {
	const query: IDataObject = check(
		singles,
		given({ ...filters, customerId: readLocator(filters.customerId, 'Customer').text }),
	);
	for (const { name, displayName } of multiFilters) {
		const wanted = values(name, displayName, filters[name]);
		const unwanted = values(name, displayName, exclude[name]);
		const value = wantedOrNot(displayName, wanted, unwanted);
		if (value) query[name] = value;
	}
	return query;
}

function values(name: string, label: string, value: unknown): string | undefined {
	const plain = Array.isArray(value) ? value : readLocator(value, label).text;
	return multiValue(plain, label, name === 'type' ? knownType : undefined);
}

function knownType(type: string): string {
	if (TYPES.includes(type)) return type;
	throw new UserError(`'Type' takes ${TYPES.join(', ')}, but '${type}' was given.`);
}
