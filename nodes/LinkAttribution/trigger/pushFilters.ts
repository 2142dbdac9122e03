import type { IDataObject } from 'n8n-workflow';
import { toList } from '../helpers/lists';
import type { Envelope } from './events';

/** The filters of webhook delivery; empty means that nothing is filtered. */
export interface PushFilters {
	linkIds: string[];
	folderIds: string[];
	domains: string[];
	partnerIds: string[];
	programIds: string[];
	saleType: string;
}

export function readPushFilters(filters: IDataObject): PushFilters {
	return {
		linkIds: toList(filters.linkIds),
		folderIds: toList(filters.folderIds),
		domains: toList(filters.domains),
		partnerIds: toList(filters.partnerIds),
		programIds: toList(filters.programIds),
		saleType: String(filters.saleType ?? ''),
	};
}

/**
 * Whether a pushed event passes. A filter on something that the payload of this kind does not tell lets it through:
 * payouts have no link, for one.
 */
export function passes({ event, data }: Envelope, filters: PushFilters): boolean {
	const link = (event.startsWith('link.') && event !== 'link.clicked' ? data : data.link) as
		IDataObject | undefined;
	const partner = (event === 'partner.enrolled' ? data : data.partner) as IDataObject | undefined;
	const customer = data.customer as IDataObject | undefined;
	return (
		isAmong(link?.id ?? data.linkId, filters.linkIds) &&
		isAmong(link && (link.folderId ?? ''), filters.folderIds) &&
		isAmong(link?.domain, filters.domains) &&
		isAmong(
			partner?.id ?? data.partnerId ?? (link && (link.partnerId ?? '')),
			filters.partnerIds,
		) &&
		isAmong(link ? (link.programId ?? '') : partner?.programId, filters.programIds) &&
		(event !== 'sale.created' || filters.saleType === '' || isSaleType(customer, filters.saleType))
	);
}

function isAmong(value: unknown, wanted: string[]): boolean {
	return wanted.length === 0 || value === undefined || wanted.includes(String(value));
}

/** The payload counts the customer's sales with this one; without a count it does not tell. */
function isSaleType(customer: IDataObject | undefined, saleType: string): boolean {
	const sales = customer?.sales;
	return typeof sales !== 'number' || (sales > 1 ? 'recurring' : 'new') === saleType;
}
