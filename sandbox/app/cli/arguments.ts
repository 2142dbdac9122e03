import { parseArgs } from 'node:util';
import { DEFAULT_SAMPLE_DATA } from '../../data/sample.ts';
import type { Quirks } from '../../http/quirks.ts';
import type { Limits } from '../../http/rateLimiter.ts';
import { DELIVERY_DEFAULTS, type DeliveryOptions } from '../../webhook/deliveryOptions.ts';
import type { Fault } from '../faults/schema.ts';
import type { NetworkOptions } from '../network/network.ts';
import { FAULT_HELP, parseFault } from './faultArgument.ts';
import { NETWORK_HELP, NETWORK_OPTIONS, parseNetwork } from './networkArguments.ts';
import { parseQuirk, quirkHelp } from './quirkArgument.ts';
import { factor, integer, UsageError } from './values.ts';

export interface Arguments {
	help: boolean;
	port: number;
	file?: string;
	/** false: no sample data */
	sampleData: { seed: number; events: number } | false;
	quirks: Partial<Quirks>;
	webhooks: DeliveryOptions;
	limits?: Limits;
	faults: Fault[];
	cacheReads: boolean;
	network: NetworkOptions;
	smtp?: number;
	redirectUris: string[];
}

const DEFAULT_PORT = 4820;

export const HELP = `The sandbox of the Link Attribution Service.

  --port N             Port on 127.0.0.1; 0 chooses a free port (${DEFAULT_PORT})
  --smtp N             Also start an SMTP server on this port of 127.0.0.1; its mail goes to the outbox
  --file PATH          Keep the data in this SQLite file; existing data is used as it is
                       (default: in memory)
  --events N           Number of sample events (${DEFAULT_SAMPLE_DATA.events})
  --seed N             Seed of the sample data: the same seed gives the same data (${DEFAULT_SAMPLE_DATA.seed})
  --empty              No sample data
  --redirect-uri URI   Also register this redirect URI with the sample OAuth apps (repeatable)
  --quirk NAME=VALUE   Behave like the real service in one point (repeatable; default in parentheses):
${indented(quirkHelp())}
  --retry-factor F     Scale the waits between webhook retries, which the service sets to 12 s,
                       2.5 min, 30 min, 6 h, ... (${DELIVERY_DEFAULTS.retryFactor})
  --retries N          Maximum retries of a delivery (${DELIVERY_DEFAULTS.maxRetries})
  --limits LIMITS      off for no rate limits, or general=N,analytics=N: requests a minute and, for
                       analytics, a second (default: the limits of the plans)
  --fault FAULT        Inject a fault: KIND,METHOD /path,name=value,... (repeatable), for example
                       'status,POST /links,status=503,share=0.3' or 'reset,times=1'; kinds:
${indented(FAULT_HELP)}
                       To change faults at runtime, send a JSON array to PUT /sandbox/faults
  --cache-reads        Cache responses to reads until something changes; for benchmarks of clients
${NETWORK_HELP}
  -h, --help           Show this help`;

function indented(lines: string[]): string {
	return lines.map((line) => `                         ${line}`).join('\n');
}

/** @throws UsageError */
export function parseArguments(args: string[]): Arguments {
	const values = readOptions(args);
	if (values.empty && (values.events !== undefined || values.seed !== undefined)) {
		throw new UsageError('--empty cannot be combined with --events or --seed.');
	}
	if (values.file === '') throw new UsageError('--file requires a path.');
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

/** Reads `off`, `general=N`, `analytics=N`, or `general=N,analytics=N`. */
function parseLimits(text: string): Limits {
	if (text === 'off') return 'off';
	const parts = text.split(',').map((part) => /^(general|analytics)=(\d{1,9})$/.exec(part));
	if (parts.includes(null)) {
		throw new UsageError(`--limits must be off or general=N,analytics=N, not "${text}".`);
	}
	return Object.fromEntries(parts.map((part) => [part?.[1], Number(part?.[2])])) as Limits;
}
