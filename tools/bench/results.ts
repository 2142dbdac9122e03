import { OURS } from './contestants/types.ts';
import { median } from './statistics.ts';

/** One measured run. */
export interface Round {
	milliseconds: number;
	items: number;
	/** Of these the service refused `refused` for the limit. */
	requests: number;
	refused: number;
}

/** One contestant at one job in one condition. */
export interface TimedResult {
	job: string;
	condition: string;
	contestant: string;
	rounds: Round[];
	/** Why it could not do the job. */
	failure?: string;
	/** It was there to show that it fails. */
	mayFail: boolean;
}

export interface IntakeResult {
	trigger: 'ours' | 'webhook';
	connections: number;
	saving: boolean;
	rounds: Array<{ perSecond: number; p50: number; p99: number; failed: number }>;
}

export interface PollResult {
	/** Kinds of events that the trigger asks for. */
	kinds: number;
	polls: number;
	/** Of all polls together: `GET /events?event=clicks` and so on, and how often. */
	requests: Record<string, number>;
}

export interface MemoryResult {
	contestant: string;
	title: string;
	/** MiB before the run, and at its peak. */
	rounds: Array<{ before: number; peak: number }>;
	failure?: string;
}

export interface Results {
	machine: string;
	quick: boolean;
	/** As each job is named in the tables, with the contestants' titles and the job's size. */
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

/** Median in milliseconds; undefined where it was not run or failed. */
export function time(result: TimedResult | undefined): number | undefined {
	if (!result || result.failure !== undefined || result.rounds.length === 0) return undefined;
	return median(result.rounds.map(({ milliseconds }) => milliseconds));
}

/** How many times as long as the node under test it takes. */
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

/** What was to be measured and was not. */
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
				({ trigger, connections }) => `webhook intake, ${trigger}, ${connections}: refused some`,
			),
		...memory.flatMap(({ contestant, failure }) =>
			failure === undefined ? [] : `memory, ${contestant}: ${failure}`,
		),
	];
}
