import { UserError, type IDataObject } from 'n8n-workflow';
import { apiRequest, type ApiContext } from '../../transport/request';
import { externalId } from '../../helpers/ids';
import { requiredText } from '../../helpers/locator';

/** Literal path segments that would make another endpoint of `/links/<id>`. */
const RESERVED = ['bulk', 'count', 'info', 'upsert'];

/**
 * The link chosen in a locator, as the path and the filters take it: a link ID or `ext_...`. A short link is looked up.
 *
 * @throws UserError when nothing was chosen or it cannot be an ID
 */
export async function chosenLink(this: ApiContext, value: unknown): Promise<string> {
	const { mode, text } = requiredText(value, 'Link');
	if (mode === 'externalId') return externalId(text);
	if (mode === 'url' || /^https?:\/\//.test(text)) return await findByShortLink.call(this, text);
	if (RESERVED.includes(text)) {
		throw new UserError(`'Link' takes a link ID, and '${text}' is none.`);
	}
	return text;
}

async function findByShortLink(this: ApiContext, shortLink: string): Promise<string> {
	const address = /^https?:\/\//.test(shortLink) ? shortLink : `https://${shortLink}`;
	if (!URL.canParse(address)) {
		throw new UserError(
			`'Link' must be a short link such as https://go.example.com/summer, but is '${shortLink}'.`,
		);
	}
	const { host, pathname } = new URL(address);
	const link = (await apiRequest.call(this, {
		method: 'GET',
		path: '/links/info',
		query: { domain: host, key: slugOf(pathname) },
		needs: { scope: 'links.read' },
	})) as IDataObject;
	return String(link.id);
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
