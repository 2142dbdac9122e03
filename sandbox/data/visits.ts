import type { Random, Weighted } from '../store/random.ts';

/** A visitor's location, browser, and referrer: the columns of an event that filters use. */
export interface Visit {
	continent: string;
	country: string;
	region: string;
	city: string;
	device: string;
	browser: string;
	os: string;
	ua: string | null;
	trigger: string | null;
	referer: string;
	refererUrl: string;
	ip: string;
}

type Place = Pick<Visit, 'continent' | 'country' | 'region' | 'city'>;
type Agent = Pick<Visit, 'device' | 'browser' | 'os' | 'ua'>;

const PLACES: Weighted<Place> = [
	[place('NA', 'US', 'US-CA', 'San Francisco'), 14],
	[place('NA', 'US', 'US-NY', 'New York'), 12],
	[place('NA', 'US', 'US-TX', 'Austin'), 6],
	[place('NA', 'US', 'US-WA', 'Seattle'), 4],
	[place('NA', 'CA', 'CA-ON', 'Toronto'), 5],
	[place('NA', 'MX', 'MX-CMX', 'Mexico City'), 2],
	[place('EU', 'DE', 'DE-BE', 'Berlin'), 7],
	[place('EU', 'DE', 'DE-BY', 'Munich'), 3],
	[place('EU', 'GB', 'GB-ENG', 'London'), 8],
	[place('EU', 'FR', 'FR-IDF', 'Paris'), 5],
	[place('EU', 'ES', 'ES-MD', 'Madrid'), 3],
	[place('EU', 'NL', 'NL-NH', 'Amsterdam'), 3],
	[place('EU', 'PL', 'PL-MZ', 'Warsaw'), 2],
	[place('AS', 'IN', 'IN-KA', 'Bengaluru'), 6],
	[place('AS', 'JP', 'JP-13', 'Tokyo'), 4],
	[place('AS', 'SG', 'SG-01', 'Singapore'), 2],
	[place('SA', 'BR', 'BR-SP', 'São Paulo'), 4],
	[place('SA', 'AR', 'AR-C', 'Buenos Aires'), 1.5],
	[place('OC', 'AU', 'AU-NSW', 'Sydney'), 3],
	[place('OC', 'NZ', 'NZ-AUK', 'Auckland'), 1],
	[place('AF', 'NG', 'NG-LA', 'Lagos'), 1.5],
	[place('AF', 'ZA', 'ZA-WC', 'Cape Town'), 1.5],
	[place('AN', 'AQ', 'Unknown', 'McMurdo Station'), 0.5],
	[place('Unknown', 'Unknown', 'Unknown', 'Unknown'), 1],
];

const AGENTS: Weighted<Agent> = [
	[
		agent(
			'Desktop',
			'Chrome',
			'Windows',
			'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
		),
		22,
	],
	[
		agent(
			'Desktop',
			'Chrome',
			'Mac OS',
			'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
		),
		15,
	],
	[
		agent(
			'Desktop',
			'Safari',
			'Mac OS',
			'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
		),
		8,
	],
	[
		agent(
			'Desktop',
			'Edge',
			'Windows',
			'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0',
		),
		6,
	],
	[
		agent(
			'Desktop',
			'Firefox',
			'Linux',
			'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
		),
		4,
	],
	[
		agent(
			'Mobile',
			'Mobile Safari',
			'iOS',
			'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
		),
		24,
	],
	[
		agent(
			'Mobile',
			'Chrome',
			'Android',
			'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
		),
		16,
	],
	[
		agent(
			'Tablet',
			'Mobile Safari',
			'iOS',
			'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
		),
		3,
	],
	[agent('Desktop', 'Unknown', 'Unknown', null), 2],
];

const TRIGGERS: Weighted<string | null> = [
	['link', 70],
	['qr', 15],
	['pageview', 10],
	[null, 5],
];

const DIRECT = '(direct)';
const REFERERS: Weighted<string> = [
	[DIRECT, 40],
	['https://www.google.com/search?q=link+attribution', 15],
	['https://www.google.com/', 5],
	['https://t.co/a1B2c3D4', 9],
	['https://www.linkedin.com/feed/', 8],
	['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 6],
	['https://news.example.org/2026/best-tools?page=2', 7],
	['https://growth-letters.example.com/archive/42', 6],
	['https://mail.example.net/inbox', 4],
];

/** Networks reserved for documentation, which belong to nobody. */
const NETWORKS = ['192.0.2', '198.51.100', '203.0.113'];

export function randomVisit(random: Random): Visit {
	const where = random.weighted(PLACES);
	const refererUrl = random.weighted(REFERERS);
	// The service stores no addresses of visitors from the EU.
	const known = where.continent !== 'EU' && where.continent !== 'Unknown';
	return {
		...where,
		...random.weighted(AGENTS),
		trigger: random.weighted(TRIGGERS),
		referer: refererUrl === DIRECT ? DIRECT : HOSTS[refererUrl],
		refererUrl,
		ip: known ? `${random.pick(NETWORKS)}.${random.int(1, 254)}` : '',
	};
}

const HOSTS = Object.fromEntries(
	REFERERS.filter(([url]) => url !== DIRECT).map(([url]) => [url, new URL(url).hostname]),
);

function place(continent: string, country: string, region: string, city: string): Place {
	return { continent, country, region, city };
}

function agent(device: string, browser: string, os: string, ua: string | null): Agent {
	return { device, browser, os, ua };
}
