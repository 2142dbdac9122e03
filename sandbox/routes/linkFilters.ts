import { z } from 'zod/v4';
import { requireFolderAccess, VISIBLE_TO_MEMBER } from '../domain/folderAccess.ts';
import { commaList } from '../http/commaList.ts';
import type { Principal } from '../http/gate.ts';
import type { Database } from '../store/database.ts';

const list = z.string().transform(commaList).optional();
const flag = z.enum(['true', 'false']).default('false');

/** What both the list of links and their count are filtered by. */
export const linkFilters = z.object({
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

/** Conditions on a link `l`. */
export class Conditions {
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

/**
 * Without any filter that could reach into folders, only links that are in none.
 *
 * @throws ApiError 404 or 403 for a folder that the caller may not see
 */
export function linkConditions(
	db: Database,
	principal: Principal,
	filters: LinkFilters,
): Conditions {
	const where = new Conditions();
	where.add('l.workspace_id = ?', principal.workspace.id);
	addFolderScope(where, db, principal, filters);
	if (filters.showArchived === 'false') where.add('l.archived = 0');
	where.addEqual('l.domain', filters.domain);
	where.addEqual('l.user_id', filters.userId);
	where.addEqual('l.tenant_id', filters.tenantId);
	where.addEqual('l.partner_id', filters.partnerId);
	if (filters.linkIds) where.add('l.id IN (SELECT value FROM json_each(?))', json(filters.linkIds));
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

/** Links with any of the tags; IDs win over names. */
function addTagFilter(where: Conditions, filters: LinkFilters): void {
	const tags = tagsOf(filters);
	if (tags.length === 0) return;
	const byId = filters.tagIds !== undefined || Boolean(filters.tagId);
	where.add(
		`EXISTS (SELECT 1 FROM link_tags lt JOIN tags t ON t.id = lt.tag_id WHERE lt.link_id = l.id
		 AND ${byId ? 't.id' : 'lower(t.name)'} IN (SELECT ${byId ? 'value' : 'lower(value)'} FROM json_each(?)))`,
		json(tags),
	);
}

function json(values: string[]): string {
	return JSON.stringify(values);
}
