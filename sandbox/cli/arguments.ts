import { parseArgs } from 'node:util';
import type { Quirks } from '../quirks.ts';
import { DEFAULT_SAMPLE_DATA } from '../server.ts';
import { parseQuirk, quirkHelp } from './quirkArgument.ts';
import { UsageError } from './usageError.ts';

export interface Arguments {
	help: boolean;
	port: number;
	file?: string;
	/** false: start empty */
	sampleData: { seed: number; events: number } | false;
	quirks: Partial<Quirks>;
	redirectUris: string[];
}

const DEFAULT_PORT = 4820;

export const HELP = `The Link Attribution Service on this machine.

  --port N             where it listens on 127.0.0.1 (${DEFAULT_PORT}; 0 takes a free one)
  --file PATH          keep the data in this SQLite file; one that holds data is used as it is
                       (default: in memory only)
  --events N           size of the sample data (${DEFAULT_SAMPLE_DATA.events})
  --seed N             the same seed makes the same sample data (${DEFAULT_SAMPLE_DATA.seed})
  --empty              no sample data
  --redirect-uri URI   also register this redirect URI with the sample OAuth apps (repeatable)
  --quirk NAME=VALUE   behave like the real service in one point (repeatable; default in brackets):
${quirkHelp()
	.map((line) => `                         ${line}`)
	.join('\n')}
  --help               this text`;

/** @throws UsageError */
export function parseArguments(args: string[]): Arguments {
	const values = readOptions(args);
	if (values.empty && (values.events !== undefined || values.seed !== undefined)) {
		throw new UsageError('--empty cannot be combined with --events or --seed.');
	}
	if (values.file === '') throw new UsageError('--file needs a path.');
	return {
		help: values.help ?? false,
		port: integer('--port', values.port, DEFAULT_PORT, 65_535),
		file: values.file,
		sampleData: !values.empty && {
			seed: integer('--seed', values.seed, DEFAULT_SAMPLE_DATA.seed, 2 ** 31 - 1),
			events: integer('--events', values.events, DEFAULT_SAMPLE_DATA.events, 10_000_000),
		},
		quirks: Object.assign({}, ...(values.quirk ?? []).map(parseQuirk)) as Partial<Quirks>,
		redirectUris: (values['redirect-uri'] ?? []).map(redirectUri),
	};
}

function readOptions(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				port: { type: 'string' },
				file: { type: 'string' },
				events: { type: 'string' },
				seed: { type: 'string' },
				empty: { type: 'boolean' },
				quirk: { type: 'string', multiple: true },
				'redirect-uri': { type: 'string', multiple: true },
				help: { type: 'boolean', short: 'h' },
			},
		}).values;
	} catch (error) {
		const [line] = String(error instanceof Error ? error.message : error).split('\n');
		throw new UsageError(line.replace(/\.?$/, '.'));
	}
}

function integer(option: string, text: string | undefined, fallback: number, max: number): number {
	if (text === undefined) return fallback;
	const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
	if (!(value <= max)) {
		throw new UsageError(`${option} takes a whole number from 0 to ${max}, not "${text}".`);
	}
	return value;
}

function redirectUri(text: string): string {
	if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
		throw new UsageError(`--redirect-uri takes an http or https address, not "${text}".`);
	}
	return text;
}
