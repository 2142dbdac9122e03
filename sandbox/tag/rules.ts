import { ApiError } from '../http/errors.ts';
import type { Database } from '../store/database.ts';
import type { TagRow } from './columns.ts';

export type Tag = Pick<TagRow, 'id' | 'name' | 'color'>;

export function presentTag({ id, name, color }: Tag): Tag {
	return { id, name, color };
}

interface TagChoice {
	tagId?: string | null;
	tagIds?: string[];
	tagNames?: string[];
}

/**
 * The IDs of the given tags; IDs take precedence over names.
 *
 * @throws ApiError 422 if one does not exist in the workspace
 */
export function chosenTagIds(db: Database, workspaceId: string, choice: TagChoice): string[] {
	const ids = choice.tagIds ?? (choice.tagId ? [choice.tagId] : undefined);
	const wanted = [...new Set(ids ?? choice.tagNames?.map((name) => name.toLowerCase()) ?? [])];
	const found = db.all<{ id: string; wanted: string }>(
		`SELECT t.id, w.value AS wanted FROM json_each(?) w
		 JOIN tags t ON ${ids ? 't.id' : 'lower(t.name)'} = w.value WHERE t.workspace_id = ?
		 GROUP BY w.value ORDER BY w.key`,
		JSON.stringify(wanted),
		workspaceId,
	);
	const unknown = wanted.filter((entry) => !found.some((tag) => tag.wanted === entry));
	if (unknown.length > 0) {
		throw new ApiError(
			'unprocessable_entity',
			`Invalid ${ids ? 'tagIds' : 'tagNames'}: ${unknown.join(', ')}`,
		);
	}
	return found.map((tag) => tag.id);
}

/** The tags of several links by link ID. */
export function tagsOfLinks(db: Database, linkIds: string[]): Map<string, Tag[]> {
	const rows = db.all<Tag & { link_id: string }>(
		`SELECT lt.link_id, t.id, t.name, t.color FROM link_tags lt JOIN tags t ON t.id = lt.tag_id
		 WHERE lt.link_id IN (SELECT value FROM json_each(?)) ORDER BY t.created_at, t.id`,
		JSON.stringify(linkIds),
	);
	const tags = new Map<string, Tag[]>();
	for (const { link_id, ...tag } of rows) {
		tags.set(link_id, [...(tags.get(link_id) ?? []), tag]);
	}
	return tags;
}
