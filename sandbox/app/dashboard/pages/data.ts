import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSampleData } from '../../../data/generate.ts';
import { TABLES } from '../../tables.ts';
import type { Dashboard } from '../dashboard.ts';

const MAX_EVENTS = 1_000_000;

/** The sample data: from another seed, with more events, or as a file. */
export function dataPage(dashboard: Dashboard): void {
	const { db, clock } = dashboard.context;

	dashboard.page('data', () => ({
		counts: ['links', 'partners', 'events', 'commissions', 'customers', 'webhook_deliveries'].map(
			(table) => ({
				table: table.replace('_', ' '),
				count: db.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count ?? 0,
			}),
		),
	}));

	dashboard.action('data/reset', ({ fields }) => {
		const seed = Number(fields.seed);
		const events = Number(fields.events);
		if (!Number.isSafeInteger(seed)) return 'Seed must be a whole number.';
		if (!Number.isSafeInteger(events) || events < 0 || events > MAX_EVENTS) {
			return 'Events must be a whole number up to 1,000,000.';
		}
		db.empty(TABLES);
		generateSampleData(db, { seed, events, now: clock.now() });
		return `New sample data with seed ${seed}. Keys have new values: update the credentials of n8n.`;
	});

	dashboard.get('sandbox.db', async (_, reply) => {
		const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
		try {
			const file = join(folder, 'sandbox.db');
			db.run('VACUUM INTO ?', file);
			return await reply
				.headers({
					'content-type': 'application/vnd.sqlite3',
					'content-disposition': 'attachment; filename="sandbox.db"',
				})
				.send(await readFile(file));
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	});
}
