import { createHash } from 'node:crypto';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SCHEMA } from './schema.ts';

/** Changes with the schema; files store it as their `user_version`. */
const VERSION = createHash('sha256').update(SCHEMA).digest().readInt32BE();

export type Row = Record<string, SQLInputValue>;

/** The sandbox's SQLite database: prepared statements are kept, rows are plain objects with column names. */
export class Database {
	readonly #sqlite: DatabaseSync;
	readonly #statements = new Map<string, StatementSync>();
	#committed: (() => void)[] = [];

	/**
	 * @param file a path, or ':memory:'
	 * @throws Error when the file holds something else than this sandbox makes
	 */
	constructor(file: string) {
		this.#sqlite = new DatabaseSync(file);
		this.#rejectOtherSchemas(file);
		// The data can be made again from its seed, so speed is worth more than surviving a power cut.
		this.#sqlite.exec(
			'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON;',
		);
		this.#sqlite.exec(SCHEMA);
		this.#sqlite.exec(`PRAGMA user_version = ${VERSION}`);
	}

	#rejectOtherSchemas(file: string): void {
		const { user_version: version } = this.get('PRAGMA user_version') ?? {};
		if (version === VERSION || !this.get('SELECT 1 FROM sqlite_master')) return;
		this.close();
		throw new Error(
			`${file} holds the data of another version of the sandbox, or of something else. Choose another file, or delete this one.`,
		);
	}

	get<T = Row>(sql: string, ...params: SQLInputValue[]): T | undefined {
		return this.#statement(sql).get(...params) as T | undefined;
	}

	all<T = Row>(sql: string, ...params: SQLInputValue[]): T[] {
		return this.#statement(sql).all(...params) as T[];
	}

	/** @returns the number of rows changed */
	run(sql: string, ...params: SQLInputValue[]): number {
		return Number(this.#statement(sql).run(...params).changes);
	}

	/** Inserts one row; the keys of `row` are column names written in this code base, never from a request. */
	insert(table: string, row: Row): void {
		const columns = Object.keys(row);
		this.run(
			`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
			...Object.values(row),
		);
	}

	/** Runs `work` as a whole or not at all. */
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

	/** Runs `work` after the current transaction is committed, never if it is rolled back, and immediately outside of one. */
	afterCommit(work: () => void): void {
		if (this.#sqlite.isTransaction) this.#committed.push(work);
		else work();
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
