import { planAtLeast, type Plan } from '../http/permissions.ts';
import type { Row } from '../store/database.ts';
import { alphanumeric } from '../store/ids.ts';
import type { Library } from './library.ts';
import type { Sample } from './sample.ts';
import type { SampleWorkspace } from './workspaces.ts';

/** A link to record events for; its row can already be deleted. */
export interface SampleLink {
	id: string;
	/** Its destinations: one, or one for each A/B test variant. */
	urls: string[];
	trackConversion: boolean;
	deleted: boolean;
}

const LINK_COUNT: Record<Plan, number> = {
	free: 12,
	pro: 30,
	business: 300,
	advanced: 80,
	enterprise: 60,
};

const PAGES = ['pricing', 'features', 'blog/launch', 'docs/start', 'signup', 'webinar', 'contact'];
const UTM = {
	source: ['newsletter', 'twitter', 'google', 'linkedin', 'partner site'],
	medium: ['email', 'social', 'cpc', 'referral'],
	campaign: ['spring_sale', 'launch-2.0', 'black friday', 'onboarding'],
	term: ['short links', 'attribution', 'qr+code'],
	content: ['hero', 'footer', 'banner_a', 'banner_b'],
};

/** Creates the workspace's own links, including deleted ones. Partners' links are created with the partners. */
export function createLinks(
	sample: Sample,
	workspace: SampleWorkspace,
	library: Library,
): SampleLink[] {
	const { domains } = library;
	const roots = [domains.primary, domains.secondary].map((domain) =>
		insertLink(sample, workspace, {
			domain,
			key: '_root',
			url: `https://www.example.com/?domain=${domain}`,
		}),
	);
	const links = Array.from({ length: LINK_COUNT[workspace.plan] }, (_, i) =>
		createLink(sample, workspace, library, i),
	);
	const deleted = Array.from({ length: 6 }, (_, i): SampleLink => {
		const url = withUtm(sample, 'https://www.example.com/retired', i);
		const id = sample.id('link_', sample.daysAgo(200 - i));
		return { id, urls: [url.toString()], trackConversion: i % 2 === 0, deleted: true };
	});
	// The first links get the most visits.
	return [...deleted, ...roots, ...links];
}

/** Inserts a link with the given columns and defaults for the others. */
export function insertLink(
	sample: Sample,
	workspace: SampleWorkspace,
	columns: Row & { url: string },
): SampleLink {
	const createdAt = sample.daysAgo(100 + 150 * sample.random.fraction());
	const id = sample.id('link_', createdAt);
	sample.insert('links', {
		id,
		workspace_id: workspace.id,
		user_id: workspace.ownerId,
		...columns,
		created_at: createdAt,
		updated_at: createdAt,
	});
	return {
		id,
		urls: [columns.url],
		trackConversion: columns.track_conversion === 1,
		deleted: false,
	};
}

function createLink(
	sample: Sample,
	workspace: SampleWorkspace,
	{ domains, tagIds, folderIds }: Library,
	i: number,
): SampleLink {
	const { random } = sample;
	const { plan } = workspace;
	const page = `https://www.example.com/${random.pick(PAGES)}`;
	const url = i % 5 < 3 ? withUtm(sample, page, i) : new URL(page);
	const variants = i % 20 === 9 && planAtLeast(plan, 'business') ? abVariants(page) : null;
	const link = insertLink(sample, workspace, {
		domain: i % 7 > 4 ? domains.secondary : i % 25 === 24 ? domains.archived : domains.primary,
		key: i % 6 === 0 ? `campaign-${i}` : alphanumeric(7, random.bytes),
		url: url.toString(),
		external_id: i % 7 === 0 ? `order-${plan}-${i}` : null,
		tenant_id: i % 9 === 0 ? `tenant-${i % 4}` : null,
		folder_id: i % 3 === 1 && folderIds.length > 0 ? random.pick(folderIds) : null,
		track_conversion: variants || (planAtLeast(plan, 'business') && i % 2 === 0) ? 1 : 0,
		comments: i % 8 === 0 ? `Requested by the team in week ${1 + (i % 52)}` : null,
		...utmColumns(url),
		...(variants && {
			test_variants: JSON.stringify(variants),
			test_started_at: sample.daysAgo(20),
			test_completed_at: sample.daysAgo(-10),
		}),
		...stateColumns(sample, plan, i),
	});
	const count = i % 4;
	for (let n = 0; n < count; n++) {
		sample.insert('link_tags', { link_id: link.id, tag_id: tagIds[(i + 5 * n) % tagIds.length] });
	}
	return variants ? { ...link, urls: variants.map((variant) => variant.url) } : link;
}

/** Optional features of a link; paid ones only if the plan includes them. */
function stateColumns(sample: Sample, plan: Plan, i: number): Row {
	if (i % 12 === 2) return { archived: 1 };
	if (!planAtLeast(plan, 'pro')) return {};
	switch (i % 24) {
		case 1:
			return { expires_at: sample.daysAgo(5), expired_url: 'https://www.example.com/expired' };
		case 3:
			return { expires_at: sample.daysAgo(-30) };
		case 5:
			return { password: 'open sesame' };
		case 7:
			return {
				geo: JSON.stringify({ DE: 'https://de.example.com', JP: 'https://jp.example.com' }),
			};
		case 11:
			return { ios: 'https://apps.example.com/ios', android: 'https://apps.example.com/android' };
		case 13:
			return {
				proxy: 1,
				title: 'Attribution in ten minutes',
				description: 'How to see which link brought a customer.',
				image: 'https://assets.example.com/previews/attribution.png',
				video: 'https://assets.example.com/previews/attribution.mp4',
			};
		case 17:
			return { rewrite: 1, do_index: 1, public_stats: 1 };
		case 19:
			return { disabled_at: sample.daysAgo(2) };
		default:
			return {};
	}
}

function abVariants(page: string) {
	return [
		{ url: `${page}?variant=a`, percentage: 50 },
		{ url: `${page}?variant=b`, percentage: 30 },
		{ url: `${page}?variant=c`, percentage: 20 },
	];
}

function withUtm({ random }: Sample, page: string, i: number): URL {
	const url = new URL(page);
	url.searchParams.set('utm_source', random.pick(UTM.source));
	url.searchParams.set('utm_medium', random.pick(UTM.medium));
	url.searchParams.set('utm_campaign', random.pick(UTM.campaign));
	if (i % 2 === 0) url.searchParams.set('utm_term', random.pick(UTM.term));
	if (i % 3 === 0) url.searchParams.set('utm_content', random.pick(UTM.content));
	if (i % 10 === 0) url.searchParams.set('ref', 'homepage');
	return url;
}

function utmColumns(url: URL): Row {
	const get = (name: string) => url.searchParams.get(name);
	return {
		utm_source: get('utm_source'),
		utm_medium: get('utm_medium'),
		utm_campaign: get('utm_campaign'),
		utm_term: get('utm_term'),
		utm_content: get('utm_content'),
		ref: get('ref'),
	};
}
