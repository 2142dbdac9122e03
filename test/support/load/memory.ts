import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Megabytes of memory that a process holds. */
export async function residentMemory(pid: number): Promise<number> {
	const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
	return Number(stdout) / 1024;
}
