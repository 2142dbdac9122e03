import { UserError, type IDataObject } from 'n8n-workflow';
import { toList } from '../../input/lists';
import { notAnId, readLocator } from '../../input/locators';
import { plainText } from '../../input/text';
import { KINDS, type Kind } from '../eventList/page';
import { asObject, isExternalPayout, PAYOUT_CONFIRMED, type Envelope } from '../item';
import { MAX_FILTERS, type PushFilters, type TriggerRecord } from '../record';
import type { Wanted } from './types';
import type { WebhooksContext } from './webhooksApi';

/** @throws UserError naming the filter with a wrong value */
export function readPushFilters(context: WebhooksContext): PushFilters {
	const filters = context.getNodeParameter('pushFilters', {}) as IDataObject;
	const partnerIds = idsOf(filters.partnerIds, 'Partner');
	const programIds = toList(filters.programIds, 'Program IDs');
	const isOfPayouts = eventsOf(context).includes(PAYOUT_CONFIRMED) && isConfirmedBySuccess(context);
	if (isOfPayouts && partnerIds.length + programIds.length > 0) {
		const label = partnerIds.length > 0 ? 'Partner' : 'Program IDs';
		throw new UserError(
			`'${label}' excludes payouts, which would count as paid without a run of the workflow. Remove this filter, and let the workflow fail for payouts that it is not to pay.`,
		);
	}
	return {
		linkIds: idsOf(filters.linkIds, 'Link'),
		folderIds: idsOf(filters.folderIds, 'Folder'),
		domains: toList(filters.domains, 'Domain').map(hostOf),
		partnerIds,
		programIds,
		saleType: plainText(filters.saleType, 'Sale Type'),
	};
}

/** Also of a URL, in lower case as in events. */
function hostOf(domain: string): string {
	return domain
		.toLowerCase()
		.replace(/^https?:\/\//, '')
		.split('/')[0];
}

/** One ID of a locator, or several as text or a list. @throws UserError for the URL of a link, which no event has as its ID */
function idsOf(value: unknown, label: string): string[] {
	const ids = toList(Array.isArray(value) ? value : readLocator(value, label).text, label);
	const url = ids.find((id) => id.includes('/'));
	if (url === undefined) return ids;
	throw notAnId(url, label);
}

/** The types of events that start the workflow, by the service's names. */
export function eventsOf(context: WebhooksContext): string[] {
	return toList(context.getNodeParameter('events'), 'Trigger On');
}

/** The kinds of 'Trigger On' that the event list contains. */
export function listedKinds(context: WebhooksContext): Kind[] {
	return kindsOf(eventsOf(context));
}

/** The kinds that the event list contains, of types of events. */
export function kindsOf(events: string[]): Kind[] {
	return events.flatMap((event) =>
		Object.hasOwn(KINDS, event) ? [KINDS[event as keyof typeof KINDS]] : [],
	);
}

/** Whether the service is to mark external payouts as paid only when the workflow has succeeded. */
export function isConfirmedBySuccess(context: WebhooksContext): boolean {
	return context.getNodeParameter('confirmPayouts', '') === 'succeeded';
}

/** Whether an event is a payout that counts as paid only when the workflow has succeeded. */
export function isToConfirm(context: WebhooksContext, envelope: Envelope): boolean {
	return isExternalPayout(envelope) && isConfirmedBySuccess(context);
}

/** Whether an event matches 'Trigger On' and the filters. */
export function isWanted(
	{ events, filters }: Pick<Wanted, 'events' | 'filters'>,
	envelope: Envelope,
): boolean {
	return events.includes(envelope.event) && passes(envelope, filters);
}

/** Whether an event matches the filters of its time as well; it is made only if there are any. @param time epoch milliseconds */
export function matchedFilters(
	{ filters }: Pick<TriggerRecord, 'filters'>,
	envelope: () => Envelope,
	time: number,
): boolean {
	return filters.every(({ value, until = 0 }) => time >= until || passes(envelope(), value));
}

/** Filters on properties that the payload does not contain are ignored; for example, payouts have no link. */
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

/** A merge has two partners; either can match. */
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

/** A property that is null matches no filter; one that is absent matches all. */
function orNone(value: unknown): unknown {
	return value === null ? '' : value;
}

function isAmong(value: unknown, wanted: string[]): boolean {
	return wanted.length === 0 || value === undefined || wanted.includes(String(value));
}

/** Maximum milliseconds between a sale and its event. */
const MAX_EVENT_DELAY_MS = 300_000;

/** Without the number of the customer's sales, every type matches. */
function isSaleType(customer: IDataObject, createdAt: string, saleType: string): boolean {
	if (saleType === '' || typeof customer.sales !== 'number') return true;
	return (isRepeat(customer, createdAt) ? 'recurring' : 'new') === saleType;
}

/** The service may count the customer's sales before or after it adds this one. */
function isRepeat({ sales, firstSaleAt }: IDataObject, createdAt: string): boolean {
	if (sales !== 1) return Number(sales) > 1;
	const sinceFirst = Date.parse(createdAt) - Date.parse(String(firstSaleAt));
	return sinceFirst > MAX_EVENT_DELAY_MS;
}

/** @param changedAt when the new filters began to apply, if they differ from the latest ones */
export function withFilters(
	filters: TriggerRecord['filters'],
	value: PushFilters,
	changedAt: number,
): TriggerRecord['filters'] {
	const latest = filters.at(-1);
	if (!latest) return [{ value }];
	const { until = changedAt } = latest;
	const isSame = JSON.stringify(latest.value) === JSON.stringify(value);
	if (isSame && latest.until === undefined) return filters;
	return [...filters.slice(0, -1), { ...latest, until }, { value }].slice(-MAX_FILTERS);
}
