import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBenchmark } from './benchmark.ts';
import { HELP, readOptions, UsageError, type Options } from './options.ts';
import { failures } from './results.ts';
import { Sections } from './sections.ts';
import { report } from './table.ts';

const root = join(import.meta.dirname, '..', '..');

const data = join(root, '.data', 'bench');
const unfinished = join(data, 'unfinished.json');

async function run(options: Options, sections: Sections): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

	const results = await runBenchmark(options, sections, folder);
	await mkdir(data, { recursive: true });
	const name = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
	await writeFile(join(data, `${name}.json`), JSON.stringify(results, null, '\t'));
	const file = options.isFull
		? join(root, 'docs', 'benchmark-results.md')
		: join(data, `${name}.md`);
	const markdown = `${report(results)}\n`;
	await writeFile(file, markdown);
	await sections.end();
	console.log(`\n${markdown}\nWritten to ${file}`);
	for (const failure of failures(results)) {
		process.exitCode = 1;
		console.error(`Failed: ${failure}`);
	}
}

try {
	const args = process.argv.slice(2);
	const options = readOptions(args);
	if (options.help) {
		console.log(HELP);
	} else if (options.resume) {
		const sections = await Sections.resume(unfinished);
		if (!sections) throw new UsageError('There is no interrupted run.');
		await run(readOptions(sections.args), sections);
	} else {
		await run(options, Sections.begin(unfinished, args));
	}
} catch (error) {
	process.exitCode = error instanceof UsageError ? 2 : 1;
	console.error(error instanceof UsageError ? `${error.message} See --help.` : error);
}
