import { UserError, type IDataObject } from 'n8n-workflow';
import { externalId, requiredText, requireId } from '../../input/locators';
import { hasDotSegment, withoutOuterSlashes } from '../../input/text';
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
	return await apiObject(context, {
		method: 'GET',
		path: '/links/info',
		query: selection(value),
	});
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
	if (mode === 'url' || (mode === 'id' && /^https?:\/\//.test(text))) return shortLinkParts(text);
	return mode === 'externalId' || text.startsWith('ext_')
		? { externalId: externalId(text) }
		: { linkId: text };
}

function shortLinkParts(shortLink: string): Selection {
	const address = /^https?:\/\//.test(shortLink) ? shortLink : `https://${shortLink}`;
	const [, path] = /^https?:\/\/[^/\\?#]*([^?#]*)/.exec(address) ?? [];
	// A URL drops control characters and resolves dots, so that it would lead to another link than the one that is shown.
	const isPlain = !/[\t\r\n]/.test(address) && !hasDotSegment(path ?? '');
	if (!isPlain || !URL.canParse(address)) {
		throw new UserError(
			`'Link' must be a short link such as https://go.example.com/summer, not '${shortLink}'`,
		);
	}
	const { host, pathname } = new URL(address);
	return { domain: host, key: slugOf(pathname) };
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
