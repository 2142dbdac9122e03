import { keyOf } from '../sandbox/journeys';
import type { N8nStack } from './n8nStack';
import { isCutOff, startedBy } from './triggerWorkflow';

/** The events that a workflow ran over a long time. */
export class Executed {
	readonly #stack: N8nStack;

	readonly #workflowId: string;

	/** By execution: the keys of its events, and whether it was cut off. */
	readonly #runs = new Map<
		string,
		{ keys: string[]; isCutOff: boolean; isFinal: boolean; begin: string }
	>();

	constructor(stack: N8nStack, workflowId: string) {
		this.#stack = stack;
		this.#workflowId = workflowId;
	}

	/** Lists all executions, and reads those that had not succeeded when they were last read. */
	async collect(): Promise<void> {
		const { client } = this.#stack.n8n;
		for (let cursor: string | undefined; ;) {
			const { results, nextCursor } = await client.executionPage(this.#workflowId, cursor);
			for (const { id, mode, startedAt } of results) {
				if (mode === 'manual' || this.#runs.get(id)?.isFinal) continue;
				const run = await client.storedExecution(id);
				if (!run) continue;
				this.#runs.set(id, {
					keys: startedBy(run).map(keyOf),
					isCutOff: isCutOff(run),
					isFinal: run.status === 'success',
					begin: `${mode}, ${startedAt}`,
				});
			}
			if (!nextCursor) return;
			cursor = nextCursor;
		}
	}

	/** The executions of each event that ran more than once, with their modes and when they started. */
	get repeated(): Array<[key: string, executions: string[]]> {
		const byKey = new Map<string, string[]>();
		for (const [id, { keys, isCutOff, begin }] of this.#runs) {
			if (isCutOff) continue;
			for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), `${id} (${begin})`]);
		}
		return [...byKey].filter(([, ids]) => ids.length > 1);
	}

	/** An event of an execution that was cut off counts once, if no other execution ran it. */
	get keys(): string[] {
		const runs = [...this.#runs.values()];
		const ran = runs.flatMap(({ keys, isCutOff }) => (isCutOff ? [] : keys));
		const cutOff = runs.flatMap(({ keys, isCutOff }) => (isCutOff ? keys : []));
		const known = new Set(ran);
		return [...ran, ...new Set(cutOff.filter((key) => !known.has(key)))];
	}
}
