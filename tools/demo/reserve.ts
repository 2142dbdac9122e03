/** The folder and the ports that a demo keeps to itself while it runs. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePorts, isPortInUse } from '../n8n/ports.ts';
import type { Progress } from './progress.ts';

/**
 * Creates the folder and locks it until this process ends. The lock is SQLite's lock on a file, which is released
 * however the process ends.
 *
 * @throws Error if another demo uses the folder
 */
export async function reserveFolder(folder: string): Promise<{ release(): void }> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const lock = new DatabaseSync(join(folder, 'in-use.db'));
	try {
		lock.exec('BEGIN EXCLUSIVE');
	} catch {
		lock.close();
		throw new Error(`Another demo is running with the data in ${folder}. Stop it first.`);
	}
	return { release: () => lock.close() };
}

/** @returns the preferred port, or a free one if it is in use */
export async function choosePort(
	progress: Progress,
	who: string,
	preferred: number,
): Promise<number> {
	if (!(await isPortInUse(preferred))) return preferred;
	const [port] = await freePorts(1);
	progress.log(`Port ${preferred} is in use, so ${who} uses port ${port}.`);
	return port;
}
