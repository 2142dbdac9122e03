import type { Database, Row } from '../store/database.ts';
import { resourceId } from '../store/ids.ts';
import type { Random } from '../store/random.ts';

export const DEFAULT_SAMPLE_DATA = { seed: 1, events: 3000 };

export const DAY = 24 * 60 * 60 * 1000;

/** The dependencies of every part of the sample data. */
export class Sample {
	readonly db: Database;
	readonly random: Random;
	/** Epoch milliseconds that all dates are relative to. */
	readonly now: number;

	constructor(db: Database, random: Random, now: number) {
		this.db = db;
		this.random = random;
		this.now = now;
	}

	/** Epoch milliseconds; `days` may have a fraction. */
	daysAgo(days: number): number {
		return Math.round(this.now - days * DAY);
	}

	id(prefix: string, createdAt: number): string {
		return resourceId(prefix, createdAt, this.random.bytes);
	}

	insert(table: string, row: Row): void {
		this.db.insert(table, row);
	}
}
