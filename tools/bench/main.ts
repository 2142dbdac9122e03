import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBenchmark } from './benchmark.ts';
import { HELP, readOptions, UsageError, type Options } from './options.ts';
import { failures } from './results.ts';
import { report } from './table.ts';

const root = join(import.meta.dirname, '..', '..');

async function run(options: Options): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

	const results = await runBenchmark(options, folder);
	const data = join(root, '.data', 'bench');
	await mkdir(data, { recursive: true });
	const name = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
	await writeFile(join(data, `${name}.json`), JSON.stringify(results, null, '\t'));
	const file = options.isFull
		? join(root, 'docs', 'benchmark-results.md')
		: join(data, `${name}.md`);
	const markdown = `${report(results)}\n`;
	await writeFile(file, markdown);
	console.log(`\n${markdown}\nWritten to ${file}`);
	for (const failure of failures(results)) {
		process.exitCode = 1;
		console.error(`Failed: ${failure}`);
	}
}

try {
	const options = readOptions(process.argv.slice(2));
	if (options.help) console.log(HELP);
	else await run(options);
} catch (error) {
	process.exitCode = error instanceof UsageError ? 2 : 1;
	console.error(error instanceof UsageError ? `${error.message} See --help.` : error);
}
