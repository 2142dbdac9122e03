import type { Database } from '../store/database.ts';
import { fromJson, isoDate } from '../store/values.ts';
import { presentTag, tagsOfLinks, type Tag } from '../tag/rules.ts';
import type { LinkRow } from './columns.ts';

/** The key of a domain's root link (`https://domain/`). */
export const ROOT_KEY = '_root';

const QR_CODE_URL = 'https://api.dub.co/qr';

/** The public URL of a short link. The sandbox serves it at its own address. */
export function shortLinkOf({ domain, key }: Pick<LinkRow, 'domain' | 'key'>): string {
	return key === ROOT_KEY ? `https://${domain}` : `https://${domain}/${encodeURI(key)}`;
}

/** As in the service, links in events have neither tags nor webhooks. */
export function presentLink(
	row: LinkRow,
	tags: readonly Tag[] = [],
	webhookIds: readonly string[] = [],
) {
	const shortLink = shortLinkOf(row);
	return {
		id: row.id,
		domain: row.domain,
		key: row.key,
		url: row.url,
		trackConversion: row.track_conversion === 1,
		externalId: row.external_id,
		tenantId: row.tenant_id,
		programId: row.program_id,
		partnerId: row.partner_id,
		archived: row.archived === 1,
		expiresAt: isoDate(row.expires_at),
		expiredUrl: row.expired_url,
		disabledAt: isoDate(row.disabled_at),
		password: row.password,
		proxy: row.proxy === 1,
		title: row.title,
		description: row.description,
		image: row.image,
		video: row.video,
		rewrite: row.rewrite === 1,
		doIndex: row.do_index === 1,
		ios: row.ios,
		android: row.android,
		geo: fromJson(row.geo),
		publicStats: row.public_stats === 1,
		tags: tags.map(presentTag),
		folderId: row.folder_id,
		comments: row.comments,
		shortLink,
		qrCode: `${QR_CODE_URL}?url=${shortLink}?qr=1`,
		utm_source: row.utm_source,
		utm_medium: row.utm_medium,
		utm_campaign: row.utm_campaign,
		utm_term: row.utm_term,
		utm_content: row.utm_content,
		testVariants: fromJson(row.test_variants),
		testStartedAt: isoDate(row.test_started_at),
		testCompletedAt: isoDate(row.test_completed_at),
		userId: row.user_id,
		workspaceId: row.workspace_id,
		clicks: row.clicks,
		leads: row.leads,
		conversions: row.conversions,
		sales: row.sales,
		saleAmount: row.sale_amount,
		lastClicked: isoDate(row.last_clicked),
		createdAt: isoDate(row.created_at),
		updatedAt: isoDate(row.updated_at),
		tagId: tags[0]?.id ?? null,
		projectId: row.workspace_id,
		webhookIds,
	};
}

/** Links with their tags and webhooks, as in link responses and webhooks. */
export function presentLinks(db: Database, links: LinkRow[]) {
	const tags = tagsOfLinks(
		db,
		links.map((link) => link.id),
	);
	return links.map((link) => presentLink(link, tags.get(link.id) ?? [], webhookIdsOf(db, link.id)));
}

function webhookIdsOf(db: Database, linkId: string): string[] {
	return db
		.all<{ id: string }>('SELECT webhook_id AS id FROM webhook_links WHERE link_id = ?', linkId)
		.map(({ id }) => id);
}
