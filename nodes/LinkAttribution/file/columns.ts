import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../input/json';
import { MEGABYTE } from '../transport/jsonList';
import { sizeOf } from '../pagination/items';

/** Objects inside of so many others are written as JSON. */
const MAX_DEPTH = 8;

/** Of all columns, so that a field with arbitrary names, such as the metadata of events, cannot make a line endless. */
const MAX_COLUMNS = 1000;

/** Characters of a dotted name. Objects inside are written as JSON, as each of their fields would repeat the name. */
const MAX_NAME = 200;

/** The column with the fields for which there is no column. */
const OTHER_FIELDS = 'otherFields';

/** The fields of a row by dotted name. Lists, and objects whose own names have dots, stay as they are. */
export function flatten(row: IDataObject): Map<string, unknown> {
	const fields = new Map<string, unknown>();
	const add = (object: IDataObject, prefix: string, depth: number) => {
		for (const [name, value] of Object.entries(object)) {
			const path = prefix + name;
			const isDeep = depth >= MAX_DEPTH || path.length > MAX_NAME;
			if (!isDeep && isNested(value)) add(value, `${path}.`, depth + 1);
			else fields.set(path, value);
		}
	};
	add(row, '', 1);
	return fields;
}

function isNested(value: unknown): value is IDataObject {
	if (!isObject(value)) return false;
	const names = Object.keys(value);
	return names.length > 0 && !names.some((name) => name.includes('.'));
}

/** The value of a field by its dotted name; undefined if the row does not have it. */
export function valueAt(row: unknown, name: string): unknown {
	if (!isObject(row)) return undefined;
	if (Object.hasOwn(row, name)) return row[name];
	for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
		const outer = name.slice(0, dot);
		const value = Object.hasOwn(row, outer) ? valueAt(row[outer], name.slice(dot + 1)) : undefined;
		if (value !== undefined) return value;
	}
	return undefined;
}

/** Rows from which the columns are taken, and the memory that they take at most, in bytes. */
const SAMPLE = { rows: 1000, size: 64 * MEGABYTE };

/**
 * Columns for all fields of rows that are known only in part: a column for each field of the first rows, and if there are
 * more rows or fields, one for the fields that only those have, as a JSON object.
 */
export class AllColumns {
	readonly #names = new Set<string>();

	readonly #others: Set<string>;

	#left = { ...SAMPLE };

	#hasOthers = true;

	/** Whether no more rows are learned. */
	areKnown = false;

	/** @param others takes the names of fields that have no column */
	constructor(others: Set<string>) {
		this.#others = others;
	}

	/** Takes the names of a row. */
	learn(row: IDataObject): void {
		if (this.areKnown) return;
		for (const name of flatten(row).keys()) {
			if (this.#names.has(name)) continue;
			if (this.#names.size === MAX_COLUMNS) this.areKnown = true;
			else this.#names.add(name);
		}
		this.#left.rows--;
		this.#left.size -= sizeOf(row);
		this.areKnown ||= this.#left.rows === 0 || this.#left.size < 0;
	}

	/** There are no more rows than those learned. */
	end(): void {
		this.areKnown = true;
		this.#hasOthers = false;
	}

	get header(): string[] {
		return [...this.#names, ...(this.#hasOthers ? [OTHER_FIELDS] : [])];
	}

	valuesOf(row: IDataObject): unknown[] {
		const fields = flatten(row);
		const values = [...this.#names].map((name) => fields.get(name));
		if (!this.#hasOthers) return values;
		const others = [...fields].filter(([name]) => !this.#names.has(name));
		for (const [name] of others) if (this.#others.size < MAX_COLUMNS) this.#others.add(name);
		return [...values, others.length > 0 ? Object.fromEntries(others) : undefined];
	}
}
