import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** Invalid arguments; the message is one line for the person. */
export class UsageError extends Error {}

export interface Options {
	help: boolean;
	/** Exit after the last step instead of staying up. */
	once: boolean;
	/** Preferred ports; undefined for the default. */
	port: number | undefined;
	sandboxPort: number | undefined;
	/** The folder for all data of the demo. */
	dataDir: string;
}

export const HELP = `Runs the example workflows in a real n8n against the sandbox of the service.

  npm start                       stay up until Ctrl-C
  npm start -- --once             run everything once, print a summary, and exit

  --port N           port of n8n (5678)
  --sandbox-port N   port of the sandbox (4820)
  --data-dir PATH    folder for the data of n8n and the sandbox (.data)
  --help             show this text

If a port is in use, a free one is used instead.`;

/** @throws UsageError */
export function readOptions(args: string[]): Options {
	const values = parse(args);
	const dataDir = values['data-dir'] ?? join(import.meta.dirname, '..', '..', '.data');
	if (dataDir === '') throw new UsageError('--data-dir must be a path.');
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
		throw new UsageError(`${option} must be a whole number from 1 to 65535, not "${text}".`);
	}
	return value;
}
