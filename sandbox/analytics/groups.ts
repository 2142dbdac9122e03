import { shortLinkOf } from '../link/present.ts';
import type { Database, Row } from '../store/database.ts';
import type { LinkRow } from '../store/rows.ts';
import { isoDate } from '../store/values.ts';
import { tagsOfLinks } from '../tag/rules.ts';

/** What GET /analytics can group by; `trigger` is the deprecated form of `triggers`. */
export const GROUPS = [
	'count',
	'timeseries',
	'continents',
	'regions',
	'countries',
	'cities',
	'devices',
	'browsers',
	'os',
	'trigger',
	'triggers',
	'referers',
	'referer_urls',
	'top_folders',
	'top_link_tags',
	'top_domains',
	'top_links',
	'top_urls',
	'top_base_urls',
	'top_partners',
	'top_groups',
	'top_partner_tags',
	'utm_sources',
	'utm_mediums',
	'utm_campaigns',
	'utm_terms',
	'utm_contents',
] as const;

export type Group = (typeof GROUPS)[number];

/** What a group is shown as, beside its counts. */
export type Dimension = Record<string, string | null>;

export interface Grouping {
	/** SQL: what events are counted by first. */
	columns: string;
	/** What such a part belongs to: nothing, one group, or several (a link has several tags). */
	groupsOf: (part: Row) => Dimension[];
	/** Groups that exist even without events, in the order of the response. */
	always?: Dimension[];
}

/** SQL: the columns by their names, for a GROUP BY. */
export function namesOf({ columns }: Grouping): string {
	return columns.replace(/.* AS /, '');
}

const ALL = '*';

/** Of everything but `timeseries`. */
export function groupingBy(db: Database, group: Exclude<Group, 'timeseries'>): Grouping {
	switch (group) {
		case 'count':
			return { columns: '1 AS part', groupsOf: () => [{}], always: [{}] };
		case 'continents':
			return byColumn('continent', ({ continent }) =>
				continent === 'Unknown' ? [] : [{ continent }],
			);
		case 'countries':
			return byColumn('country', ({ country }) => [{ country, region: ALL, city: ALL }]);
		case 'regions':
			return byColumn('country, region', ({ country, region }) => [{ country, region, city: ALL }]);
		case 'cities':
			return byColumn('country, region, city', (part) => [{ ...part }]);
		case 'devices':
			return byColumn('device', ({ device }) => [{ device }]);
		case 'browsers':
			return byColumn('browser', ({ browser }) => [{ browser }]);
		case 'os':
			return byColumn('os', ({ os }) => [{ os }]);
		case 'trigger':
		case 'triggers':
			return byColumn('trigger', ({ trigger }) => (trigger === null ? [] : [{ trigger }]));
		case 'referers':
			return byColumn('referer', ({ referer }) => [{ referer }]);
		case 'referer_urls':
			return byColumn('referer_url', ({ referer_url }) => [
				{ refererUrl: withoutQuery(referer_url) },
			]);
		case 'top_urls':
			return byColumn('url', ({ url }) => [{ url }]);
		case 'top_base_urls':
			return byColumn('url', ({ url }) => [{ url: withoutQuery(url) }]);
		case 'top_links':
			return byLink(db, (link) => [presentTopLink(link)]);
		case 'top_folders':
			return byLink(db, ({ folder_id }) => given('folderId', folder_id));
		case 'top_domains':
			return byLink(db, ({ domain }) => [{ domain }]);
		case 'top_partners':
			return byLink(db, ({ partner_id }) => given('partnerId', partner_id));
		case 'top_link_tags':
			return byLink(db, ({ id }) =>
				(tagsOfLinks(db, [id]).get(id) ?? []).map((tag) => ({ tagId: tag.id })),
			);
		case 'top_groups':
			return byLink(db, (link) => {
				const sql =
					'SELECT group_id AS id FROM enrollments WHERE program_id = ? AND partner_id = ?';
				const group = db.get<{ id: string | null }>(sql, link.program_id, link.partner_id);
				return given('groupId', group?.id ?? null);
			});
		case 'top_partner_tags':
			return byLink(db, ({ partner_id }) =>
				db
					.all<{ id: string }>(
						'SELECT partner_tag_id AS id FROM enrollment_tags WHERE partner_id = ?',
						partner_id,
					)
					.map(({ id }) => ({ partnerTagId: id })),
			);
		case 'utm_sources':
		case 'utm_mediums':
		case 'utm_campaigns':
		case 'utm_terms':
		case 'utm_contents':
			return byUtm(group.slice(0, -1));
	}
}

/** The columns are of text. */
function byColumn(columns: string, groupsOf: (part: Dimension) => Dimension[]): Grouping {
	return { columns, groupsOf: (part) => groupsOf(part as Dimension) };
}

function byUtm(name: string): Grouping {
	return byColumn('url', ({ url }) => {
		const destination = URL.parse(url ?? '');
		return given(name, destination?.searchParams.get(name) ?? null);
	});
}

function byLink(db: Database, groupsOf: (link: LinkRow) => Dimension[]): Grouping {
	return {
		columns: 'link_id',
		groupsOf: ({ link_id }) => {
			const link = db.get<LinkRow>('SELECT * FROM links WHERE id = ?', link_id);
			return link ? groupsOf(link) : [];
		},
	};
}

function given(name: string, value: string | null): Dimension[] {
	return value ? [{ [name]: value }] : [];
}

/** `link` is the deprecated form of `id`. */
function presentTopLink(row: LinkRow): Dimension {
	return {
		link: row.id,
		id: row.id,
		domain: row.domain,
		key: row.key,
		shortLink: shortLinkOf(row),
		url: row.url,
		title: row.title,
		comments: row.comments,
		folderId: row.folder_id,
		partnerId: row.partner_id,
		createdAt: isoDate(row.created_at),
	};
}

function withoutQuery(url: string | null): string | null {
	return url && url.split('?', 1)[0];
}
