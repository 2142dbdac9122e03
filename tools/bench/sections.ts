import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

interface Stored {
	/** Of the command that started the run. */
	args: string[];
	/** By name. */
	results: Record<string, unknown>;
}

/** The sections of a run. Their results are kept in a file, so that an interrupted run can be resumed. */
export class Sections {
	readonly #file: string;

	readonly #stored: Stored;

	private constructor(file: string, stored: Stored) {
		this.#file = file;
		this.#stored = stored;
	}

	/** Begins a run, and forgets an interrupted one. */
	static begin(file: string, args: string[]): Sections {
		return new Sections(file, { args, results: {} });
	}

	/** @returns undefined if no run was interrupted */
	static async resume(file: string): Promise<Sections | undefined> {
		if (!existsSync(file)) return undefined;
		return new Sections(file, JSON.parse(await readFile(file, 'utf8')) as Stored);
	}

	get args(): string[] {
		return this.#stored.args;
	}

	isDone(name: string): boolean {
		return name in this.#stored.results;
	}

	/** Runs a section, unless it is done. @returns its result */
	async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
		if (!this.isDone(name)) {
			this.#stored.results[name] = await work();
			await this.#save();
		}
		return this.resultOf(name) as Result;
	}

	/** @returns undefined if the section is not done */
	resultOf<Result>(name: string): Result | undefined {
		return this.#stored.results[name] as Result | undefined;
	}

	/** To be called when all results are in another file. */
	async end(): Promise<void> {
		await rm(this.#file, { force: true });
	}

	/** A file that is only half written would lose all sections. */
	async #save(): Promise<void> {
		await mkdir(dirname(this.#file), { recursive: true });
		await writeFile(`${this.#file}.new`, JSON.stringify(this.#stored, null, '\t'));
		await rename(`${this.#file}.new`, this.#file);
	}
}
