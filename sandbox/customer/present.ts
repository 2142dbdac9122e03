import { randomInt } from 'node:crypto';
import type { DiscountRow } from '../discountCode/columns.ts';
import type { LinkRow } from '../link/columns.ts';
import { shortLinkOf } from '../link/present.ts';
import type { PartnerRow } from '../program/columns.ts';
import { isoDate } from '../store/values.ts';
import type { CustomerRow } from './columns.ts';

export interface Purchases {
	sales: number;
	/** Cents. */
	saleAmount: number;
	firstSaleAt: number | null;
	stripeCustomerId: string | null;
	subscriptionCanceledAt: number | null;
}

/** As in events. */
export function presentCustomer(row: CustomerRow) {
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

/** As in webhooks. */
export function presentPushedCustomer(row: CustomerRow, purchases: Purchases) {
	return {
		id: row.id,
		name: row.name ?? row.email ?? randomName(),
		email: row.email,
		avatar: row.avatar,
		externalId: row.external_id ?? '',
		stripeCustomerId: purchases.stripeCustomerId,
		sales: purchases.sales,
		saleAmount: purchases.saleAmount,
		createdAt: isoDate(row.created_at),
		firstSaleAt: isoDate(purchases.firstSaleAt),
		subscriptionCanceledAt: isoDate(purchases.subscriptionCanceledAt),
	};
}

/** For the list of customers and a single commission. */
export function presentFullCustomer(row: CustomerRow, purchases: Purchases) {
	return { ...presentPushedCustomer(row, purchases), country: row.country };
}

/** The link, partner, and discount that brought a customer. */
export interface CustomerOrigin {
	link: LinkRow | undefined;
	partner: PartnerRow | undefined;
	discount: DiscountRow | undefined;
}

export function presentCustomerOrigin({ link, partner, discount }: CustomerOrigin) {
	return {
		link: link
			? {
					id: link.id,
					domain: link.domain,
					key: link.key,
					shortLink: shortLinkOf(link),
					url: link.url,
					programId: link.program_id,
				}
			: null,
		programId: link?.program_id ?? null,
		partner: partner
			? { id: partner.id, name: partner.name, email: partner.email, image: partner.image }
			: null,
		discount: discount
			? {
					id: discount.id,
					amount: discount.amount,
					type: discount.type,
					maxDuration: discount.max_duration,
					couponId: null,
					couponTestId: null,
				}
			: null,
	};
}

export function deletedCustomer(id: string) {
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

/** The service gives a customer without a name or email a different name in each response. */
function randomName(): string {
	const pick = (words: string[]) => words[randomInt(words.length)];
	return `${pick(ADJECTIVES)} ${pick(ANIMALS)}`;
}
