import { z } from 'zod/v4';
import { cursorFields, readPage } from '../http/cursor.ts';
import type { Principal } from '../http/gate.ts';
import type { Database } from '../store/database.ts';
import type { LinkRow } from '../store/rows.ts';
import { linkConditions, linkFilters } from './linkFilters.ts';

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
	return readPage(
		{ ...query, sortOrder: 'desc' },
		(id) => db.get(own, id, principal.workspace.id) !== undefined,
		({ cursor, direction, limit, offset }) => {
			const where = linkConditions(db, principal, query);
			if (cursor) where.add(`l.id ${cursor.operator} ?`, cursor.id);
			return db.all<LinkRow>(
				`SELECT l.* FROM links l WHERE ${where.sql()}
				 ORDER BY ${SORT_COLUMNS[query.sortBy]} ${direction} NULLS LAST, l.id ${direction} LIMIT ? OFFSET ?`,
				...where.params,
				limit,
				offset,
			);
		},
	);
}
