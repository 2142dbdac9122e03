import { mixedRandom, type Random } from '../../data/random.ts';
import type { Fault } from './schema.ts';

/** What a fault looks at in a request. */
export interface Target {
	method: string;
	/** Without the query. */
	path: string;
	/** Pattern of its route; undefined if there is none. */
	route: string | undefined;
}

interface Switched {
	fault: Fault;
	random: Random;
	/** How many requests it has hit. */
	hits: number;
}

/** The faults that are switched on. The same sequence of requests is always hit in the same way. */
export class Faults {
	#switched: Switched[] = [];

	constructor(faults: Fault[] = []) {
		this.set(faults);
	}

	/** Replaces all faults, and restarts their counts and random numbers. */
	set(faults: Fault[]): void {
		this.#switched = faults.map((fault, index) => ({
			fault,
			random: mixedRandom(fault.seed ?? index + 1),
			hits: 0,
		}));
	}

	all(): (Fault & { hits: number })[] {
		return this.#switched.map(({ fault, hits }) => ({ ...fault, hits }));
	}

	/** The first fault that hits a request at this point. */
	next(target: Target, after: Fault['after']): Fault | undefined {
		const hit = this.#switched.find((item) => item.fault.after === after && strikes(item, target));
		if (hit) hit.hits += 1;
		return hit?.fault;
	}
}

function strikes({ fault, random, hits }: Switched, target: Target): boolean {
	return (
		(fault.method === undefined || fault.method === target.method) &&
		matchesPath(fault.path ?? '*', target) &&
		hits < (fault.times ?? Infinity) &&
		random.chance(fault.share ?? 1)
	);
}

function matchesPath(wanted: string, { path, route = path }: Target): boolean {
	return wanted === '*' || wanted === path || withoutNames(wanted) === withoutNames(route);
}

/** Names of path parameters differ between `/links/:id` here and `/links/{linkId}` in the documentation. */
function withoutNames(pattern: string): string {
	return pattern.replace(/:\w+|\{\w+\}/g, ':');
}
