import type { Visitor } from '../http/visitor.ts';
import type { LinkRow } from '../store/rows.ts';

interface Variant {
	url: string;
	percentage: number;
}

/** Where a link sends this visitor: by device, then by country, else (one of the variants of) its destination. */
export function destinationOf(link: LinkRow, { os, country }: Visitor, now: number): string {
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
