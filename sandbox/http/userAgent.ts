export interface Agent {
	device: 'Desktop' | 'Mobile' | 'Tablet';
	browser: string;
	os: string;
	bot: boolean;
}

const BOT = /bot|crawl|spider|slurp|preview|facebookexternalhit|headless|monitor|scanner/i;

/** The first match counts: every browser claims to be the ones that were there before it. */
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

/** What a `User-Agent` header tells, without guessing further: `Unknown` for what is not known here. */
export function readUserAgent(text: string | undefined): Agent {
	const ua = text ?? '';
	const first = (known: [RegExp, string][]) =>
		known.find(([pattern]) => pattern.test(ua))?.[1] ?? 'Unknown';
	return {
		device: deviceOf(ua),
		browser: first(BROWSERS),
		os: first(SYSTEMS),
		bot: BOT.test(ua),
	};
}

function deviceOf(ua: string): Agent['device'] {
	if (/iPad|Tablet/.test(ua) || (/Android/.test(ua) && !/Mobile/.test(ua))) return 'Tablet';
	return /Mobi/.test(ua) ? 'Mobile' : 'Desktop';
}
