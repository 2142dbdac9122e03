import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { isObject } from '../input/json';
import { apiObject } from '../transport/request';
import { findDomain } from './domain/get.operation';
import { findInList, requireFound } from './findOne';
import { isShortLink } from './link/chosenLink';
import { findPartner } from './partner/findPartner';
import type { Result } from './types';

/**
 * Refuses a filter of a model by what the workspace does not have, e.g. by a name instead of an ID: the service finds
 * nothing then, which a model would report as a result. Asks the service only about an empty result.
 *
 * @throws UserError naming the filter
 */
export async function requireKnownFilters(
	context: IExecuteFunctions,
	itemIndex: number,
	properties: INodeProperties[],
	result: Result,
): Promise<void> {
	if (!isEmpty(result) || !properties.some(({ name }) => name === 'filters')) return;
	for (const [field, check] of Object.entries(CHECKS)) {
		const raw = context.getNodeParameter(`filters_${field}`, itemIndex, '') as unknown;
		const value = String((isObject(raw) ? raw.value : raw) ?? '');
		for (const text of value.split(',').map((one) => one.trim().replace(/^-/, ''))) {
			if (text !== '') await check(context, text);
		}
	}
}

type Check = (context: IExecuteFunctions, text: string) => Promise<unknown>;

const CHECKS: Record<string, Check> = {
	domain: async (context, domain) => await findDomain(context, domain.toLowerCase()),
	partnerId: async (context, partnerId) =>
		requireFound(
			await findPartner(context, { partnerId }),
			'Partner',
			`no partner in the program has the ID ${partnerId}`,
		),
	linkId: async (context, linkId) =>
		isShortLink(linkId) ||
		(await apiObject(context, { method: 'GET', path: '/links/info', query: { linkId } })),
	tagNames: async (context, name) =>
		requireFound(
			await findInList(context, {
				path: '/tags',
				query: { search: name },
				isWanted: (tag) => String(tag.name).toLowerCase() === name.toLowerCase(),
			}),
			'Tag Names',
			`the workspace has no tag with the name ${name}`,
		),
};

/** Whether nothing was found, or all counts are 0. */
function isEmpty(result: Result): boolean {
	return Object.values(result).every((value) => value === 0);
}
