import { spawn } from 'node:child_process';
import { basename, delimiter, join, sep } from 'node:path';

/** An error that the person can act on; its message is shown without a stack. */
export class SetupError extends Error {}

const nodeModules = join(import.meta.dirname, '..', '..', 'node_modules');

/** Options that say how to reach a registry. */
const keptOptions =
	/^npm_config_(cache|userconfig|globalconfig|registry|.*proxy|ca|cafile|strict_ssl|maxsockets|fetch_.*|offline|prefer_offline|\/\/.*|@.*)$/i;

/**
 * `npm start` passes its own folder and options as npm_* variables, which take precedence over the
 * .npmrc of the folder to install. NODE_ENV=production would skip devDependencies.
 */
function npmEnvironment() {
	const entries = Object.entries(process.env).filter(
		([name]) => name !== 'NODE_ENV' && (!/^npm_/i.test(name) || keptOptions.test(name)),
	);
	const path = (process.env.PATH ?? '')
		.split(delimiter)
		.filter((dir) => dir !== join(nodeModules, '.bin'))
		.join(delimiter);
	return { ...Object.fromEntries(entries), PATH: path };
}

/** The npm that started this script, otherwise the one on PATH. */
function npmCommand() {
	const script = process.env.npm_execpath;
	if (!script || !/^npm(-cli)?\.c?js$/.test(basename(script))) return ['npm'];
	// Under npm, this script may run on the Node in node_modules, which an install removes.
	const isInside = process.execPath.startsWith(nodeModules + sep);
	return [isInside ? (process.env.npm_node_execpath ?? 'node') : process.execPath, script];
}

/** Keeps both ends: npm prints the cause first and its log file last. */
function shorten(messages) {
	const lines = messages.split('\n');
	if (lines.length <= 30) return messages;
	return [...lines.slice(0, 20), '...', ...lines.slice(-8)].join('\n');
}

/**
 * Runs npm and calls `onTick` every second until it exits.
 *
 * @throws SetupError with the output of npm if it fails
 */
export async function runNpm(args, cwd, onTick) {
	const [command, ...prefix] = npmCommand();
	const child = spawn(command, [...prefix, ...args, '--loglevel=error'], {
		cwd,
		env: npmEnvironment(),
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	const interrupt = (signal) => {
		child.kill(signal);
		console.error('\nInterrupted. The next run repeats this step.');
		process.exit(130);
	};
	process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
	const timer = setInterval(onTick, 1000);
	let messages = '';
	child.stderr.setEncoding('utf8').on('data', (text) => (messages += text));
	try {
		const status = await new Promise((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (code, signal) => resolve(code ?? signal));
		});
		if (status === 0) return;
		throw new SetupError(
			`${shorten(messages.trimEnd())}\n\n"npm ${args.join(' ')}" failed (${status}) in ${cwd}`,
		);
	} catch (error) {
		if (error.code !== 'ENOENT') throw error;
		throw new SetupError('npm was not found. It comes with Node: https://nodejs.org');
	} finally {
		clearInterval(timer);
		process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
	}
}
