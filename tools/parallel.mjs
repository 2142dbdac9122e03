// Runs npm scripts in parallel: node tools/parallel.mjs typecheck build
// Prints the output of those that fail, and fails if one fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

async function run(script) {
	const child = spawn('npm', ['run', '--silent', script], {
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: process.platform === 'win32',
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk) => (output += chunk));
	}
	const begin = Date.now();
	const [code] = await once(child, 'close');
	const seconds = ((Date.now() - begin) / 1000).toFixed(0);
	console.log(`npm run ${script}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s`);
	if (code !== 0) console.log(output);
	return code;
}

const codes = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = codes.find((code) => code !== 0) ?? 0;
