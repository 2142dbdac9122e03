import { UserError, type IDataObject } from 'n8n-workflow';
import { externalId, requiredText, requireId } from '../../input/locators';
import { asError } from '../../input/unknown';
import { hasDotSegment, quoted, withoutOuterSlashes } from '../../input/text';
import { isBadQuery } from '../../pagination/pages';
import { apiObject } from '../../transport/request';
import type { ApiContext } from '../../transport/types';

/** As `/links/<id>`, these are other endpoints. */
const RESERVED = ['bulk', 'count', 'info', 'upsert'];

/**
 * The ID of the link chosen in a locator, for paths and filters: a link ID or `ext_...`. A short link is looked up.
 *
 * @param value of the locator, as entered or as read
 * @throws UserError if nothing was chosen or it cannot be an ID
 */
export async function chosenLink(context: ApiContext, value: unknown): Promise<string> {
	const { domain, linkId, externalId: external } = selection(value);
	if (domain !== undefined) return String((await findLink(context, value)).id);
	const id = linkId ?? external ?? '';
	requireId(id, 'Link', RESERVED);
	return id;
}

/**
 * The link chosen in a locator.
 *
 * @param value of the locator, as entered or as read
 * @throws UserError if nothing was chosen or it cannot be a link
 */
export async function findLink(context: ApiContext, value: unknown): Promise<IDataObject> {
	const query = selection(value);
	try {
		return await apiObject(context, { method: 'GET', path: '/links/info', query });
	} catch (thrown) {
		const { domain, key } = query;
		if (domain !== undefined && isBadQuery(thrown)) throw notAShortLink(`${domain}/${key}`);
		throw asError(thrown);
	}
}

function notAShortLink(text: string): UserError {
	return new UserError(
		`'Link' must be a short link such as https://go.example.com/summer, not ${quoted(text)}`,
	);
}

/** The query of `/links/info`. */
interface Selection extends IDataObject {
	domain?: string;
	key?: string;
	linkId?: string;
	externalId?: string;
}

function selection(value: unknown): Selection {
	const { mode, text } = requiredText(value, 'Link');
	if (mode === 'url' || (mode === 'id' && isShortLink(text))) return shortLinkParts(text);
	return mode === 'externalId' || text.startsWith('ext_')
		? { externalId: externalId(text) }
		: { linkId: text };
}

/** Whether a text is a short link, also without https://, instead of an ID. */
export function isShortLink(text: string): boolean {
	return !text.startsWith('ext_') && /^(https?:\/\/|[\w-]+(\.[\w-]+)+\/.)/.test(text);
}

function shortLinkParts(shortLink: string): Selection {
	const address = /^https?:\/\//.test(shortLink) ? shortLink : `https://${shortLink}`;
	const [, host = '', path = ''] = /^https?:\/\/([^/\\?#]*)([^?#]*)/.exec(address) ?? [];
	if (!isAsShown(host, path) || !URL.canParse(address)) throw notAShortLink(shortLink);
	const { host: domain, pathname } = new URL(address);
	return { domain, key: slugOf(pathname) };
}

/** Separators, control characters, and characters that are invisible or turn the direction of a text. */
const HIDDEN = /[\\\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/**
 * Whether a person reads the same link as a parser: one that approves a step must not see another link. A URL can name a user
 * before its host, write letters as codes, or contain signs that look like separators; a parser drops control characters,
 * resolves dots, and takes a backslash for a slash.
 */
function isAsShown(host: string, path: string): boolean {
	const isPlainHost =
		/^[\p{L}\p{M}\p{N}.-]+(:\d+)?$/u.test(host) && host.normalize('NFKC') === host;
	const hasHiddenLetter = (path.match(/%[0-9a-f]{2}/gi) ?? []).some((code) =>
		/[\w.~-]/.test(String.fromCharCode(parseInt(code.slice(1), 16))),
	);
	return isPlainHost && !hasHiddenLetter && !HIDDEN.test(path) && !hasDotSegment(path);
}

/** The slug as the service stores it: decoded, without the slashes around it. */
function slugOf(pathname: string): string {
	const slug = withoutOuterSlashes(pathname);
	try {
		return decodeURIComponent(slug);
	} catch {
		return slug;
	}
}
