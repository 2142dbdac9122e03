import { mixedRandom, type Random } from '../../store/random.ts';
import type { Fault } from './schema.ts';

/** The parts of a request that faults match. */
export interface Target {
	method: string;
	/** Without the query. */
	path: string;
	/** Pattern of its route; undefined for an unknown route. */
	route: string | undefined;
}

interface ActiveFault {
	fault: Fault;
	random: Random;
	/** The number of requests it has hit. */
	hits: number;
}

/** The active faults. They hit the same requests of the same sequence every time. */
export class Faults {
	#active: ActiveFault[] = [];

	constructor(faults: Fault[] = []) {
		this.set(faults);
	}

	/** Replaces all faults and resets their counters and random numbers. */
	set(faults: Fault[]): void {
		this.#active = faults.map((fault, index) => ({
			fault,
			random: mixedRandom(fault.seed ?? index + 1),
			hits: 0,
		}));
	}

	all(): (Fault & { hits: number })[] {
		return this.#active.map(({ fault, hits }) => ({ ...fault, hits }));
	}

	/** The first fault that hits a request at this stage. */
	next(target: Target, after: Fault['after']): Fault | undefined {
		const hit = this.#active.find((item) => item.fault.after === after && isHit(item, target));
		if (hit) hit.hits += 1;
		return hit?.fault;
	}
}

function isHit({ fault, random, hits }: ActiveFault, target: Target): boolean {
	return (
		(fault.method === undefined || fault.method === target.method) &&
		matchesPath(fault.path ?? '*', target) &&
		hits < (fault.times ?? Infinity) &&
		random.chance(fault.share ?? 1)
	);
}

function matchesPath(pattern: string, { path, route = path }: Target): boolean {
	return (
		pattern === '*' ||
		pattern === path ||
		withoutParameterNames(pattern) === withoutParameterNames(route)
	);
}

/** Path parameters are named differently here (`/links/:id`) and in the documentation (`/links/{linkId}`). */
function withoutParameterNames(pattern: string): string {
	return pattern.replace(/:\w+|\{\w+\}/g, ':');
}
