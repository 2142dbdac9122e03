import { FOLDERS } from '../folder/columns.ts';
import { LINKS, type LinkRow } from '../link/columns.ts';
import { shortLinkOf } from '../link/present.ts';
import { PARTNERS } from '../program/columns.ts';
import type { Database, Row } from '../store/database.ts';
import { isoDate } from '../store/values.ts';
import { tagsOfLinks } from '../tag/rules.ts';

/** Values of `groupBy` in `GET /analytics`; `trigger` is the deprecated form of `triggers`. */
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

type Fields = Record<string, string | null>;

/** The fields of a group beside its counts; some hold the object that is counted by. */
export type Dimension = Record<string, string | null | Fields>;

export interface Grouping {
	/** SQL expressions by which the database counts events. */
	columns: string;
	/** The groups that such a row belongs to: none, one, or several (a link can have several tags). */
	groupsOf: (part: Row) => Dimension[];
	/** Groups that are listed even without events, in the order of the response. */
	always?: Dimension[];
}

/** SQL: the column names for `GROUP BY`. */
export function namesOf({ columns }: Grouping): string {
	return columns.replace(/.* AS /, '');
}

const ALL = '*';

/** For every group except `timeseries`. */
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
			return byLink(db, ({ folder_id }) => {
				const folder = db.find(FOLDERS, folder_id);
				return folder ? [groupOf('folder', { id: folder.id, name: folder.name })] : [];
			});
		case 'top_domains':
			return byLink(db, ({ domain }) => [{ domain }]);
		case 'top_partners':
			return byLink(db, ({ partner_id }) => {
				const partner = db.find(PARTNERS, partner_id);
				if (!partner) return [];
				const { id, name, email, image, country } = partner;
				return [groupOf('partner', { id, name, email, image, country })];
			});
		case 'top_link_tags':
			return byLink(db, ({ id }) =>
				(tagsOfLinks(db, [id]).get(id) ?? []).map((tag) => groupOf('tag', { ...tag })),
			);
		case 'top_groups':
			return byLink(db, (link) =>
				db
					.all<Fields>(
						`SELECT id, name, slug, color FROM partner_groups
						 WHERE id = (SELECT group_id FROM enrollments WHERE program_id = ? AND partner_id = ?)`,
						link.program_id,
						link.partner_id,
					)
					.map((group) => groupOf('group', group)),
			);
		case 'top_partner_tags':
			return byLink(db, ({ partner_id }) =>
				db
					.all<Fields>(
						`SELECT id, name FROM partner_tags
						 WHERE id IN (SELECT partner_tag_id FROM enrollment_tags WHERE partner_id = ?) ORDER BY id`,
						partner_id,
					)
					.map((tag) => groupOf('partnerTag', tag)),
			);
		case 'utm_sources':
		case 'utm_mediums':
		case 'utm_campaigns':
		case 'utm_terms':
		case 'utm_contents':
			return byUtm(group.slice(0, -1));
	}
}

/** Text columns only. */
function byColumn(columns: string, groupsOf: (part: Fields) => Dimension[]): Grouping {
	return { columns, groupsOf: (part) => groupsOf(part as Fields) };
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
			const link = db.find(LINKS, String(link_id));
			return link ? groupsOf(link) : [];
		},
	};
}

/** The group of events that belong to one object. */
function groupOf(name: string, object: Fields): Dimension {
	return { [`${name}Id`]: object.id, [name]: object };
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
