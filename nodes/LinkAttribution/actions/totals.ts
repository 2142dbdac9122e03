import type { IDataObject } from 'n8n-workflow';
import { money } from '../input/amounts';
import { counted } from '../input/text';

/** Rows for a model, with a sentence on what all that match add up to. */
export class SummedRows extends Array<IDataObject> {
	summary = '';
}

/** Rows that are read for their totals. */
export const MAX_SUMMED = 3000;

/**
 * @param all that match, up to `MAX_SUMMED`
 * @param noun e.g. `commissions`
 * @param amounts their fields in US cents, and what they are called
 */
export function summed(
	all: IDataObject[],
	limit: number,
	noun: string,
	amounts: Record<string, string>,
): SummedRows {
	const sums = Object.entries(amounts).map(([field, label]) => {
		const cents = all.reduce((sum, row) => sum + Number(row[field] ?? 0), 0);
		return `${label} ${money(cents, 'usd')}`;
	});
	const of = all.length === MAX_SUMMED ? 'Total of the first ones, as more match' : 'Total';
	return withTotal(all.slice(0, limit), all.length, noun, sums, of);
}

/** @param noun e.g. `sales` */
export function withTotal(
	shown: IDataObject[],
	count: number,
	noun: string,
	sums: string[],
	of = 'Total',
): SummedRows {
	const rows = SummedRows.from(shown) as SummedRows;
	rows.summary = `${of}: ${[counted(count, noun.replace(/s$/, '')), ...sums].join(', ')}.`;
	return rows;
}
