import { z } from 'zod/v4';

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
