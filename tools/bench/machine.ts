import { readFile } from 'node:fs/promises';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';

/** What the numbers were measured on, in one line; to be asked before the benchmark loads it. */
export async function describeMachine(): Promise<string> {
	const manifest = join(import.meta.dirname, '..', 'n8n', 'node_modules', 'n8n', 'package.json');
	const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
	const processors = cpus();
	return [
		`${processors.length} × ${processors[0].model.trim()}`,
		`${Math.round(totalmem() / 2 ** 30)} GiB memory`,
		`${platform()} ${release()}`,
		`Node ${process.versions.node}`,
		`n8n ${version}`,
		`load average before ${loadavg()[0].toFixed(1)}`,
		new Date().toISOString().slice(0, 10),
	].join(', ');
}
