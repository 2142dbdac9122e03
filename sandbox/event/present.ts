import type { CustomerRow } from '../customer/columns.ts';
import { deletedCustomer, presentCustomer } from '../customer/present.ts';
import type { Quirks } from '../http/quirks.ts';
import type { LinkRow } from '../link/columns.ts';
import { presentLink } from '../link/present.ts';
import { fromJson, isoDate } from '../store/values.ts';
import type { EventRow } from './columns.ts';

/**
 * An item of `GET /events`.
 *
 * @param link in its current state, not that at the time of the event
 * @param customer of a lead or sale; undefined once deleted
 */
export function presentEvent(
	row: EventRow,
	link: LinkRow,
	customer: CustomerRow | undefined,
	quirks: Quirks,
) {
	return {
		event: row.kind,
		timestamp:
			quirks.eventTimestamp === 'iso' ? isoDate(row.timestamp) : javascriptDate(row.timestamp),
		...(row.kind !== 'click' && conversion(row, customer)),
		...(row.kind === 'sale' && { sale: sale(row) }),
		click: presentClick(row),
		link: presentLink(link),
		...(quirks.deprecatedEventFields && deprecatedFields(row, link)),
	};
}

function conversion(row: EventRow, customer: CustomerRow | undefined) {
	return {
		eventId: row.event_id,
		eventName: row.event_name,
		...(row.metadata !== null && { metadata: fromJson(row.metadata) }),
		customer: customer ? presentCustomer(customer) : deletedCustomer(row.customer_id ?? ''),
	};
}

function sale(row: EventRow) {
	return {
		amount: row.amount,
		invoiceId: row.invoice_id ?? '',
		paymentProcessor: row.payment_processor,
		currency: row.currency,
	};
}

/** In leads and sales, `timestamp` is the time of the conversion, not of its click. */
function presentClick(row: EventRow) {
	return {
		id: row.click_id,
		timestamp: isoDate(row.timestamp),
		url: row.url,
		country: row.country,
		city: row.city,
		region: row.region,
		continent: row.continent,
		device: row.device,
		browser: row.browser,
		os: row.os,
		ua: row.ua,
		trigger: row.trigger,
		referer: row.referer,
		refererUrl: row.referer_url.split('?', 1)[0],
		qr: row.trigger === 'qr',
		ip: row.ip,
	};
}

/** As in webhooks: the region without its country, and the full referrer URL. */
export function presentPushedClick(row: EventRow) {
	return {
		...presentClick(row),
		region: row.region.replace(/^[A-Z]{2}-/, ''),
		refererUrl: row.referer_url,
	};
}

/** Flat copies of fields for older clients. */
function deprecatedFields(row: EventRow, link: LinkRow) {
	return {
		click_id: row.click_id,
		link_id: row.link_id,
		domain: link.domain,
		key: link.key,
		url: row.url,
		continent: row.continent,
		country: row.country,
		city: row.city,
		device: row.device,
		browser: row.browser,
		os: row.os,
		qr: row.trigger === 'qr' ? 1 : 0,
		ip: row.ip,
		...(row.kind === 'sale' && {
			saleAmount: row.amount,
			invoice_id: row.invoice_id ?? '',
			payment_processor: row.payment_processor,
		}),
	};
}

/** `Tue Feb 03 2026 09:35:57 GMT+0000 (Coordinated Universal Time)`, wherever the sandbox runs. */
function javascriptDate(instant: number): string {
	const [weekday, day, month, year, time] = new Date(instant).toUTCString().split(/,? /);
	return `${weekday} ${month} ${day} ${year} ${time} GMT+0000 (Coordinated Universal Time)`;
}
