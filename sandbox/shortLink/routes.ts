import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DomainRow } from '../domain/columns.ts';
import type { Context } from '../http/context.ts';
import { DEFAULT_DOMAIN } from '../link/checks.ts';
import type { LinkRow } from '../link/columns.ts';
import { ROOT_KEY } from '../link/present.ts';
import type { Database } from '../store/database.ts';
import type { ClickRecorder } from './clicks.ts';
import { visitorOf, type Visitor } from './visitor.ts';

type DomainPages = Pick<DomainRow, 'not_found_url' | 'expired_url'>;

/** Query parameters for the service; all others are passed to the destination. */
const OWN_PARAMETERS = ['qr', 'pw'];

const PASSWORD_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Password required</title>
<form><label>Password <input type="password" name="pw" autofocus></label> <button>Continue</button></form>
</html>
`;

/**
 * Visits to short links at `http://127.0.0.1:<port>/s/<domain>/<key>`, which a browser on this machine can open, and by
 * requests whose `Host` is one of the domains; see `shortLinkPath`.
 *
 * Each GET that is not a bot's records a click. Social previews (`proxy`) and cloaking (`rewrite`) are not imitated:
 * such links redirect like all others.
 */
export function shortLinkRoutes(
	app: FastifyInstance,
	{ db, clock }: Context,
	clicks: ClickRecorder,
): void {
	const config = { access: { public: true } };

	app.get<{ Params: { domain: string } }>('/s/:domain', { config }, visitRoot);
	app.get<{ Params: { domain: string; '*': string } }>('/s/:domain/*', { config }, visitKey);

	async function visitRoot(
		request: FastifyRequest<{ Params: { domain: string } }>,
		reply: FastifyReply,
	) {
		return visit(request, reply, request.params.domain, ROOT_KEY);
	}

	async function visitKey(
		request: FastifyRequest<{ Params: { domain: string; '*': string } }>,
		reply: FastifyReply,
	) {
		return visit(request, reply, request.params.domain, request.params['*'] || ROOT_KEY);
	}

	function visit(request: FastifyRequest, reply: FastifyReply, slug: string, key: string) {
		const query = new URL(request.url, 'http://sandbox').searchParams;
		const domain = db.get<DomainPages>(
			'SELECT not_found_url, expired_url FROM domains WHERE slug = ?',
			slug.toLowerCase(),
		);
		const link = db.get<LinkRow>(
			'SELECT * FROM links WHERE domain = ? AND key = ?',
			slug.toLowerCase(),
			key,
		);
		const now = clock.now();
		if (!link || link.disabled_at !== null) {
			const text = link ? 'This link has been disabled.' : 'This link does not exist.';
			return redirectOr(reply, domain?.not_found_url, 404, text);
		}
		if (link.expires_at !== null && link.expires_at <= now) {
			const url = link.expired_url ?? domain?.expired_url;
			return redirectOr(reply, url, 410, 'This link has expired.');
		}
		if (link.password !== null && query.get('pw') !== link.password) {
			return reply.status(401).type('text/html').send(PASSWORD_PAGE);
		}
		const visitor = visitorOf(request);
		const target = destinationOf(link, visitor, now);
		if (target === '')
			return redirectOr(reply, domain?.not_found_url, 404, 'This page does not exist.');
		const destination = new URL(target);
		for (const [name, value] of query) {
			if (!OWN_PARAMETERS.includes(name)) destination.searchParams.set(name, value);
		}
		if (request.method === 'GET' && !visitor.bot) {
			const trigger = query.get('qr') === '1' ? 'qr' : 'link';
			const clickId = clicks.record(link, { visitor, url: destination.href, trigger });
			if (link.track_conversion === 1) destination.searchParams.set('dub_id', clickId);
		}
		return reply.redirect(destination.href, 302);
	}
}

/** The path that serves a request whose `Host` is a short domain; null for other hosts. */
export function shortLinkPath(db: Database, host: string, path: string): string | null {
	return isShortDomain(db, host) ? `/s/${slugOf(host)}${path}` : null;
}

export function isShortDomain(db: Database, host: string): boolean {
	const slug = slugOf(host);
	return slug === DEFAULT_DOMAIN || !!db.get('SELECT 1 FROM domains WHERE slug = ?', slug);
}

function slugOf(host: string): string {
	return host.replace(/:\d+$/, '').toLowerCase();
}

function redirectOr(
	reply: FastifyReply,
	url: string | null | undefined,
	status: number,
	text: string,
) {
	return url && URL.canParse(url)
		? reply.redirect(new URL(url).href, 302)
		: reply.status(status).type('text/plain').send(text);
}

interface Variant {
	url: string;
	percentage: number;
}

/** The destination for a visitor: by device, or else by country, or else the destination or one of its variants. */
function destinationOf(link: LinkRow, { os, country }: Visitor, now: number): string {
	if (os === 'iOS' && link.ios) return link.ios;
	if (os === 'Android' && link.android) return link.android;
	const geo = link.geo === null ? {} : (JSON.parse(link.geo) as Record<string, string>);
	return geo[country] ?? runningVariant(link, now) ?? link.url;
}

function runningVariant(link: LinkRow, now: number): string | undefined {
	if (link.test_variants === null || link.test_started_at === null) return undefined;
	const ended = link.test_completed_at !== null && link.test_completed_at <= now;
	if (link.test_started_at > now || ended) return undefined;
	const variants = JSON.parse(link.test_variants) as Variant[];
	let left = Math.random() * variants.reduce((sum, { percentage }) => sum + percentage, 0);
	return variants.find(({ percentage }) => (left -= percentage) < 0)?.url;
}
