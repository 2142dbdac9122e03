import { z } from 'zod/v4';
import { ApiError } from './errors.ts';

/** `page` as every list takes it, still optional. */
export const PAGE = z.coerce.number().int().gt(0).max(Number.MAX_SAFE_INTEGER);

/** `page` and `pageSize` of an offset list. */
export function pagingFields(maxPageSize: number) {
	return {
		page: PAGE.default(1),
		pageSize: z.coerce.number().int().gt(0).max(maxPageSize).default(maxPageSize),
	};
}

export function offsetOf({ page, pageSize }: { page: number; pageSize: number }): number {
	return Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER);
}

/** Query fields of a list that is read by cursor, or by page as older clients do. */
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

/** What a page asks of the database. */
export interface PageRequest {
	/** Only rows whose ID is on this side of the cursor. */
	cursor?: { operator: '<' | '>'; id: string };
	direction: 'ASC' | 'DESC';
	limit: number;
	offset: number;
}

/**
 * One page of a list. The page before a cursor is read backwards from it and turned round.
 *
 * @param exists whether an ID is one of those that can be listed
 * @throws ApiError 422 for everything that cannot be combined with a cursor, and for an unknown cursor
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
	if (sortBy !== 'createdAt') throw unprocessable('A cursor needs sortBy createdAt.');
	if (!exists(id)) throw unprocessable(`The cursor ${id} is not in this list.`);
	const cursor = { operator: ascending ? '>' : '<', id } as const;
	const rows = read({ cursor, direction, limit: pageSize, offset: 0 });
	return backwards ? rows.reverse() : rows;
}

function unprocessable(message: string): ApiError {
	return new ApiError('unprocessable_entity', message);
}
