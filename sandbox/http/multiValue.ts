import { commaList } from './commaList.ts';

/** `a`, `a,b` or, with a leading minus that negates the whole list, `-a,b`. */
export interface MultiValue {
	values: string[];
	excluded: boolean;
}

export function parseMultiValue(text: string): MultiValue {
	const excluded = text.startsWith('-');
	return { values: commaList(excluded ? text.slice(1) : text), excluded };
}
