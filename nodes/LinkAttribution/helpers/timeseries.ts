import type { IDataObject } from 'n8n-workflow';

/** The rows of a time series in the order of their `start`, as charts want them. */
export function inOrderOfTime(rows: IDataObject[]): IDataObject[] {
	return rows.sort((a, b) => startOf(a) - startOf(b));
}

function startOf({ start }: IDataObject): number {
	return Date.parse(String(start));
}
