import { UserError, type IDataObject } from 'n8n-workflow';
import { apiObject } from '../../transport/request';
import { type ApiContext } from '../../transport/types';
import { externalId } from '../../input/locators';
import { requiredText } from '../../input/locators';

/** Literal path segments that would make another endpoint of `/links/<id>`. */
const RESERVED = ['bulk', 'count', 'info', 'upsert'];

/**
 * The link chosen in a locator, as the path and the filters take it: a link ID or `ext_...`. A short link is looked up.
 *
 * @throws UserError when nothing was chosen or it cannot be an ID
 */
export async function chosenLink(this: ApiContext, value: unknown): Promise<string> {
	const { domain, linkId, externalId: external } = selection(value);
	if (domain !== undefined) return String((await findLink.call(this, value)).id);
	const id = linkId ?? external ?? '';
	if (RESERVED.includes(id)) throw new UserError(`'${id}' is not a valid link ID`);
	return id;
}

/**
 * The link chosen in a locator.
 *
 * @throws UserError when nothing was chosen or it cannot be a link
 */
export async function findLink(this: ApiContext, value: unknown): Promise<IDataObject> {
	return await apiObject.call(this, {
		method: 'GET',
		path: '/links/info',
		query: selection(value),
		needs: { scope: 'links.read' },
	});
}

/** How `/links/info` takes a link. */
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
	if (!URL.canParse(address)) {
		throw new UserError(
			`'Link' must be a short link such as https://go.example.com/summer, not '${shortLink}'`,
		);
	}
	const { host, pathname } = new URL(address);
	return { domain: host, key: slugOf(pathname) };
}

/** The slug as the service stores it: decoded, without the slashes around it. */
function slugOf(pathname: string): string {
	const slug = pathname.replace(/^\/+|\/+$/g, '');
	try {
		return decodeURIComponent(slug);
	} catch {
		return slug;
	}
}
