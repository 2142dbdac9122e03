// Runs npm scripts: node tools/parallel.mjs lint:code typecheck -- test:jest --json
// The one after `--` gets the arguments that follow it and prints while it runs. The others run beside it, one after
// another, so that it has processors left; only those that fail print. Fails if one fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const args = process.argv.slice(2);
const end = args.indexOf('--');
const quiet = args.slice(0, end);
const [live, ...liveArgs] = args.slice(end + 1);

/** @returns the exit code, and what it printed unless it printed that while it ran */
async function run(script, scriptArgs, output) {
	const child = spawn('npm', ['run', '--silent', script, '--', ...scriptArgs], {
		stdio: ['ignore', output, output],
		shell: process.platform === 'win32',
	});
	let printed = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', (chunk) => (printed += chunk));
	}
	const begin = Date.now();
	const [code] = await once(child, 'close');
	const seconds = ((Date.now() - begin) / 1000).toFixed(0);
	console.log(`npm run ${script}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s`);
	return { code, printed };
}

async function runQuiet() {
	const results = [];
	for (const script of quiet) results.push(await run(script, [], 'pipe'));
	return results;
}

const results = (await Promise.all([runQuiet(), run(live, liveArgs, 'inherit')])).flat();
const failed = results.filter(({ code }) => code !== 0);
for (const { printed } of failed) console.log(printed);
process.exitCode = failed[0]?.code ?? 0;
