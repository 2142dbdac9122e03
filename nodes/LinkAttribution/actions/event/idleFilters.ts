import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { hint } from '../../input/hints';
import { labelOf } from '../../input/labels';
import { filterCollections } from './filterParameters';

/** Filters on links. */
const LINK_FILTERS = [
	...['domain', 'externalId', 'tenantId', 'tagId', 'folderId', 'groupId', 'partnerId'],
	...['partnerTagId', 'root'],
];

/**
 * Shows a hint for each filter that the service ignores without an error.
 *
 * @param kind clicks, leads, sales, or composite
 * @param query from `filterQuery`
 */
export function hintAtIdleFilters(
	context: IExecuteFunctions,
	kind: string,
	query: IDataObject,
): void {
	for (const message of idleFilters(kind, query)) hint(context, message);
}

function idleFilters(kind: string, query: IDataObject): string[] {
	const byLink = LINK_FILTERS.filter((name) => query[name] !== undefined);
	const isOneOf = (name: string) => /^[^-,][^,]*$/.test(String(query[name]));
	const messages: string[] = [];
	if (query.linkId && byLink.length > 0) {
		const names = byLink.map((name) => `'${labelOf([name], filterCollections)}'`).join(', ');
		messages.push(`When 'Link' is set, the service ignores other link filters: ${names}.`);
	}
	if (query.key && !isOneOf('domain')) {
		messages.push("When 'Slug' is set, the service uses only the first 'Domain'.");
	}
	if (query.region && query.country) {
		messages.push(
			"When 'Region' is set, the service ignores 'Country', because a region includes its country.",
		);
	}
	if (query.region && !isOneOf('region')) {
		messages.push(
			"The public service supports one 'Region' at a time, such as US-CA. With several regions or an excluded one, the result may be wrong.",
		);
	}
	if (query.partnerTagId && kind !== 'sales' && byLink.length === 1 && !query.linkId) {
		messages.push(
			"Without another link filter such as 'Partner', 'Partner Tag ID' filters only sales. The service ignores it for clicks and leads.",
		);
	}
	if (query.saleType && kind === 'composite') {
		messages.push("'Sale Type' filters only sales. All clicks and leads are counted.");
	}
	return messages;
}
