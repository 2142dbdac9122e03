import { ApiError } from '../http/errors.ts';
import type { Database } from '../store/database.ts';
import { alphanumeric } from '../store/ids.ts';

const MAX_LENGTH = 190;
const VALID = /^[0-9A-Za-z_\-/.\u{a1}-\u{10ffff}]+$/u;

/**
 * @param holder the link to change, which can keep its own key
 * @throws ApiError 422 for an invalid key, 409 for a key already used on the domain
 */
export function chosenKey(
	db: Database,
	domain: string,
	text: string,
	holder?: { domain: string; key: string },
): string {
	const key = valid(withoutOuterSlashes(text));
	const own = holder?.domain === domain && holder.key === key;
	if (!own && isTaken(db, domain, key)) {
		throw new ApiError('conflict', `The key ${key} is already used on ${domain}.`);
	}
	return key;
}

/** An unused random key, prefixed by `prefix/` if there is one. */
export function randomKey(db: Database, domain: string, length = 7, prefix = ''): string {
	const start = withoutOuterSlashes(prefix);
	for (;;) {
		const random = alphanumeric(Math.floor(length));
		const key = start === '' ? random : valid(`${start}/${random}`);
		if (!isTaken(db, domain, key)) return key;
	}
}

export function isTaken(db: Database, domain: string, key: string): boolean {
	return db.get('SELECT 1 FROM links WHERE domain = ? AND key = ?', domain, key) !== undefined;
}

export function withoutOuterSlashes(text: string): string {
	return text.replace(/^\/+/, '').replace(/\/+$/, '');
}

/** Whether text can be part of a short link. */
export function isLinkSafe(text: string): boolean {
	return VALID.test(text) && !text.startsWith('_');
}

function valid(key: string): string {
	if (isLinkSafe(key) && key.length <= MAX_LENGTH) return key;
	throw new ApiError('unprocessable_entity', 'custom: key: Invalid key');
}
