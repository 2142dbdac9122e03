import { randomInt } from 'node:crypto';
import type { CustomerRow } from '../store/rows.ts';
import { isoDate } from './values.ts';

export interface Purchases {
	sales: number;
	/** Cents. */
	saleAmount: number;
	firstSaleAt: number | null;
}

/** As events have it. */
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

/** As webhooks have it. */
export function presentPushedCustomer(row: CustomerRow, purchases: Purchases) {
	return {
		id: row.id,
		name: row.name ?? row.email ?? randomName(),
		email: row.email,
		avatar: row.avatar,
		externalId: row.external_id ?? '',
		stripeCustomerId: null,
		sales: purchases.sales,
		saleAmount: purchases.saleAmount,
		createdAt: isoDate(row.created_at),
		firstSaleAt: isoDate(purchases.firstSaleAt),
		subscriptionCanceledAt: null,
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

/** A customer about whom nothing is known gets another name in each answer. */
function randomName(): string {
	const pick = (words: string[]) => words[randomInt(words.length)];
	return `${pick(ADJECTIVES)} ${pick(ANIMALS)}`;
}
