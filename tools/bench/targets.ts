import { LIMITS } from './conditions.ts';
import { OURS, OURS_TO_FILE } from './contestants/types.ts';
import { find, ratioToOurs, time, type IntakeResult, type Results } from './results.ts';
import { median } from './statistics.ts';

interface Judgement {
	text: string;
	measured: string;
	reached: boolean;
}

/** Compares the measurements with the targets. */
export function judgeTargets(results: Results): Judgement[] {
	return [
		faster(results, 'events', 'internet', 'http', 4),
		raw(results),
		faster(results, 'events', '80ms', 'http', 3),
		faster(results, 'events', 'none', 'http', 1.1),
		fileTime(results, OURS, 0.6, "the node's time for items"),
		fileTime(results, 'undici-8', 1.6, 'the time of bare HTTP, 8 in parallel'),
		faster(results, 'links', 'none', 'http', 1.1),
		faster(results, 'links', '80ms', 'http', 5),
		faster(results, 'links', 'internet', 'http', 5),
		linkRequests(results),
		...limits(results),
		faster(results, 'deleteLinks', 'limits', 'http', 20),
		...results.intake.flatMap((own) => intake(results, own)),
		poll(results),
		memory(results),
		fileMemory(results),
	].filter((judgement) => judgement !== undefined);
}

function faster(
	results: Results,
	job: string,
	condition: string,
	contestant: string,
	times: number,
): Judgement | undefined {
	const ratio = ratioToOurs(results, job, condition, contestant);
	if (ratio === undefined) return undefined;
	return {
		text: `${job}, ${condition}: at least ${times}× as fast as HTTP Request`,
		measured: `${ratio.toFixed(2)}×`,
		reached: ratio >= times,
	};
}

function raw(results: Results): Judgement | undefined {
	const ratio = ratioToOurs(results, 'events', 'internet', 'undici-8');
	if (ratio === undefined) return undefined;
	return {
		text: 'events, internet: within 2× of bare HTTP, 8 in parallel',
		measured: `${(1 / ratio).toFixed(2)}×`,
		reached: 1 / ratio <= 2,
	};
}

/** Compares the time of events to a file with that of another contestant. */
function fileTime(
	results: Results,
	contestant: string,
	times: number,
	what: string,
): Judgement | undefined {
	const [own, other] = [OURS_TO_FILE, contestant].map((name) =>
		time(find(results, 'events', '80ms', name)),
	);
	if (own === undefined || other === undefined) return undefined;
	return {
		text: `events to a file, 80ms: within ${times}× ${what}`,
		measured: `${(own / other).toFixed(2)}×`,
		reached: own / other <= times,
	};
}

function linkRequests(results: Results): Judgement | undefined {
	const rounds = find(results, 'links', 'none', OURS)?.rounds ?? [];
	if (rounds.length === 0) return undefined;
	const requests = Math.max(...rounds.map((round) => round.requests));
	return {
		text: 'links: at most 60 requests for 50 pages',
		measured: String(requests),
		reached: requests <= 60,
	};
}

function limits(results: Results): Judgement[] {
	const result = find(results, 'events', 'limits', OURS);
	const pages = results.jobs.find(({ name }) => name === 'events')?.pages;
	if (!result || pages === undefined) return [];
	const milliseconds = time(result);
	// A page that is not full marks the end, and no second may have more requests than the limit.
	const minimum = Math.floor(pages / LIMITS.eventsPerSecond) * 1000;
	const above = milliseconds === undefined ? Infinity : (milliseconds / minimum - 1) * 100;
	const share = median(
		result.rounds.length === 0
			? [100]
			: result.rounds.map(({ refused, requests }) => (100 * refused) / requests),
	);
	return [
		{
			text: `events, limits: within 8% of the theoretical minimum of ${(minimum / 1000).toFixed(2)} s`,
			measured: `${above.toFixed(1)}% above`,
			reached: above <= 8,
		},
		{
			text: 'events, limits: no failed execution',
			measured: result.failure ?? 'none',
			reached: result.failure === undefined,
		},
		{
			text: 'events, limits: fewer than 3% of the requests rate limited',
			measured: `${share.toFixed(1)}%`,
			reached: share < 3,
		},
	];
}

function intake({ intake: all }: Results, own: IntakeResult): Judgement[] {
	if (own.trigger !== 'automatic' && own.trigger !== 'manual') return [];
	const minimal = all.find(
		({ trigger, connections, saving }) =>
			trigger === 'minimal' && connections === own.connections && saving === own.saving,
	);
	if (!minimal) return [];
	const rateOf = ({ rounds }: IntakeResult) => median(rounds.map(({ perSecond }) => perSecond));
	const ratio = rateOf(own) / rateOf(minimal);
	return [
		{
			text: `webhook intake, ${own.trigger} registration, ${own.connections} connections, saving ${own.saving ? 'on' : 'off'}: at least 97% of the minimal trigger's rate`,
			measured: `${(ratio * 100).toFixed(0)}%`,
			reached: ratio >= 0.97,
		},
	];
}

function poll({ poll: result }: Results): Judgement | undefined {
	if (!result) return undefined;
	const counts = Object.values(result.requests);
	return {
		text: 'poll without new events: one request per kind of event, nothing else',
		measured: `${counts.reduce((sum, count) => sum + count, 0) / result.polls} for ${result.kinds} kinds`,
		reached: counts.length === result.kinds && counts.every((count) => count === result.polls),
	};
}

function memory({ memory: all }: Results): Judgement | undefined {
	const [own, http] = [OURS, 'http'].map((name) => {
		const rounds = all.find(({ contestant }) => contestant === name)?.rounds ?? [];
		return rounds.length === 0 ? undefined : median(rounds.map(({ peak }) => peak));
	});
	if (own === undefined || http === undefined) return undefined;
	return {
		text: "peak memory for all events: not above HTTP Request's",
		measured: `${own.toFixed(0)} MiB, HTTP Request ${http.toFixed(0)} MiB`,
		reached: own <= http,
	};
}

function fileMemory({ memory: all }: Results): Judgement | undefined {
	const rounds = all.find(({ contestant }) => contestant === OURS_TO_FILE)?.rounds ?? [];
	if (rounds.length === 0) return undefined;
	const above = (median(rounds.map(({ before, peak }) => peak - before)) * 2 ** 20) / 1e6;
	return {
		text: 'peak memory for events to a file: at most 200 MB above the memory before the run',
		measured: `${above.toFixed(0)} MB`,
		reached: above <= 200,
	};
}
