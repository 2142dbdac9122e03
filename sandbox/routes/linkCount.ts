import { z } from 'zod/v4';
import type { Principal } from '../http/gate.ts';
import type { Database } from '../store/database.ts';
import { linkConditions, linkFilters } from './linkFilters.ts';

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

/** The number of links, or the number in each group: `[{ domain: 'dub.sh', _count: 3 }]`, largest first. */
export function countLinks(
	db: Database,
	principal: Principal,
	{ groupBy, ...filters }: z.output<typeof linkCountQuery>,
) {
	const where = linkConditions(db, principal, filters);
	if (groupBy === undefined) {
		return db.all<{ count: number }>(
			`SELECT count(*) AS count FROM links l WHERE ${where.sql()}`,
			...where.params,
		)[0].count;
	}
	const column = GROUP_COLUMNS[groupBy];
	const tags = groupBy === 'tagId' ? 'JOIN link_tags lt ON lt.link_id = l.id' : '';
	return db.all(
		`SELECT ${column} AS ${groupBy}, count(*) AS _count FROM links l ${tags} WHERE ${where.sql()}
		 GROUP BY ${column} ORDER BY _count DESC, ${column}`,
		...where.params,
	);
}
