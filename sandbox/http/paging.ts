import { z } from 'zod/v4';
import type { Conditions } from '../store/conditions.ts';
import type { Database } from '../store/database.ts';
import { ApiError } from './errors.ts';

/** The query parameter `page` of every list, without a default. */
export const PAGE = z.coerce.number().int().gt(0).max(Number.MAX_SAFE_INTEGER);

/** The query parameters of a list paged by offset. */
export function pagingFields(maxPageSize: number) {
	return {
		page: PAGE.default(1),
		pageSize: z.coerce.number().int().gt(0).max(maxPageSize).default(maxPageSize),
	};
}

export function offsetOf({ page, pageSize }: { page: number; pageSize: number }): number {
	return Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER);
}

/** The query parameters of a list paged by cursor, or by page for older clients. */
export const cursorFields = {
	...pagingFields(100),
	page: PAGE.optional(),
	startingAfter: z.string().optional(),
	endingBefore: z.string().optional(),
};

export interface CursorQuery {
	startingAfter?: string;
	endingBefore?: string;
	page?: number;
	pageSize: number;
	sortBy: string;
	sortOrder: 'asc' | 'desc';
}

interface List {
	/** The columns and tables: `SELECT … FROM …`. */
	select: string;
	where: () => Conditions;
	/** The ID column, which sorts by creation. */
	id: string;
	/** The expression to sort by. */
	sort: string;
	/** Whether an ID is in the list. */
	exists: (id: string) => boolean;
}

/**
 * Reads one page of a list. The page before a cursor is read backward and then reversed.
 *
 * @throws ApiError 422 for an unknown cursor and for parameters that cannot be combined with one
 */
export function readPage<Row>(db: Database, query: CursorQuery, list: List): Row[] {
	const { startingAfter, endingBefore, page, pageSize } = query;
	const cursor = startingAfter ?? endingBefore;
	if (cursor !== undefined) requireCursor(query, cursor, list);
	const backward = startingAfter === undefined && endingBefore !== undefined;
	const ascending = (query.sortOrder === 'asc') !== backward;
	const direction = ascending ? 'ASC' : 'DESC';
	const where = list.where();
	if (cursor !== undefined) where.add(`${list.id} ${ascending ? '>' : '<'} ?`, cursor);
	const rows = db.all<Row>(
		`${list.select} WHERE ${where.sql}
		 ORDER BY ${list.sort} ${direction} NULLS LAST, ${list.id} ${direction} LIMIT ? OFFSET ?`,
		...where.params,
		pageSize,
		offsetOf({ page: page ?? 1, pageSize }),
	);
	return backward ? rows.reverse() : rows;
}

function requireCursor(query: CursorQuery, cursor: string, { exists }: List): void {
	if (query.startingAfter !== undefined && query.endingBefore !== undefined) {
		throw unprocessable('startingAfter and endingBefore cannot be combined.');
	}
	if (query.page !== undefined) throw unprocessable('page cannot be combined with a cursor.');
	if (query.sortBy !== 'createdAt') throw unprocessable('A cursor requires sortBy createdAt.');
	if (!exists(cursor)) throw unprocessable(`Unknown cursor ${cursor}.`);
}

function unprocessable(message: string): ApiError {
	return new ApiError('unprocessable_entity', message);
}
