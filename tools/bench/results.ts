import { OURS } from './contestants/types.ts';
import { median } from './statistics.ts';
import type { Disturbed } from './steal.ts';

/** One measured run. */
export interface Round extends Disturbed {
	milliseconds: number;
	items: number;
	/** Number of requests, of which `refused` were rate limited. */
	requests: number;
	refused: number;
}

/** One contestant at one job in one condition. */
export interface TimedResult {
	job: string;
	condition: string;
	contestant: string;
	rounds: Round[];
	/** Error message. */
	failure?: string;
	/** Whether it was expected to fail. */
	mayFail: boolean;
}

/** Names in the tables. */
export const INTAKE_TRIGGERS = {
	automatic: 'Link Attribution Trigger, automatic registration',
	manual: 'Link Attribution Trigger, manual registration',
	minimal: 'minimal trigger that verifies a signature',
	webhook: 'Webhook node, without a signature',
} as const;

export type IntakeTrigger = keyof typeof INTAKE_TRIGGERS;

export interface IntakeResult {
	trigger: IntakeTrigger;
	connections: number;
	saving: boolean;
	rounds: Array<{ perSecond: number; p50: number; p99: number; failed: number } & Disturbed>;
}

export interface PollResult {
	/** Number of kinds of events that the trigger polls for. */
	kinds: number;
	polls: number;
	/** Number of requests of all polls, by label, such as `GET /events?event=clicks`. */
	requests: Record<string, number>;
}

export interface MemoryResult {
	contestant: string;
	title: string;
	/** Memory before the run and its peak, in MiB. */
	rounds: Array<{ before: number; peak: number }>;
	failure?: string;
}

export interface Results {
	machine: string;
	quick: boolean;
	/** The jobs and contestants with their names in the tables. */
	jobs: Array<{
		name: string;
		title: string;
		pages: number;
		contestants: Array<{ name: string; title: string }>;
	}>;
	timed: TimedResult[];
	intake: IntakeResult[];
	intakeRequests: number;
	poll?: PollResult;
	memory: MemoryResult[];
}

export function find(
	{ timed }: Results,
	job: string,
	condition: string,
	contestant: string,
): TimedResult | undefined {
	return timed.find(
		(result) =>
			result.job === job && result.condition === condition && result.contestant === contestant,
	);
}

/** @returns the median in milliseconds; undefined if it did not run or failed */
export function time(result: TimedResult | undefined): number | undefined {
	if (!result || result.failure !== undefined || result.rounds.length === 0) return undefined;
	return median(result.rounds.map(({ milliseconds }) => milliseconds));
}

/** @returns its time divided by that of the node under test */
export function ratioToOurs(
	results: Results,
	job: string,
	condition: string,
	contestant: string,
): number | undefined {
	const theirs = time(find(results, job, condition, contestant));
	const own = time(find(results, job, condition, OURS));
	return theirs === undefined || own === undefined ? undefined : theirs / own;
}

/** @returns descriptions of what could not be measured */
export function failures({ timed, intake, memory }: Results): string[] {
	return [
		...timed
			.filter(({ mayFail }) => !mayFail)
			.flatMap(({ job, condition, contestant, failure }) =>
				failure === undefined ? [] : `${job}, ${condition}, ${contestant}: ${failure}`,
			),
		...intake
			.filter(({ rounds }) => rounds.some(({ failed }) => failed > 0))
			.map(
				({ trigger, connections }) =>
					`webhook intake, ${trigger}, ${connections}: failed deliveries`,
			),
		...memory.flatMap(({ contestant, failure }) =>
			failure === undefined ? [] : `memory, ${contestant}: ${failure}`,
		),
	];
}
