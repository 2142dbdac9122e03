import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** The functions of a child process that its parent can call; arguments and results are JSON. */
type Handlers = Record<string, (...args: never[]) => unknown>;

interface Call {
	id: number;
	name: string;
	args: never[];
}

interface Response {
	id: number;
	result?: unknown;
	error?: string;
}

interface Waiting {
	resolve: (result: unknown) => void;
	reject: (error: Error) => void;
}

/** In the child: serves the parent's calls, and exits with the parent. */
export function serve(handlers: Handlers): void {
	process.once('disconnect', () => process.exit());
	process.on('message', (call: Call) => void respond(handlers, call));
	process.send?.({ id: 0 } satisfies Response);
}

async function respond(handlers: Handlers, { id, name, args }: Call): Promise<void> {
	try {
		process.send?.({ id, result: await handlers[name](...args) } satisfies Response);
	} catch (error) {
		const text = error instanceof Error ? error.message : String(error);
		process.send?.({ id, error: text } satisfies Response);
	}
}

/** A separate process, so that its CPU time and memory do not affect others. */
export class Child<H extends Handlers> {
	readonly #process: ChildProcess;
	readonly #waiting = new Map<number, Waiting>();
	#calls = 0;

	private constructor(child: ChildProcess) {
		this.#process = child;
		child.on('message', ({ id, result, error }: Response) => {
			const waiting = this.#waiting.get(id);
			this.#waiting.delete(id);
			if (error === undefined) waiting?.resolve(result);
			else waiting?.reject(new Error(error));
		});
		child.once('exit', (code) => {
			for (const { reject } of this.#waiting.values()) {
				reject(new Error(`A process of the benchmark exited with ${code}.`));
			}
		});
	}

	/** Starts a module and waits until it calls `serve`. */
	static async start<H extends Handlers>(
		module: string,
		args: string[] = [],
		env: NodeJS.ProcessEnv = {},
	): Promise<Child<H>> {
		const child = fork(module, args, { env: { ...process.env, ...env } });
		const exited = once(child, 'exit').then(([code]) => {
			throw new Error(`${module} exited with ${code} before it was ready.`);
		});
		await Promise.race([once(child, 'message'), exited]);
		exited.catch(() => undefined);
		return new Child<H>(child);
	}

	get pid(): number {
		return this.#process.pid as number;
	}

	async call<N extends keyof H & string>(
		name: N,
		...args: Parameters<H[N]>
	): Promise<Awaited<ReturnType<H[N]>>> {
		const id = ++this.#calls;
		const answered = new Promise<unknown>((resolve, reject) => {
			this.#waiting.set(id, { resolve, reject });
		});
		this.#process.send({ id, name, args });
		return (await answered) as Awaited<ReturnType<H[N]>>;
	}

	async stop(): Promise<void> {
		if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
		const exited = once(this.#process, 'exit');
		this.#process.disconnect();
		await exited;
	}
}
