import { parseArgs } from 'node:util';
import { CONDITIONS, type Condition } from './conditions.ts';

export class UsageError extends Error {}

const JOBS = [
	'events',
	'links',
	'deleteLinks',
	'createLinks',
	'webhookIntake',
	'pollCost',
	'memory',
] as const;

const CONTESTANTS = ['ours', 'ours-file', 'http', 'http-tuned', 'undici-1', 'undici-8', 'dub-1'];

export interface Options {
	help: boolean;
	/** Whether to go on with an interrupted run, with its options. */
	resume: boolean;
	/** Small sizes and few rounds, as a smoke test; the numbers mean little. */
	quick: boolean;
	/** Whether everything is measured with the default options. */
	isFull: boolean;
	rounds: number;
	jobs: string[];
	conditions: string[];
	/** Pages of 1,000 events for the memory of a file. Default: 1,000. */
	filePages: number | undefined;
	/** Of the timed jobs and memory. Default: all. */
	contestants: string[] | undefined;
}

export const HELP = `Compares the nodes with the HTTP Request node, the public SDK, and bare HTTP, in a real n8n.

  npm run bench               everything, in five rounds; takes about 40 minutes
  npm run bench -- --quick    small sizes and one round; takes about two minutes

  --only JOB,...         of ${JOBS.join(', ')}
  --conditions NAME,...  of ${CONDITIONS.map(({ name }) => name).join(', ')}
  --contestants NAME,... of ${CONTESTANTS.join(', ')}
  --rounds N             number of measured rounds, after a warm-up (5)
  --file-pages N         pages of 1,000 events for the memory of a file (1,000)
  --resume               go on with an interrupted run, with its options
  --help                 show this text

A run without options writes its tables to docs/benchmark-results.md, other runs to .data/bench/.
The results of all rounds are written to .data/bench/.`;

/** @throws UsageError */
export function readOptions(args: string[]): Options {
	const values = parse(args);
	const quick = values.quick ?? false;
	if (values.resume && args.length > 1) {
		throw new UsageError('--resume takes the options of the interrupted run, and no others.');
	}
	return {
		help: values.help ?? false,
		resume: values.resume ?? false,
		quick,
		isFull: args.length === 0,
		rounds: wholeNumber('--rounds', values.rounds) ?? (quick ? 1 : 5),
		filePages: wholeNumber('--file-pages', values['file-pages']),
		jobs: list('--only', values.only, JOBS, JOBS),
		conditions: list('--conditions', values.conditions, names(CONDITIONS), byDefault(quick)),
		contestants:
			values.contestants === undefined
				? undefined
				: list('--contestants', values.contestants, CONTESTANTS, []),
	};
}

function parse(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				quick: { type: 'boolean' },
				only: { type: 'string' },
				conditions: { type: 'string' },
				contestants: { type: 'string' },
				rounds: { type: 'string' },
				'file-pages': { type: 'string' },
				resume: { type: 'boolean' },
				help: { type: 'boolean', short: 'h' },
			},
		}).values;
	} catch (error) {
		const [line] = String(error instanceof Error ? error.message : error).split('\n');
		throw new UsageError(line.replace(/\.?$/, '.'));
	}
}

function wholeNumber(option: string, text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
	throw new UsageError(`${option} must be a whole number from 1 to 9999, not "${text}".`);
}

const names = (conditions: Condition[]) => conditions.map(({ name }) => name);

function byDefault(quick: boolean): string[] {
	return names(CONDITIONS.filter(({ inQuick, inFull }) => (quick ? inQuick : inFull)));
}

function list(
	option: string,
	text: string | undefined,
	all: readonly string[],
	unlessGiven: readonly string[],
): string[] {
	if (text === undefined) return [...unlessGiven];
	const given = text.split(',');
	const unknown = given.find((name) => !all.includes(name));
	if (unknown === undefined) return given;
	throw new UsageError(`${option} must be some of: ${all.join(', ')}. "${unknown}" is unknown.`);
}
