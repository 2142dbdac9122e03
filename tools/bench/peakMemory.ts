/** Of one process without its children, in MiB. Only on Linux, which keeps account of it in /proc. */
import { readFile, writeFile } from 'node:fs/promises';

/** What the process holds in memory now. */
export async function readMemory(pid: number): Promise<number> {
	return await readStatus(pid, 'VmRSS');
}

/** The most that it has held in memory since `resetPeak`. */
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
