import { UserError, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { EXCLUDE, FILTERS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { byLabel } from '../../input/labels';
import { filterList, withExclusions } from '../../input/lists';
import { customerLocator, partnerIdLocator, withModes } from '../../methods/locators';
import { maxLength } from '../../input/rules';
import { cursorPages } from '../../pagination/cursorPages';
import { numberedPages } from '../../pagination/pages';
import { metadataFilters, metadataQuery, withMetadataQuery } from '../event/metadata';
import { getMany, listOutput, simplify, sortOptions } from '../output';
import { groupFilter, partnerTagFilter, tenantId } from '../commonFields';
import type { Result, Menu } from '../types';
import { simplifyCommission, commissionShape } from './output';
import { periodFilters, periodRules, readPeriod } from './period';

/** Filters that take several values, and can exclude them. */
const multiFilters: INodeProperties[] = [
	groupFilter,
	{
		...partnerIdLocator,
		...forModel('Only of this partner ID'),
		description: 'A partner. In ID mode, also several IDs, comma-separated.',
	},
	partnerTagFilter,
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
			'Only commissions on the sale with this invoice. Cannot be combined with other filters.',
	},
	...metadataFilters.map((filter) => ({
		...filter,
		description: filter.description?.replace(' Clicks have no metadata.', ' Compares only text.'),
	})),
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
		...forModel('Only with this status'),
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
		description: 'Only commissions with this status',
	},
	{ ...tenantId, description: 'Only commissions of the partner with this ID in your own system' },
];

export const menu: Menu = {
	name: 'Get Many',
	description: 'Retrieve a list of commissions',
	action: 'Get many commissions',
};

export const toolDescription =
	'List commissions, newest first: what partners earn and whether it is paid. Amounts are in US cents. To include canceled ones, ask for that status.';

export const output = commissionShape;

export const properties: INodeProperties[] = [
	...listOutput,
	simplify,
	{
		...FILTERS,
		description:
			'Only commissions that match all filters. A filter with several values matches any of them. Without Customer, Partner, Payout ID, Status, or Type, canceled, duplicate, and fraudulent commissions are not returned. Commissions without earnings are never returned.',
		options: [...multiFilters, ...singleFilters, ...periodFilters].sort(byLabel),
	},
	{
		...EXCLUDE,
		description: 'Skip commissions that match any of these',
		options: multiFilters.map((property) => ({ ...property })),
	},
	sortOptions({
		options: [
			{ name: 'Amount', value: 'amount', description: 'Returns at most 100,000 commissions' },
			{ name: 'Created At', value: 'createdAt' },
		],
		default: 'createdAt',
	}),
];

const rules = {
	...periodRules,
	groupId: filterList(),
	partnerId: filterList(),
	partnerTagId: filterList(),
	type: filterList(),
	customerId: maxLength(255),
	invoiceId: maxLength(255),
	payoutId: maxLength(255),
	query: metadataQuery,
	tenantId: maxLength(255),
};

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties, rules);
	const timezone = context.getTimezone();
	const filters = withExclusions(withMetadataQuery(form.filters), form.exclude, multiFilters);
	if (filters.interval) filters.timezone ??= timezone;
	const { query, contains } = readPeriod(filters, timezone);
	if ('invoiceId' in query && Object.keys(query).length > 1) {
		throw new UserError(
			"'Invoice ID' cannot be combined with other filters, which the service would ignore. Remove them.",
		);
	}
	return await getMany(context, form, {
		path: '/commissions',
		query: { ...query, ...form.options },
		// The service has no cursor when it sorts by amount.
		pages: form.options.sortBy === 'amount' ? numberedPages : cursorPages,
		isWanted: contains,
		simplify: simplifyCommission,
		totals: { earnings: 'earnings', amount: 'sale amount' },
	});
}
