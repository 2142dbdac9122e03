/**
 * External hooks of n8n (EXTERNAL_HOOK_FILES): report each execution as a line in the file BENCH_REPORT. n8n stores the
 * time of a node only with the execution, and storing 100,000 items would distort the measurement.
 */
import { appendFileSync } from 'node:fs';
import type { IRun } from 'n8n-workflow';

export interface ExecutionReport {
	workflowId: string;
	status: string;
	error?: string;
	/** By name: the time in the node's code as n8n shows it, and the number of output items. */
	nodes: Record<string, { milliseconds: number; items: number }>;
}

function report({ status, data }: IRun, workflow: { id: string }): void {
	const { runData, error } = data.resultData;
	const nodes = Object.entries(runData).map(([name, runs]) => {
		const last = runs.at(-1);
		const items = last?.data?.main.flatMap((output) => output?.length ?? 0)[0] ?? 0;
		return [name, { milliseconds: last?.executionTime ?? 0, items }] as const;
	});
	const line: ExecutionReport = {
		workflowId: workflow.id,
		status,
		error: error?.message,
		nodes: Object.fromEntries(nodes),
	};
	appendFileSync(String(process.env.BENCH_REPORT), `${JSON.stringify(line)}\n`);
}

const hooks = {
	workflow: {
		postExecute: [
			(run: IRun | undefined, workflow: { id: string }) => run && report(run, workflow),
		],
	},
};

export { hooks as 'module.exports' };
