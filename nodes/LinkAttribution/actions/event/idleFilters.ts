import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { hint } from '../../helpers/hint';
import { wordsOf } from '../../input/labels';

/** What links are chosen by. */
const LINK_FILTERS = [
	...['domain', 'externalId', 'tenantId', 'tagId', 'folderId', 'groupId', 'partnerId'],
	...['partnerTagId', 'root'],
];

const LABELS: Record<string, string> = {
	externalId: 'Link External ID',
	folderId: 'Folder',
	partnerId: 'Partner',
	root: 'Root Domain',
};

/**
 * Tells the person of filters that the service passes over without a word.
 *
 * @param kind clicks, leads, sales or composite
 * @param query as `filterQuery` made it
 */
export function hintAtIdleFilters(this: IExecuteFunctions, kind: string, query: IDataObject): void {
	for (const message of idleFilters(kind, query)) hint.call(this, message);
}

function idleFilters(kind: string, query: IDataObject): string[] {
	const byLink = LINK_FILTERS.filter((name) => query[name] !== undefined);
	const isOneOf = (name: string) => /^[^-,][^,]*$/.test(String(query[name]));
	const messages: string[] = [];
	if (query.linkId && byLink.length > 0) {
		const names = byLink.map((name) => `'${LABELS[name] ?? wordsOf(name)}'`).join(', ');
		messages.push(`With 'Link' the service passes over the other filters on links: ${names}.`);
	}
	if (query.key && !isOneOf('domain')) {
		messages.push("With 'Slug' the service looks at the first 'Domain' only.");
	}
	if (query.region && query.country) {
		messages.push(
			"With 'Region' the service passes over 'Country': the region says which country it is in.",
		);
	}
	if (query.region && !isOneOf('region')) {
		messages.push(
			"The public service takes one 'Region' at a time, such as US-CA. With several, or one to exclude, its result may be wrong.",
		);
	}
	if (query.partnerTagId && kind !== 'sales' && byLink.length === 1 && !query.linkId) {
		messages.push(
			"'Partner Tag ID' on its own narrows down sales only: the service does not heed it for clicks and leads unless there is another filter on links, such as 'Partner'.",
		);
	}
	if (query.saleType && kind === 'composite') {
		messages.push("'Sale Type' narrows down sales only: clicks and leads are all counted.");
	}
	return messages;
}
