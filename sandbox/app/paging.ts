import { z } from 'zod/v4';
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

interface CursorQuery {
	startingAfter?: string;
	endingBefore?: string;
	page?: number;
	pageSize: number;
	sortBy: string;
	sortOrder: 'asc' | 'desc';
}

/** The part of a list to query from the database. */
export interface PageRequest {
	/** Limits the rows to IDs on one side of the cursor. */
	cursor?: { operator: '<' | '>'; id: string };
	direction: 'ASC' | 'DESC';
	limit: number;
	offset: number;
}

/**
 * Reads one page of a list. The page before a cursor is read backward and then reversed.
 *
 * @param exists whether an ID is in the list
 * @throws ApiError 422 for an unknown cursor and for parameters that cannot be combined with one
 */
export function readPage<Row>(
	query: CursorQuery,
	exists: (id: string) => boolean,
	read: (request: PageRequest) => Row[],
): Row[] {
	const { startingAfter, endingBefore, page, pageSize, sortBy } = query;
	const id = startingAfter ?? endingBefore;
	const backwards = startingAfter === undefined && endingBefore !== undefined;
	const ascending = (query.sortOrder === 'asc') !== backwards;
	const direction = ascending ? 'ASC' : 'DESC';
	if (id === undefined) {
		return read({ direction, limit: pageSize, offset: offsetOf({ page: page ?? 1, pageSize }) });
	}
	if (startingAfter !== undefined && endingBefore !== undefined) {
		throw unprocessable('startingAfter and endingBefore cannot be combined.');
	}
	if (page !== undefined) throw unprocessable('page cannot be combined with a cursor.');
	if (sortBy !== 'createdAt') throw unprocessable('A cursor requires sortBy createdAt.');
	if (!exists(id)) throw unprocessable(`Unknown cursor ${id}.`);
	const cursor = { operator: ascending ? '>' : '<', id } as const;
	const rows = read({ cursor, direction, limit: pageSize, offset: 0 });
	return backwards ? rows.reverse() : rows;
}

function unprocessable(message: string): ApiError {
	return new ApiError('unprocessable_entity', message);
}
