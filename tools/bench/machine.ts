import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';

/** Describes the machine in one line. Call it before the benchmark puts load on the machine. */
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

/** @returns the current memory of a process without its children, in MiB; Linux only */
export async function readMemory(pid: number): Promise<number> {
	return await readStatus(pid, 'VmRSS');
}

/** @returns the peak memory of a process without its children since `resetPeak`, in MiB; Linux only */
export async function readPeak(pid: number): Promise<number> {
	return await readStatus(pid, 'VmHWM');
}

export async function resetPeak(pid: number): Promise<void> {
	await writeFile(`/proc/${pid}/clear_refs`, '5');
}

async function readStatus(pid: number, field: string): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const line = status.split('\n').find((text) => text.startsWith(`${field}:`));
	return Number.parseInt(line?.slice(field.length + 1) ?? '', 10) / 1024;
}
