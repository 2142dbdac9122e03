import { jest } from '@jest/globals';
import * as n8nWorkflow from 'n8n-workflow';

const nextTurn = setImmediate;

interface Task {
	time: number;
	order: number;
	work: () => void;
}

/** A virtual clock for this process, which advances only with `pass` and `passUntil`. */
export class VirtualClock {
	/** Epoch milliseconds. */
	now = 0;

	/** Milliseconds by which the clock of n8n's machine is ahead. */
	skew = 0;

	/** Milliseconds that the machine slept, in which `performance.now()` stood still. */
	slept = 0;

	readonly #failures: unknown[] = [];

	#tasks: Task[] = [];

	#order = 0;

	#random = 1;

	/** Replaces the clocks, timers, and random numbers of this process. */
	install(): void {
		replace(Date, 'now', () => this.now + this.skew);
		replace(performance, 'now', () => this.now - this.slept);
		replace(Math, 'random', () => this.#nextRandom());
		replace(AbortSignal, 'timeout', (milliseconds: number) => {
			const abort = new AbortController();
			this.after(milliseconds, () => abort.abort());
			return abort.signal;
		});
		// The node waits only with it; it is exported as a getter.
		const exported = n8nWorkflow as unknown as { readonly sleep: unknown };
		const sleep = async (milliseconds: number) => await this.sleep(milliseconds);
		jest.spyOn(exported, 'sleep', 'get').mockReturnValue(sleep);
	}

	/** Cancels all planned work. */
	reset(now: number): void {
		this.now = now;
		this.skew = 0;
		this.slept = 0;
		this.#tasks = [];
		this.#failures.length = 0;
		this.#random = 1;
	}

	/** Plans work; at the same time, in the order of the calls. */
	at(time: number, work: () => void): void {
		const task = { time: Math.max(time, this.now), order: this.#order++, work };
		let index = this.#tasks.length;
		while (index > 0 && this.#tasks[index - 1].time > task.time) index -= 1;
		this.#tasks.splice(index, 0, task);
	}

	after(milliseconds: number, work: () => void): void {
		this.at(this.now + milliseconds, work);
	}

	async sleep(milliseconds: number): Promise<void> {
		await new Promise<void>((resolve) => this.after(milliseconds, resolve));
	}

	/** Starts work in the background; its failure fails the run. */
	spawn(work: () => Promise<unknown>): void {
		work().catch((error: unknown) => this.#failures.push(error));
	}

	async pass(milliseconds: number): Promise<void> {
		const end = this.now + milliseconds;
		await this.#settle();
		while (this.#tasks.length > 0 && this.#tasks[0].time <= end) {
			const [task] = this.#tasks.splice(0, 1);
			this.now = task.time;
			task.work();
			await this.#settle();
		}
		this.now = end;
	}

	/** Advances the clock until work has ended, by at most `limit` milliseconds. */
	async passUntil(work: Promise<unknown>, limit: number): Promise<void> {
		const end = this.now + limit;
		let hasEnded = false;
		this.spawn(async () => {
			try {
				await work;
			} finally {
				hasEnded = true;
			}
		});
		await this.#settle();
		while (!hasEnded && this.#tasks.length > 0 && this.#tasks[0].time <= end) {
			await this.pass(this.#tasks[0].time - this.now);
		}
	}

	async #settle(): Promise<void> {
		await new Promise<void>((resolve) => nextTurn(resolve));
		if (this.#failures.length > 0) throw this.#failures[0];
	}

	#nextRandom(): number {
		this.#random = (this.#random * 48_271) % 2_147_483_647;
		return this.#random / 2_147_483_647;
	}
}

/** Until all mocks are restored. A mock itself would store each of millions of calls. */
function replace<Name extends string, Work extends (...args: never[]) => unknown>(
	object: Record<Name, Work>,
	name: Name,
	work: Work,
): void {
	jest.spyOn(object as never, name as never);
	object[name] = work;
}
