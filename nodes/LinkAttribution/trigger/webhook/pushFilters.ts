import type { IDataObject, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { toList } from '../../input/lists';
import { plainText } from '../../input/text';
import { asObject, type Envelope } from '../item';

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
		linkIds: toList(filters.linkIds, 'Link IDs'),
		folderIds: toList(filters.folderIds, 'Folder IDs'),
		domains: toList(filters.domains, 'Domain'),
		partnerIds: toList(filters.partnerIds, 'Partner IDs'),
		programIds: toList(filters.programIds, 'Program IDs'),
		saleType: plainText(filters.saleType, 'Sale Type'),
	};
}

/** The kinds of events that start the workflow, by the service's names. */
export function eventsOf(context: IPollFunctions | IWebhookFunctions): string[] {
	return toList(context.getNodeParameter('events'), 'Trigger On');
}

/** Whether the node is to start the workflow for an event. */
export function isWanted(context: IPollFunctions | IWebhookFunctions, envelope: Envelope): boolean {
	const filters = readPushFilters(context.getNodeParameter('pushFilters', {}) as IDataObject);
	return eventsOf(context).includes(envelope.event) && passes(envelope, filters);
}

/**
 * Whether a pushed event passes. A filter on something that the payload of this kind does not tell lets it through:
 * payouts have no link, for one.
 */
function passes({ event, data, createdAt }: Envelope, filters: PushFilters): boolean {
	const link = asObject(isAboutLink(event) ? data : data.link);
	const partner = asObject(event === 'partner.enrolled' ? data : data.partner);
	return (
		isAmong(link.id ?? data.linkId, filters.linkIds) &&
		isAmong(orNone(link.folderId), filters.folderIds) &&
		isAmong(link.domain, filters.domains) &&
		matchesPartner(data, link, partner, filters.partnerIds) &&
		isAmong(partner.programId ?? orNone(link.programId), filters.programIds) &&
		(event !== 'sale.created' || isSaleType(asObject(data.customer), createdAt, filters.saleType))
	);
}

function isAboutLink(event: string): boolean {
	return event.startsWith('link.') && event !== 'link.clicked';
}

/** A merge is of two partners, either of which may be meant. */
function matchesPartner(
	data: IDataObject,
	link: IDataObject,
	partner: IDataObject,
	wanted: string[],
): boolean {
	const target = asObject(data.targetPartner).id;
	if (target !== undefined) {
		return isAmong(target, wanted) || isAmong(asObject(data.sourcePartner).id, wanted);
	}
	return isAmong(partner.id ?? data.partnerId ?? orNone(link.partnerId), wanted);
}

/** What the payload has as null is told: there is none. */
function orNone(value: unknown): unknown {
	return value === null ? '' : value;
}

function isAmong(value: unknown, wanted: string[]): boolean {
	return wanted.length === 0 || value === undefined || wanted.includes(String(value));
}

/** Milliseconds between a sale and the webhook's word of it, at most. */
const SAME_SALE = 300_000;

/** Without a count of the customer's sales the payload does not tell. */
function isSaleType(customer: IDataObject, createdAt: string, saleType: string): boolean {
	if (saleType === '' || typeof customer.sales !== 'number') return true;
	return (isRepeat(customer, createdAt) ? 'recurring' : 'new') === saleType;
}

/** The customer's sales are counted with this one or, where the service adds it later, without it. */
function isRepeat({ sales, firstSaleAt }: IDataObject, createdAt: string): boolean {
	if (sales !== 1) return Number(sales) > 1;
	const sinceFirst = Date.parse(createdAt) - Date.parse(String(firstSaleAt));
	return sinceFirst > SAME_SALE;
}
