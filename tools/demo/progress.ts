/** The failure of a step; the message names the step. */
export class StepError extends Error {
	constructor(step: string, cause: unknown) {
		super(`${step}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
	}
}

/** Checks the result of a step. @throws Error with the message `otherwise` */
export function verify(condition: boolean, otherwise: string): asserts condition {
	if (!condition) throw new Error(otherwise);
}

/** Prints the progress and keeps the steps for the summary. */
export class Progress {
	readonly #done: Array<{ name: string; seconds: string }> = [];

	#failed: string | undefined;

	/** Runs a step. @throws StepError */
	async step<T>(name: string, work: () => Promise<T>): Promise<T> {
		console.log(`\n▸ ${name}`);
		const begin = performance.now();
		try {
			const result = await work();
			this.#done.push({ name, seconds: ((performance.now() - begin) / 1000).toFixed(1) });
			return result;
		} catch (error) {
			this.#failed = name;
			throw new StepError(name, error);
		}
	}

	/** Prints one line about the current step. */
	log(line: string): void {
		console.log(`  ${line}`);
	}

	summary(): void {
		console.log('\nSummary');
		for (const { name, seconds } of this.#done) console.log(`  ✓ ${name} (${seconds} s)`);
		if (this.#failed !== undefined) console.log(`  ✗ ${this.#failed}`);
	}
}
