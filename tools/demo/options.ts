import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** Arguments that the command line does not take; the message is one line for the person. */
export class UsageError extends Error {}

export interface Options {
	help: boolean;
	/** Stop after the steps instead of staying up. */
	once: boolean;
	/** Preferred ports; undefined when none was asked for. */
	port: number | undefined;
	sandboxPort: number | undefined;
	/** Everything that the demo stores. */
	dataDir: string;
}

export const HELP = `Runs the example workflows in a real n8n against the sandbox of the service.

  npm start                       stays up until Ctrl-C
  npm start -- --once             runs everything once, prints a summary and ends

  --port N           where n8n listens (5678)
  --sandbox-port N   where the sandbox listens (4820)
  --data-dir PATH    where n8n and the sandbox keep their data (.data)
  --help             this text

A port that is taken is replaced by a free one.`;

/** @throws UsageError */
export function readOptions(args: string[]): Options {
	const values = parse(args);
	const dataDir = values['data-dir'] ?? join(import.meta.dirname, '..', '..', '.data');
	if (dataDir === '') throw new UsageError('--data-dir needs a path.');
	return {
		help: values.help ?? false,
		once: values.once ?? false,
		port: portNumber('--port', values.port),
		sandboxPort: portNumber('--sandbox-port', values['sandbox-port']),
		dataDir,
	};
}

function parse(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				once: { type: 'boolean' },
				port: { type: 'string' },
				'sandbox-port': { type: 'string' },
				'data-dir': { type: 'string' },
				help: { type: 'boolean', short: 'h' },
			},
		}).values;
	} catch (error) {
		const [line] = String(error instanceof Error ? error.message : error).split('\n');
		throw new UsageError(line.replace(/\.?$/, '.'));
	}
}

function portNumber(option: string, text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const value = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
	if (!(value >= 1 && value <= 65_535)) {
		throw new UsageError(`${option} takes a whole number from 1 to 65535, not "${text}".`);
	}
	return value;
}
