import { readFile } from 'node:fs/promises';

/** Percent of steal time above which a run is repeated. */
export const MAX_STEAL = 5;

const MAX_REPEATS = 2;

export interface Disturbed {
	/** Percent of the processors' time that the host gave to other machines during the run; 0 where it does not tell. */
	steal: number;
}

/**
 * Runs something that is measured again, up to twice, while the host gives too much time to other machines.
 *
 * @param read returns the content of `/proc/stat`
 * @returns the result of the least disturbed run
 */
export async function leastDisturbed<Result extends object>(
	run: () => Promise<Result>,
	read = readStat,
): Promise<Result & Disturbed> {
	for (let repeats = 0, best: (Result & Disturbed) | undefined; ; repeats++) {
		const before = await read();
		const result = await run();
		const steal = stealBetween(before, await read());
		if (!best || steal < best.steal) best = { ...result, steal };
		if (steal <= MAX_STEAL || repeats === MAX_REPEATS) return best;
	}
}

/** Only Linux has it. */
async function readStat(): Promise<string> {
	return await readFile('/proc/stat', 'utf8').catch(() => '');
}

function stealBetween(before: string, after: string): number {
	const [from, to] = [before, after].map(ticksOf);
	const total = to.total - from.total;
	return total > 0 ? (100 * (to.steal - from.steal)) / total : 0;
}

/** Of all processors: `cpu user nice system idle iowait irq softirq steal`, and guests, which `user` includes. */
function ticksOf(stat: string): { steal: number; total: number } {
	const ticks = stat.split('\n', 1)[0].trim().split(/\s+/).slice(1, 9).map(Number);
	return { steal: ticks[7] ?? 0, total: ticks.reduce((sum, each) => sum + each, 0) };
}
