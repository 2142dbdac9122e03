import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { readUserAgent, type Agent } from './userAgent.ts';

export interface Visitor extends Agent {
	ua: string | null;
	/** Host of the page that the visitor came from, or `(direct)`. */
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
 * Who visits a short link. Where from cannot be told on one machine, so `X-Forwarded-For`, `X-Geo-Continent`,
 * `X-Geo-Country`, `X-Geo-Region` (`CA`) and `X-Geo-City` may say so.
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
