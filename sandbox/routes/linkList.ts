import { z } from 'zod/v4';
import { ApiError } from '../http/errors.ts';
import type { Principal } from '../http/gate.ts';
import { offsetOf, PAGE, pagingFields } from '../http/paging.ts';
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
	...pagingFields(100),
	page: PAGE.optional(),
	sortBy: z.enum(['createdAt', 'clicks', 'saleAmount', 'lastClicked']).default('createdAt'),
	startingAfter: z.string().optional(),
	endingBefore: z.string().optional(),
});

type LinkListQuery = z.output<typeof linkListQuery>;

/** Newest first. */
export function listLinks(db: Database, principal: Principal, query: LinkListQuery): LinkRow[] {
	const cursor = cursorOf(db, principal, query);
	const where = linkConditions(db, principal, query);

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
