import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Makes the folder and keeps every other demo out of it until this process ends: SQLite's lock on a file goes away
 * with the process, however it ends.
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
