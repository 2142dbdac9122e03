import { DataDeduplicationService } from 'n8n-core';
import type { IDataDeduplicator } from 'n8n-workflow';

/** n8n's record of processed deliveries in memory; like n8n, it reads, compares, and then writes the whole record. */
export class ProcessedData implements IDataDeduplicator {
	stored: string[] = [];
	/** Runs between reading and writing. */
	beforeWrite: () => Promise<void> = async () => {};

	/** Takes the place of the one that an earlier test file of the same process installed: n8n accepts only one. */
	static async install(): Promise<ProcessedData> {
		const data = new ProcessedData();
		Object.assign(DataDeduplicationService, { instance: undefined });
		await DataDeduplicationService.init(data);
		return data;
	}

	reset(): void {
		this.stored = [];
		this.beforeWrite = async () => {};
	}

	async checkProcessedAndRecord(
		...[items, , , { maxEntries = Infinity }]: Parameters<
			IDataDeduplicator['checkProcessedAndRecord']
		>
	) {
		const read = [...this.stored];
		await this.beforeWrite();
		const known = new Set(read);
		const found = {
			new: items.filter((item) => !known.has(String(item))),
			processed: items.filter((item) => known.has(String(item))),
		};
		this.stored = [...read, ...found.new.map(String)].slice(-maxEntries);
		return found;
	}

	async removeProcessed(
		...[items]: Parameters<IDataDeduplicator['removeProcessed']>
	): Promise<void> {
		this.stored = this.stored.filter((each) => !items.map(String).includes(each));
		await Promise.resolve();
	}

	async clearAllProcessedItems(): Promise<void> {}

	async getProcessedDataCount(): Promise<number> {
		return this.stored.length;
	}
}
