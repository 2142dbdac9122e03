export interface PageNumber {
	/** The first is 1. */
	page: number;
	pageSize: number;
}

/**
 * The page that contains a row and ends furthest after it. A page starts only at a multiple of its size, so a page of the
 * maximum size can end with the row.
 *
 * Example: of pages of 100 rows, the second one (rows 100 to 199) ends with row 199. Of pages of 99 rows, the third one
 * (rows 198 to 296) contains it too, and no page of another size ends later.
 *
 * @param row the first is 0
 */
export function pageOf(row: number, maxPageSize: number): PageNumber {
	let best: PageNumber = { page: 1, pageSize: maxPageSize };
	let reach = 0;
	// A page reaches no further than its size.
	for (let pageSize = maxPageSize; pageSize > reach; pageSize--) {
		const rows = pageSize - (row % pageSize);
		if (rows <= reach) continue;
		reach = rows;
		best = { page: Math.floor(row / pageSize) + 1, pageSize };
	}
	return best;
}
