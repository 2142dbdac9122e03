import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import type { LinkRow } from '../link/columns.ts';
import { ROOT_KEY } from '../link/present.ts';
import type { ClickRecorder } from '../shortLink/clicks.ts';
import type { Visitor } from '../shortLink/visitor.ts';

const RECENT = 60 * 60 * 1000;

/**
 * Records the click when a short link opens an app.
 *
 * @throws ApiError 404 for a short link that does not exist
 */
export function openByLink(
	{ db }: Context,
	clicks: ClickRecorder,
	deepLink: string,
	visitor: Visitor,
) {
	const { hostname, pathname } = new URL(deepLink);
	const link = db.get<LinkRow>(
		'SELECT * FROM links WHERE domain = ? AND key = ? AND disabled_at IS NULL',
		hostname,
		decoded(pathname.slice(1)) || ROOT_KEY,
	);
	if (!link) throw new ApiError('not_found', `Link ${deepLink} not found.`);
	const clickId = clicks.record(link, { visitor, url: link.url, trigger: 'link' });
	return { clickId, link: presentOpened(link) };
}

/** Finds the visitor's recent click on a short link of the domain when an app is opened for the first time. */
export function openByDomain({ db, clock }: Context, domain: string, visitor: Visitor) {
	const link = db.get<LinkRow & { click_id: string }>(
		`SELECT links.*, click_id FROM events JOIN links ON links.id = link_id
		 WHERE kind = 'click' AND ip = ? AND timestamp > ? AND domain = ? ORDER BY timestamp DESC`,
		visitor.ip,
		clock.now() - RECENT,
		domain.toLowerCase(),
	);
	return link
		? { clickId: link.click_id, link: presentOpened(link) }
		: { clickId: null, link: null };
}

function presentOpened({ id, domain, key, url }: LinkRow) {
	return { id, domain, key, url };
}

function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}
