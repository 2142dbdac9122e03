/** A step that did not work; its message names it. */
export class StepError extends Error {
	constructor(step: string, cause: unknown) {
		super(`${step}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
	}
}

/** Something that should be true after a step is not. */
export function verify(condition: boolean, otherwise: string): asserts condition {
	if (!condition) throw new Error(otherwise);
}

/** Prints what happens, step by step, and keeps the steps for the summary. */
export class Progress {
	readonly #done: Array<{ name: string; seconds: string }> = [];

	#failed: string | undefined;

	/** @throws StepError naming the step */
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

	/** One line about what a step did. */
	say(line: string): void {
		console.log(`  ${line}`);
	}

	summary(): void {
		console.log('\nSummary');
		for (const { name, seconds } of this.#done) console.log(`  ✓ ${name} (${seconds} s)`);
		if (this.#failed !== undefined) console.log(`  ✗ ${this.#failed}`);
	}
}
