import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';

/** n8n's binary data in a folder, or in the items. */
export class BinaryStore {
	readonly #folder: string;

	private constructor(folder: string) {
		this.#folder = folder;
	}

	/** @param mode as in N8N_DEFAULT_BINARY_DATA_MODE; `default` is in memory */
	static async start(mode: 'default' | 'filesystem'): Promise<BinaryStore> {
		const config = Container.get(BinaryDataConfig);
		const folder = await mkdtemp(join(tmpdir(), 'binary-data-'));
		Object.assign(config, { mode, localStoragePath: folder });
		await Container.get(BinaryDataService).init();
		return new BinaryStore(folder);
	}

	/** The files in the folder, without their metadata files. */
	async files(): Promise<string[]> {
		const entries = await readdir(this.#folder, { recursive: true });
		const paths = entries.map((entry) => join(this.#folder, entry));
		const stats = await Promise.all(paths.map(async (path) => await stat(path)));
		return paths.filter((path, i) => stats[i].isFile() && !path.endsWith('.metadata'));
	}

	async close(): Promise<void> {
		Object.assign(Container.get(BinaryDataConfig), { mode: 'default' });
		await Container.get(BinaryDataService).init();
		await rm(this.#folder, { recursive: true });
	}
}

/** The content of an item's file. */
export async function bytesOf({ binary }: INodeExecutionData, field = 'data'): Promise<Buffer> {
	const file = binary?.[field];
	if (!file) throw new Error(`the item has no file in ${field}`);
	return await Container.get(BinaryDataService).getAsBuffer(file);
}

/** The same as text, decompressed if its name ends with .gz. */
export async function textOf(item: INodeExecutionData, field = 'data'): Promise<string> {
	const bytes = await bytesOf(item, field);
	const isCompressed = item.binary?.[field].fileName?.endsWith('.gz');
	return (isCompressed ? gunzipSync(bytes) : bytes).toString();
}
