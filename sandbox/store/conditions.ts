import type { SQLInputValue } from 'node:sqlite';

/** `a`, `a,b`, or `-a,b`; the leading minus negates the whole list. */
export interface MultiValue {
	values: string[];
	excluded: boolean;
}

/**
 * Builds a WHERE clause. Values from a request are always bound parameters; a list is bound as one JSON text, so that
 * its length does not change the statement.
 */
export class Conditions {
	readonly #parts: string[] = [];
	readonly params: SQLInputValue[] = [];

	get sql(): string {
		return this.#parts.join(' AND ');
	}

	/** @param sql with a `?` for each of `params` */
	add(sql: string, ...params: SQLInputValue[]): void {
		this.#parts.push(`(${sql})`);
		this.params.push(...params);
	}

	/** `expression` equals the value, if there is one. All expressions are written in this code base. */
	equal(expression: string, value: string | undefined): void {
		if (value !== undefined) this.add(`${expression} = ?`, value);
	}

	/** `expression` is one of the values, or none of them. Coalesce NULL, which would never match. */
	oneOf(expression: string, multi: MultiValue | undefined): void {
		if (!multi) return;
		const not = multi.excluded ? 'NOT ' : '';
		this.add(
			`${expression} ${not}IN (SELECT value FROM json_each(?))`,
			JSON.stringify(multi.values),
		);
	}

	/** A row exists for one of the values, or for none of them; `?` in `subquery` is the JSON list of values. */
	exists(subquery: string, multi: MultiValue | undefined): void {
		if (!multi) return;
		const not = multi.excluded ? 'NOT ' : '';
		this.add(`${not}EXISTS (${subquery})`, JSON.stringify(multi.values));
	}
}
