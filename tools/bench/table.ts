import { CONDITIONS } from './conditions.ts';
import { OURS } from './contestants/types.ts';
import {
	find,
	INTAKE_TRIGGERS,
	ratioToOurs,
	time,
	type IntakeResult,
	type Results,
} from './results.ts';
import { median } from './statistics.ts';
import { MAX_STEAL, type Disturbed } from './steal.ts';
import { judgeTargets } from './targets.ts';

/** @returns the results as Markdown */
export function report(results: Results): string {
	return [
		'# Benchmark',
		`Measured on ${results.machine}.`,
		...(results.quick
			? ['**Quick run with small sizes and no warm-up: the numbers mean little.**']
			: []),
		HOW,
		...results.jobs.map((job) => timedTable(results, job)),
		...(results.intake.length > 0 ? [intakeTable(results)] : []),
		...(results.poll ? [pollText(results.poll)] : []),
		...(results.memory.length > 0 ? [memoryTable(results)] : []),
		targetTable(results),
	].join('\n\n');
}

const HOW = `Each contestant does the same work in a separate, real n8n (bare HTTP and the SDK in a Node process without n8n)
against the sandbox on the same machine, which caches its responses, so that they take next to no time. Times are those
that n8n measures for the node, with Return All on, Simplify off, and no saved executions: the median of all rounds after
a warm-up, in alternating order. In parentheses: the time relative to the Link Attribution node. Steal is the median share of
the processors' time that the host gave to other machines, if it is at least 1%. A run with more than ${MAX_STEAL}% is
repeated, up to twice.`;

function table(head: string[], rows: string[][]): string {
	const lines = [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function timedTable(results: Results, job: Results['jobs'][number]): string {
	const conditions = CONDITIONS.filter(({ name }) =>
		results.timed.some((result) => result.job === job.name && result.condition === name),
	);
	const took = new Set(results.timed.map(({ contestant }) => contestant));
	const rows = job.contestants
		.filter(({ name }) => took.has(name))
		.map((contestant) => [
			contestant.title,
			...conditions.map(({ name }) => timedCell(results, job.name, name, contestant.name)),
		]);
	const head = ['', ...conditions.map(({ title }) => title)];
	return `## ${job.title}\n\n${table(head, rows)}`;
}

function timedCell(results: Results, job: string, condition: string, contestant: string): string {
	const result = find(results, job, condition, contestant);
	if (!result) return '–';
	const milliseconds = time(result);
	if (milliseconds === undefined) return `failed: ${brief(result.failure)}`;
	const ratio = ratioToOurs(results, job, condition, contestant);
	const seconds = `${(milliseconds / 1000).toFixed(2)} s`;
	const single = result.rounds.length === 1 && !results.quick ? ', one run' : '';
	const steal = stealOf(result.rounds);
	if (contestant === OURS) return `**${seconds}**${steal}`;
	return `${seconds} (${ratio === undefined ? '?' : `${ratio.toFixed(1)}×`}${single})${steal}`;
}

function stealOf(rounds: Disturbed[]): string {
	const steal = median(rounds.map((round) => round.steal));
	return steal < 1 ? '' : `, ${steal.toFixed(0)}% steal`;
}

function brief(failure = ''): string {
	return failure.replaceAll(/[|\s]+/g, ' ').slice(0, 80);
}

function intakeTable({ intake, intakeRequests }: Results): string {
	const rows = intake.map(({ trigger, connections, saving, rounds }) => [
		INTAKE_TRIGGERS[trigger],
		String(connections),
		saving ? 'on' : 'off',
		middle(rounds, 'perSecond').toFixed(0) + stealOf(rounds),
		`${middle(rounds, 'p50').toFixed(1)} ms`,
		`${middle(rounds, 'p99').toFixed(1)} ms`,
		String(rounds.reduce((sum, { failed }) => sum + failed, 0)),
	]);
	const head = ['', 'connections', 'saving', 'requests/s', 'p50', 'p99', 'failed'];
	return `## Webhook intake, ${intakeRequests} deliveries each\n\n${table(head, rows)}`;
}

export function middle(
	rounds: IntakeResult['rounds'],
	field: keyof IntakeResult['rounds'][number],
): number {
	return median(rounds.map((round) => round[field]));
}

function pollText({ kinds, polls, requests }: NonNullable<Results['poll']>): string {
	const rows = Object.entries(requests).map(([request, count]) => [
		`\`${request}\``,
		(count / polls).toFixed(1),
	]);
	return `## Poll without new events, ${kinds} kinds of events\n\n${table(['', 'requests per poll'], rows)}`;
}

function memoryTable({ memory }: Results): string {
	const rows = memory.map(({ title, rounds, failure }) => {
		if (failure !== undefined || rounds.length === 0) return [title, '', brief(failure)];
		const [before, peak] = (['before', 'peak'] as const).map(
			(field) => `${median(rounds.map((round) => round[field])).toFixed(0)} MiB`,
		);
		return [title, before, peak];
	});
	const head = ['', 'before the run', 'at the peak'];
	return `## Peak memory of the process (VmHWM), all events, no latency\n\n${table(head, rows)}`;
}

function targetTable(results: Results): string {
	const rows = judgeTargets(results).map(({ text, measured, reached }) => [
		text,
		measured,
		reached ? 'reached' : '**missed**',
	]);
	return `## Targets\n\n${table(['', 'measured', ''], rows)}`;
}
