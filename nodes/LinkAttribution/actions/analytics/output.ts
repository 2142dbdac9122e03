import type { IDataObject } from 'n8n-workflow';
import { pick } from '../output';

/** A link with its counts in ten flat fields. */
export function simplifyTopLink(row: IDataObject): IDataObject {
	return pick(row, [
		...['id', 'shortLink', 'url', 'title', 'partnerId', 'createdAt'],
		...['clicks', 'leads', 'sales', 'saleAmount'],
	]);
}

/** The rows of a time series in the order of their `start`, as charts need them. */
export function inOrderOfTime(rows: IDataObject[]): IDataObject[] {
	const startOf = ({ start }: IDataObject) => Date.parse(String(start));
	return rows.sort((a, b) => startOf(a) - startOf(b));
}

const COUNTS = ['clicks', 'leads', 'sales', 'saleAmount'];

const COUNTED: Record<string, string[]> = {
	clicks: ['clicks'],
	leads: ['leads'],
	sales: ['sales', 'saleAmount'],
};

/**
 * A row without the counts that were not asked for, which are always 0.
 *
 * @param event clicks, leads, sales, or composite for all of them
 */
export function withoutOtherCounts(row: IDataObject, event: string): IDataObject {
	const counted = COUNTED[event] ?? COUNTS;
	return Object.fromEntries(
		Object.entries(row).filter(([name]) => !COUNTS.includes(name) || counted.includes(name)),
	);
}
