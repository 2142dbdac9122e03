import { z } from 'zod/v4';
import { requireFolderAccess, VISIBLE_TO_MEMBER } from '../domain/folderAccess.ts';
import { commaList } from '../http/commaList.ts';
import { ApiError } from '../http/errors.ts';
import type { Principal } from '../http/gate.ts';
import { offsetOf, PAGE, pagingFields } from '../http/paging.ts';
import type { Database } from '../store/database.ts';
import type { LinkRow } from '../store/rows.ts';

const SORT_COLUMNS = {
	createdAt: 'l.id',
	clicks: 'l.clicks',
	saleAmount: 'l.sale_amount',
	lastClicked: 'l.last_clicked',
} as const;

const list = z.string().transform(commaList).optional();
const flag = z.enum(['true', 'false']).default('false');

export const linkListQuery = z.object({
	...pagingFields(100),
	page: PAGE.optional(),
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
	sortBy: z.enum(['createdAt', 'clicks', 'saleAmount', 'lastClicked']).default('createdAt'),
	startingAfter: z.string().optional(),
	endingBefore: z.string().optional(),
});

export type LinkListQuery = z.output<typeof linkListQuery>;

/** Newest first. Without any filter that could reach into folders, only links that are in none. */
export function listLinks(db: Database, principal: Principal, query: LinkListQuery): LinkRow[] {
	const cursor = cursorOf(db, principal, query);
	const where = new Conditions();
	where.add('l.workspace_id = ?', principal.workspace.id);
	addFolderScope(where, db, principal, query);
	if (query.showArchived === 'false') where.add('l.archived = 0');
	where.addEqual('l.domain', query.domain);
	where.addEqual('l.user_id', query.userId);
	where.addEqual('l.tenant_id', query.tenantId);
	where.addEqual('l.partner_id', query.partnerId);
	if (query.linkIds) where.add('l.id IN (SELECT value FROM json_each(?))', json(query.linkIds));
	if (query.search) {
		where.add(
			'(instr(lower(l.key), lower(?)) > 0 OR instr(lower(l.url), lower(?)) > 0)',
			query.search,
			query.search,
		);
	}
	addTagFilter(where, query);

	// The page before a cursor is read backwards from it and turned round.
	const backwards = cursor?.operator === '>';
	if (cursor) where.add(`l.id ${cursor.operator} ?`, cursor.id);
	const direction = backwards ? 'ASC' : 'DESC';
	const rows = db.all<LinkRow>(
		`SELECT l.* FROM links l WHERE ${where.sql()}
		 ORDER BY ${SORT_COLUMNS[query.sortBy]} ${direction} NULLS LAST, l.id ${direction} LIMIT ? OFFSET ?`,
		...where.params,
		query.pageSize,
		cursor ? 0 : offsetOf({ page: query.page ?? 1, pageSize: query.pageSize }),
	);
	return backwards ? rows.reverse() : rows;
}

class Conditions {
	readonly #conditions: string[] = [];
	readonly params: string[] = [];

	add(condition: string, ...params: string[]): void {
		this.#conditions.push(condition);
		this.params.push(...params);
	}

	addEqual(column: string, value: string | undefined): void {
		if (value !== undefined) this.add(`${column} = ?`, value);
	}

	sql(): string {
		return this.#conditions.join(' AND ');
	}
}

function addFolderScope(
	where: Conditions,
	db: Database,
	principal: Principal,
	query: LinkListQuery,
): void {
	if (query.folderId) {
		requireFolderAccess(db, principal, query.folderId, 'read');
		where.add('l.folder_id = ?', query.folderId);
		return;
	}
	const { domain, search, tenantId } = query;
	const reachesIntoFolders = domain || search || tenantId || tagsOf(query).length > 0;
	if (query.folderId === '' || !reachesIntoFolders) {
		where.add('l.folder_id IS NULL');
	} else if (principal.role !== 'owner') {
		where.add(
			`(l.folder_id IS NULL OR EXISTS (
				SELECT 1 FROM folders f WHERE f.id = l.folder_id AND ${VISIBLE_TO_MEMBER}))`,
			principal.userId,
		);
	}
}

function tagsOf({ tagId, tagIds, tagNames }: LinkListQuery): string[] {
	return tagIds ?? (tagId ? [tagId] : (tagNames ?? []));
}

/** Links with any of the tags; IDs win over names. */
function addTagFilter(where: Conditions, query: LinkListQuery): void {
	const tags = tagsOf(query);
	if (tags.length === 0) return;
	const byId = query.tagIds !== undefined || Boolean(query.tagId);
	where.add(
		`EXISTS (SELECT 1 FROM link_tags lt JOIN tags t ON t.id = lt.tag_id WHERE lt.link_id = l.id
		 AND ${byId ? 't.id' : 'lower(t.name)'} IN (SELECT ${byId ? 'value' : 'lower(value)'} FROM json_each(?)))`,
		json(tags),
	);
}

/** @throws ApiError 422 for everything that cannot be combined with a cursor, and for a cursor that is no own link */
function cursorOf(
	db: Database,
	principal: Principal,
	{ startingAfter, endingBefore, page, sortBy }: LinkListQuery,
): { id: string; operator: '<' | '>' } | null {
	const id = startingAfter ?? endingBefore;
	if (id === undefined) return null;
	if (startingAfter !== undefined && endingBefore !== undefined) {
		throw unprocessable('startingAfter and endingBefore cannot be combined.');
	}
	if (page !== undefined) throw unprocessable('page cannot be combined with a cursor.');
	if (sortBy !== 'createdAt') throw unprocessable('A cursor needs sortBy createdAt.');
	const own = 'SELECT 1 FROM links WHERE id = ? AND workspace_id = ?';
	if (!db.get(own, id, principal.workspace.id)) {
		throw unprocessable(`The cursor ${id} is not a link of this workspace.`);
	}
	return { id, operator: startingAfter !== undefined ? '<' : '>' };
}

function unprocessable(message: string): ApiError {
	return new ApiError('unprocessable_entity', message);
}

function json(values: string[]): string {
	return JSON.stringify(values);
}
