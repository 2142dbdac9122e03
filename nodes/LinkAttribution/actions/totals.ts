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
	const matching = counted(all.length, noun.replace(/s$/, ''));
	const of = all.length === MAX_SUMMED ? 'Total of the first ones, as more match' : 'Total';
	const rows = SummedRows.from(all.slice(0, limit)) as SummedRows;
	rows.summary = `${of}: ${[matching, ...sums].join(', ')}.`;
	return rows;
}
