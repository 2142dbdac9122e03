import { randomInt } from 'node:crypto';
import type { Quirks } from '../quirks.ts';
import type { LinkRow } from '../store/rows.ts';
import { presentLink } from './link.ts';
import { fromJson, isoDate } from './values.ts';

export interface EventRow {
	kind: 'click' | 'lead' | 'sale';
	timestamp: number;
	event_id: string | null;
	event_name: string | null;
	/** JSON */
	metadata: string | null;
	click_id: string;
	link_id: string;
	url: string;
	continent: string;
	country: string;
	region: string;
	city: string;
	device: string;
	browser: string;
	os: string;
	ua: string | null;
	trigger: string | null;
	referer: string;
	referer_url: string;
	ip: string;
	customer_id: string | null;
	/** Cents of US dollars. */
	amount: number | null;
	currency: string | null;
	invoice_id: string | null;
	payment_processor: string | null;
}

export interface CustomerRow {
	id: string;
	name: string | null;
	email: string | null;
	avatar: string | null;
	external_id: string | null;
	country: string | null;
	created_at: number;
}

/**
 * An item of GET /events.
 *
 * @param link as it is now, not as it was when the event happened
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
		click: click(row),
		link: presentLink(link, []),
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

/** In leads and sales `timestamp` is that of the conversion, not of the click that led to it. */
function click(row: EventRow) {
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

function presentCustomer(row: CustomerRow) {
	return {
		id: row.id,
		name: row.name ?? row.email ?? randomName(),
		email: row.email ?? '',
		avatar: row.avatar,
		externalId: row.external_id ?? '',
		country: row.country ?? '',
		createdAt: isoDate(row.created_at),
	};
}

function deletedCustomer(id: string) {
	return {
		id,
		name: 'Deleted Customer',
		email: 'deleted@customer.com',
		avatar: null,
		externalId: id,
		country: '',
		createdAt: isoDate(0),
	};
}

const ADJECTIVES = ['Brave', 'Calm', 'Eager', 'Gentle', 'Lucky', 'Quiet', 'Swift', 'Witty'];
const ANIMALS = ['Badger', 'Crane', 'Heron', 'Lynx', 'Otter', 'Panda', 'Raven', 'Tapir'];

/** A customer about whom nothing is known gets another name in each answer. */
function randomName(): string {
	const pick = (words: string[]) => words[randomInt(words.length)];
	return `${pick(ADJECTIVES)} ${pick(ANIMALS)}`;
}

/** What the service repeats beside the objects for clients of older versions. */
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
