import { z } from 'zod/v4';
import { requireFolderAccess, VISIBLE_TO_MEMBER } from '../folder/access.ts';
import type { Principal } from '../http/access.ts';
import { commaList } from '../http/fields.ts';
import { cursorFields, readPage } from '../http/paging.ts';
import { Conditions } from '../store/conditions.ts';
import type { Database } from '../store/database.ts';
import type { LinkRow } from './columns.ts';

const list = z.string().transform(commaList).optional();
const flag = z.enum(['true', 'false']).default('false');

/** The filters of both the list and the count of links. */
const linkFilters = z.object({
	domain: z.string().optional(),
	tagId: z.string().optional(),
	tagIds: list,
	tagNames: list,
	folderId: z.string().optional(),
	search: z.string().optional(),
	userId: z.string().optional(),
	tenantId: z.string().optional(),
	partnerId: z.string().optional(),
	linkIds: list,
	showArchived: flag,
	withTags: flag,
});

type LinkFilters = z.output<typeof linkFilters>;

/**
 * The conditions on a link `l`. Without a filter that reaches into folders, only links outside folders match.
 *
 * @throws ApiError 404 or 403 for a folder that the caller cannot see
 */
function linkConditions(db: Database, principal: Principal, filters: LinkFilters): Conditions {
	const where = new Conditions();
	where.add('l.workspace_id = ?', principal.workspace.id);
	addFolderScope(where, db, principal, filters);
	if (filters.showArchived === 'false') where.add('l.archived = 0');
	where.equal('l.domain', filters.domain);
	where.equal('l.user_id', filters.userId);
	where.equal('l.tenant_id', filters.tenantId);
	where.equal('l.partner_id', filters.partnerId);
	if (filters.linkIds)
		where.add('l.id IN (SELECT value FROM json_each(?))', JSON.stringify(filters.linkIds));
	if (filters.search) {
		where.add(
			'(instr(lower(l.key), lower(?)) > 0 OR instr(lower(l.url), lower(?)) > 0)',
			filters.search,
			filters.search,
		);
	}
	addTagFilter(where, filters);
	return where;
}

function addFolderScope(
	where: Conditions,
	db: Database,
	principal: Principal,
	filters: LinkFilters,
): void {
	if (filters.folderId) {
		requireFolderAccess(db, principal, filters.folderId, 'read');
		where.add('l.folder_id = ?', filters.folderId);
		return;
	}
	const { domain, search, tenantId } = filters;
	const reachesIntoFolders = domain || search || tenantId || tagsOf(filters).length > 0;
	if (filters.folderId === '' || !reachesIntoFolders) {
		where.add('l.folder_id IS NULL');
	} else if (principal.role !== 'owner') {
		where.add(
			`(l.folder_id IS NULL OR EXISTS (
				SELECT 1 FROM folders f WHERE f.id = l.folder_id AND ${VISIBLE_TO_MEMBER}))`,
			principal.userId,
		);
	}
}

function tagsOf({ tagId, tagIds, tagNames }: LinkFilters): string[] {
	return tagIds ?? (tagId ? [tagId] : (tagNames ?? []));
}

/** Matches links with any of the tags; IDs take precedence over names. */
function addTagFilter(where: Conditions, filters: LinkFilters): void {
	const tags = tagsOf(filters);
	if (tags.length === 0) return;
	const byId = filters.tagIds !== undefined || Boolean(filters.tagId);
	where.add(
		`EXISTS (SELECT 1 FROM link_tags lt JOIN tags t ON t.id = lt.tag_id WHERE lt.link_id = l.id
		 AND ${byId ? 't.id' : 'lower(t.name)'} IN (SELECT ${byId ? 'value' : 'lower(value)'} FROM json_each(?)))`,
		JSON.stringify(tags),
	);
}

const SORT_COLUMNS = {
	createdAt: 'l.id',
	clicks: 'l.clicks',
	saleAmount: 'l.sale_amount',
	lastClicked: 'l.last_clicked',
} as const;

export const linkListQuery = linkFilters.extend({
	...cursorFields,
	sortBy: z.enum(['createdAt', 'clicks', 'saleAmount', 'lastClicked']).default('createdAt'),
});

type LinkListQuery = z.output<typeof linkListQuery>;

/** Newest first. */
export function listLinks(db: Database, principal: Principal, query: LinkListQuery): LinkRow[] {
	const own = 'SELECT 1 FROM links WHERE id = ? AND workspace_id = ?';
	return readPage<LinkRow>(
		db,
		{ ...query, sortOrder: 'desc' },
		{
			select: 'SELECT l.* FROM links l',
			where: () => linkConditions(db, principal, query),
			id: 'l.id',
			sort: SORT_COLUMNS[query.sortBy],
			exists: (id) => db.get(own, id, principal.workspace.id) !== undefined,
		},
	);
}

const GROUP_COLUMNS = {
	domain: 'l.domain',
	tagId: 'lt.tag_id',
	userId: 'l.user_id',
	folderId: 'l.folder_id',
} as const;

type GroupBy = keyof typeof GROUP_COLUMNS;

export const linkCountQuery = linkFilters.extend({
	groupBy: z.enum(Object.keys(GROUP_COLUMNS) as GroupBy[]).optional(),
});

/** The number of links, or of each group: `[{ domain: 'dub.sh', _count: 3 }]`, largest first. */
export function countLinks(
	db: Database,
	principal: Principal,
	{ groupBy, ...filters }: z.output<typeof linkCountQuery>,
) {
	const where = linkConditions(db, principal, filters);
	if (groupBy === undefined) {
		return db.all<{ count: number }>(
			`SELECT count(*) AS count FROM links l WHERE ${where.sql}`,
			...where.params,
		)[0].count;
	}
	const column = GROUP_COLUMNS[groupBy];
	const tags = groupBy === 'tagId' ? 'JOIN link_tags lt ON lt.link_id = l.id' : '';
	return db.all(
		`SELECT ${column} AS ${groupBy}, count(*) AS _count FROM links l ${tags} WHERE ${where.sql}
		 GROUP BY ${column} ORDER BY _count DESC, ${column}`,
		...where.params,
	);
}
