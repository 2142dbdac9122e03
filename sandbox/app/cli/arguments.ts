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
	/** false: start empty */
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

export const HELP = `The Link Attribution Service on this machine.

  --port N             where it listens on 127.0.0.1 (${DEFAULT_PORT}; 0 takes a free one)
  --smtp N             also take in e-mail by SMTP at this port of 127.0.0.1, for the outbox
  --file PATH          keep the data in this SQLite file; one that holds data is used as it is
                       (default: in memory only)
  --events N           size of the sample data (${DEFAULT_SAMPLE_DATA.events})
  --seed N             the same seed makes the same sample data (${DEFAULT_SAMPLE_DATA.seed})
  --empty              no sample data
  --redirect-uri URI   also register this redirect URI with the sample OAuth apps (repeatable)
  --quirk NAME=VALUE   behave like the real service in one point (repeatable; default in brackets):
${indented(quirkHelp())}
  --retry-factor F     how long retries of webhooks wait, as a part of what the service waits: 12 s,
                       2.5 min, 30 min, 6 h ... (${DELIVERY_DEFAULTS.retryFactor})
  --retries N          retries of one delivery (${DELIVERY_DEFAULTS.maxRetries})
  --limits off         no rate limits; or general=N,analytics=N for requests per minute and, for
                       analytics, per second (default: those of the plans)
  --fault FAULT        go wrong, as KIND,METHOD /path,name=value,... (repeatable), for example
                       'status,POST /links,status=503,share=0.3' or 'reset,times=1'; kinds:
${indented(FAULT_HELP)}
                       changed while it runs by PUT /sandbox/faults, a JSON array
  --cache-reads        keep the answers of reads until something changes; for benchmarks of clients
${NETWORK_HELP}
  --help               this text`;

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
		throw new UsageError(`--redirect-uri takes an http or https address, not "${text}".`);
	}
	return text;
}

/** Reads `off`, or `general=N`, `analytics=N` or both with a comma between. */
export function parseLimits(text: string): Limits {
	if (text === 'off') return 'off';
	const parts = text.split(',').map((part) => /^(general|analytics)=(\d{1,9})$/.exec(part));
	if (parts.includes(null)) {
		throw new UsageError(`--limits takes off, or general=N,analytics=N, not "${text}".`);
	}
	return Object.fromEntries(parts.map((part) => [part?.[1], Number(part?.[2])])) as Limits;
}
