import { parseArgs } from 'node:util';
import { DEFAULT_SAMPLE_DATA, DELIVERY_DEFAULTS, type DeliveryOptions } from '../defaults.ts';
import type { Fault } from '../faults/schema.ts';
import type { NetworkOptions } from '../network/network.ts';
import type { Quirks } from '../quirks.ts';
import type { Limits } from '../rateLimiter.ts';
import { FAULT_HELP, parseFault } from './faultArgument.ts';
import { NETWORK_HELP, NETWORK_OPTIONS, parseNetwork } from './networkArguments.ts';
import { parseQuirk, quirkHelp } from './quirkArgument.ts';
import { factor, integer, UsageError } from './values.ts';

export interface Arguments {
	help: boolean;
	port: number;
	file?: string;
	/** `false` to start empty. */
	sampleData: { seed: number; events: number } | false;
	quirks: Partial<Quirks>;
	webhooks: DeliveryOptions;
	limits?: Limits;
	faults: Fault[];
	cacheReads: boolean;
	network?: NetworkOptions;
	smtp?: number;
	redirectUris: string[];
}

const DEFAULT_PORT = 4820;

export const HELP = `Runs a sandbox of the Link Attribution Service on this machine.

  --port N             port on 127.0.0.1 (${DEFAULT_PORT}; 0 chooses a free port)
  --smtp N             port of an SMTP server on 127.0.0.1 whose mail goes to the outbox
  --file PATH          store the data in this SQLite file; existing data is kept
                       (default: in memory only)
  --events N           number of events in the sample data (${DEFAULT_SAMPLE_DATA.events})
  --seed N             seed of the sample data; the same seed gives the same data (${DEFAULT_SAMPLE_DATA.seed})
  --empty              start without sample data
  --redirect-uri URI   register another redirect URI for the sample OAuth apps (repeatable)
  --quirk NAME=VALUE   change one behavior of the service (repeatable; default in parentheses):
${indented(quirkHelp())}
  --retry-factor F     delay before a webhook is retried, as a fraction of the service's delays:
                       12 s, 2.5 min, 30 min, 6 h, ... (${DELIVERY_DEFAULTS.retryFactor})
  --retries N          maximum number of retries of a delivery (${DELIVERY_DEFAULTS.maxRetries})
  --limits off         no rate limits; or general=N,analytics=N: N requests per minute, and for
                       analytics per second (default: the limits of each plan)
  --fault FAULT        inject a fault, as KIND,METHOD /path,name=value,... (repeatable), for example
                       'status,POST /links,status=503,share=0.3' or 'reset,times=1'; kinds:
${indented(FAULT_HELP)}
                       PUT /sandbox/faults replaces the faults at run time, with a JSON array
  --cache-reads        cache responses to reads until something changes, for benchmarks of clients
${NETWORK_HELP}
  --help               show this text`;

function indented(lines: string[]): string {
	return lines.map((line) => `                         ${line}`).join('\n');
}

/** @throws UsageError */
export function parseArguments(args: string[]): Arguments {
	const values = readOptions(args);
	if (values.empty && (values.events !== undefined || values.seed !== undefined)) {
		throw new UsageError('--empty cannot be combined with --events or --seed.');
	}
	if (values.file === '') throw new UsageError('--file needs a path.');
	return {
		help: values.help ?? false,
		port: integer('--port', values.port, { max: 65_535 }) ?? DEFAULT_PORT,
		smtp: integer('--smtp', values.smtp, { max: 65_535 }),
		file: values.file,
		sampleData: !values.empty && {
			seed: integer('--seed', values.seed, { max: 2 ** 31 - 1 }) ?? DEFAULT_SAMPLE_DATA.seed,
			events: integer('--events', values.events, { max: 10_000_000 }) ?? DEFAULT_SAMPLE_DATA.events,
		},
		quirks: Object.assign({}, ...(values.quirk ?? []).map(parseQuirk)) as Partial<Quirks>,
		webhooks: {
			retryFactor: factor('--retry-factor', values['retry-factor']),
			maxRetries: integer('--retries', values.retries, { max: 100 }),
		},
		limits: values.limits === undefined ? undefined : parseLimits(values.limits),
		faults: (values.fault ?? []).map(parseFault),
		cacheReads: values['cache-reads'] ?? false,
		network: parseNetwork(values),
		redirectUris: (values['redirect-uri'] ?? []).map(redirectUri),
	};
}

function readOptions(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				port: { type: 'string' },
				smtp: { type: 'string' },
				file: { type: 'string' },
				events: { type: 'string' },
				seed: { type: 'string' },
				empty: { type: 'boolean' },
				quirk: { type: 'string', multiple: true },
				'retry-factor': { type: 'string' },
				retries: { type: 'string' },
				limits: { type: 'string' },
				fault: { type: 'string', multiple: true },
				'cache-reads': { type: 'boolean' },
				...NETWORK_OPTIONS,
				'redirect-uri': { type: 'string', multiple: true },
				help: { type: 'boolean', short: 'h' },
			},
		}).values;
	} catch (error) {
		const [line] = String(error instanceof Error ? error.message : error).split('\n');
		throw new UsageError(line.replace(/\.?$/, '.'));
	}
}

function redirectUri(text: string): string {
	if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
		throw new UsageError(`--redirect-uri must be an http or https URL, not "${text}".`);
	}
	return text;
}

/** Reads `off`, `general=N`, `analytics=N`, or both separated by a comma. */
export function parseLimits(text: string): Limits {
	if (text === 'off') return 'off';
	const parts = text.split(',').map((part) => /^(general|analytics)=(\d{1,9})$/.exec(part));
	if (parts.includes(null)) {
		throw new UsageError(`--limits must be off or general=N,analytics=N, not "${text}".`);
	}
	return Object.fromEntries(parts.map((part) => [part?.[1], Number(part?.[2])])) as Limits;
}
