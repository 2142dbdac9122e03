import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

export interface Visitor extends Agent {
	ua: string | null;
	/** Host of the referring page, or `(direct)`. */
	referer: string;
	refererUrl: string;
	ip: string;
	continent: string;
	country: string;
	/** `US-CA` */
	region: string;
	city: string;
}

const UNKNOWN = 'Unknown';
const DIRECT = '(direct)';

/**
 * The visitor of a short link. Since all visitors are on one machine, `X-Forwarded-For`, `X-Geo-Continent`,
 * `X-Geo-Country`, `X-Geo-Region` (`CA`), and `X-Geo-City` can set their location.
 */
export function visitorOf(request: FastifyRequest): Visitor {
	const header = (name: string) => {
		const value = request.headers[name];
		return Array.isArray(value) ? value[0] : value;
	};
	const matching = (name: string, pattern: RegExp) => {
		const value = header(name) ?? '';
		return pattern.test(value) ? value : UNKNOWN;
	};
	const country = matching('x-geo-country', /^[A-Z]{2}$/);
	const subdivision = matching('x-geo-region', /^[A-Z0-9]{1,3}$/);
	const forwarded = header('x-forwarded-for')?.split(',')[0].trim() ?? '';
	const ua = header('user-agent');
	return {
		...readUserAgent(ua),
		...refererOf(header('referer')),
		ua: ua ?? null,
		ip: isIP(forwarded) ? forwarded : request.ip,
		continent: matching('x-geo-continent', /^(AF|AN|AS|EU|NA|OC|SA)$/),
		country,
		region: country === UNKNOWN || subdivision === UNKNOWN ? UNKNOWN : `${country}-${subdivision}`,
		city: matching('x-geo-city', /^.{1,100}$/),
	};
}

function refererOf(text: string | undefined): Pick<Visitor, 'referer' | 'refererUrl'> {
	if (text === undefined || !URL.canParse(text)) return { referer: DIRECT, refererUrl: DIRECT };
	const { hostname, href } = new URL(text);
	return { referer: hostname || DIRECT, refererUrl: href };
}

export interface Agent {
	device: 'Desktop' | 'Mobile' | 'Tablet';
	browser: string;
	os: string;
	bot: boolean;
}

const BOT = /bot|crawl|spider|slurp|preview|facebookexternalhit|headless|monitor|scanner/i;

/** The first match counts, since browsers also claim to be older ones. */
const BROWSERS: [RegExp, string][] = [
	[/Edg(e|A|iOS)?\//, 'Edge'],
	[/OPR\//, 'Opera'],
	[/SamsungBrowser\//, 'Samsung Internet'],
	[/Firefox\/|FxiOS\//, 'Firefox'],
	[/Chrome\/|CriOS\//, 'Chrome'],
	[/Mobile\/\S+ Safari\//, 'Mobile Safari'],
	[/Safari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
	[/iPhone|iPad|iPod/, 'iOS'],
	[/Android/, 'Android'],
	[/Windows/, 'Windows'],
	[/Mac OS X|Macintosh/, 'Mac OS'],
	[/CrOS/, 'Chrome OS'],
	[/Linux/, 'Linux'],
];

/** Reads a `User-Agent` header; `Unknown` for everything not listed here. */
function readUserAgent(text: string | undefined): Agent {
	const ua = text ?? '';
	const first = (known: [RegExp, string][]) =>
		known.find(([pattern]) => pattern.test(ua))?.[1] ?? 'Unknown';
	return { device: deviceOf(ua), browser: first(BROWSERS), os: first(SYSTEMS), bot: BOT.test(ua) };
}

function deviceOf(ua: string): Agent['device'] {
	if (/iPad|Tablet/.test(ua) || (/Android/.test(ua) && !/Mobile/.test(ua))) return 'Tablet';
	return /Mobi/.test(ua) ? 'Mobile' : 'Desktop';
}
