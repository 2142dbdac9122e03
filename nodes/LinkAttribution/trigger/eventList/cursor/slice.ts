import { pageOf } from '../../../pagination/pageOf';
import type { Slice } from './state';

/** Consecutive empty pages after which a list counts as ended. */
export const MAX_EMPTY_PAGES = 32;

/** The page that contains a row and ends furthest after it. @param row the first is 0 */
export function sliceFrom(row: number, fullPage: number): Slice {
	const { page, pageSize } = pageOf(row, fullPage);
	return { page, limit: pageSize };
}

/** The first row of a page. */
export function startOf({ page, limit }: Slice): number {
	return (page - 1) * limit;
}

/** The first row after a page. */
export function endOf({ page, limit }: Slice): number {
	return page * limit;
}
