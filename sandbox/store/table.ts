/** A table, from which both its SQL and the type of its rows follow. */
export interface Table {
	name: string;
	/**
	 * The type and constraints of each column, or the texts that it can hold, with null if it can be empty. Instants are
	 * epoch milliseconds; lists and objects are JSON text.
	 */
	columns: Readonly<Record<string, string | readonly (string | null)[]>>;
	/** Constraints of several columns. */
	constraints?: readonly string[];
	/** What follows the table in `CREATE INDEX … ON`, by the name of the index. */
	indexes?: Readonly<Record<string, string>>;
}

/** A row as it is read; booleans are 0 or 1. */
export type RowOf<T extends Table> = {
	-readonly [Column in keyof T['columns']]: Value<T['columns'][Column]>;
};

type Value<Definition> = Definition extends readonly (infer Text)[]
	? Text
	: Definition extends `${string}NOT NULL${string}` | `${string}PRIMARY KEY${string}`
		? Typed<Definition>
		: Typed<Definition> | null;

type Typed<Definition> = Definition extends `TEXT${string}`
	? string
	: Definition extends `INTEGER${string}`
		? number
		: Definition extends `BOOLEAN${string}`
			? 0 | 1
			: never;

/** The statements that create a table and its indexes, unless they exist. */
export function createTable({ name, columns, constraints = [], indexes = {} }: Table): string {
	const lines = Object.entries(columns).map(
		([column, definition]) =>
			`${column} ${typeof definition === 'string' ? definition : oneOf(column, definition)}`,
	);
	return [
		`CREATE TABLE IF NOT EXISTS ${name} (\n\t${[...lines, ...constraints].join(',\n\t')}\n);\n`,
		...Object.entries(indexes).map(
			([index, on]) => `CREATE INDEX IF NOT EXISTS ${index} ON ${name} ${on};\n`,
		),
	].join('');
}

/** A check passes if it gives NULL. */
function oneOf(column: string, texts: readonly (string | null)[]): string {
	const list = texts.filter((text) => text !== null).map((text) => `'${text}'`);
	return `TEXT${texts.includes(null) ? '' : ' NOT NULL'} CHECK (${column} IN (${list.join(', ')}))`;
}
