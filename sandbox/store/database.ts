import { createHash } from 'node:crypto';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { createTable, type RowOf, type Table } from './table.ts';

export type Row = Record<string, SQLInputValue>;

/** The sandbox's SQLite database. Caches prepared statements; rows are plain objects by column name. */
export class Database {
	readonly #sqlite: DatabaseSync;
	readonly #statements = new Map<string, StatementSync>();
	#committed: (() => void)[] = [];

	/**
	 * @param file a path, or ':memory:'
	 * @param tables created in a new file
	 * @throws Error if the file holds anything but data of this version of the sandbox
	 */
	constructor(file: string, tables: readonly Table[]) {
		const schema = tables.map(createTable).join('');
		const version = versionOf(schema);
		this.#sqlite = new DatabaseSync(file);
		this.#rejectOtherFiles(file, version);
		// The data can be regenerated from its seed, so speed matters more than durability.
		this.#sqlite.exec(
			'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON;',
		);
		this.#sqlite.exec(schema);
		this.#sqlite.exec(`PRAGMA user_version = ${version}`);
	}

	#rejectOtherFiles(file: string, version: number): void {
		const { user_version: stored } = this.get('PRAGMA user_version') ?? {};
		if (stored === version || !this.get('SELECT 1 FROM sqlite_master')) return;
		this.close();
		throw new Error(
			`${file} holds data of another version of the sandbox or of another program. Choose another file, or delete this one.`,
		);
	}

	get<T = Row>(sql: string, ...params: SQLInputValue[]): T | undefined {
		return this.#statement(sql).get(...params) as T | undefined;
	}

	/** @returns the row with this ID, if any */
	find<T extends Table & { columns: { id: string } }>(
		{ name }: T,
		id: string | null,
	): RowOf<T> | undefined {
		return this.get<RowOf<T>>(`SELECT * FROM ${name} WHERE id = ?`, id);
	}

	all<T = Row>(sql: string, ...params: SQLInputValue[]): T[] {
		return this.#statement(sql).all(...params) as T[];
	}

	/** @returns the number of rows changed */
	run(sql: string, ...params: SQLInputValue[]): number {
		return Number(this.#statement(sql).run(...params).changes);
	}

	/** Inserts one row. The keys of `row` must be column names written in this code base, never from a request. */
	insert(table: string, row: Row): void {
		const columns = Object.keys(row);
		this.run(
			`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
			...Object.values(row),
		);
	}

	/** Runs `work` in a transaction. */
	transaction<T>(work: () => T): T {
		this.#sqlite.exec('BEGIN IMMEDIATE');
		let result: T;
		try {
			result = work();
			this.#sqlite.exec('COMMIT');
		} catch (error) {
			this.#committed = [];
			this.#sqlite.exec('ROLLBACK');
			throw error;
		}
		const committed = this.#committed;
		this.#committed = [];
		for (const next of committed) next();
		return result;
	}

	/**
	 * Runs `work` after the current transaction is committed, never if it is rolled back; immediately outside a
	 * transaction.
	 */
	afterCommit(work: () => void): void {
		if (this.#sqlite.isTransaction) this.#committed.push(work);
		else work();
	}

	/** Deletes all rows. */
	empty(tables: readonly Table[]): void {
		this.#sqlite.exec('PRAGMA foreign_keys = OFF');
		for (const { name } of tables) this.run(`DELETE FROM ${name}`);
		this.#sqlite.exec('PRAGMA foreign_keys = ON');
	}

	close(): void {
		this.#statements.clear();
		this.#sqlite.close();
	}

	#statement(sql: string): StatementSync {
		let statement = this.#statements.get(sql);
		if (!statement) {
			statement = this.#sqlite.prepare(sql);
			this.#statements.set(sql, statement);
		}
		return statement;
	}
}

/** Differs for each schema; stored in files as `user_version`. */
function versionOf(schema: string): number {
	return createHash('sha256').update(schema).digest().readInt32BE();
}
