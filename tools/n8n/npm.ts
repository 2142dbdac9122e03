import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The npm_* variables of a surrounding `npm start` describe another folder and its options. */
function environment(): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) && name !== 'NODE_ENV'),
	);
}

/** Runs npm in `cwd` and returns its stdout; throws with what npm printed. */
export async function npm(args: string[], cwd: string): Promise<string> {
	const script = process.env.npm_execpath;
	const isNpm = script !== undefined && /\bnpm(-cli)?\.c?js$/.test(script);
	const [command, prefix] = isNpm ? [process.execPath, [script]] : ['npm', []];
	const { stdout } = await run(command, [...prefix, ...args], { cwd, env: environment() });
	return stdout;
}
