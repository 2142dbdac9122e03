import { randomBytes } from 'node:crypto';
import { TABLES } from '../../sandbox/app/tables.ts';
import { generateSampleData } from '../../sandbox/data/generate.ts';
import { alphanumeric, resourceId } from '../../sandbox/store/ids.ts';
import { Database, type Row } from '../../sandbox/store/database.ts';

/** The workspace of the benchmark; its slug is the name of its plan. */
export const WORKSPACE = 'business';

/** At least this share of the generated events are clicks in the workspace on links that exist. */
const USABLE_SHARE = 0.5;

/** Marks the links of one run, in a field that no contestant reads. */
const TEMPORARY = 'benchmark';

/** Creates a database in which the workspace has exactly this many clicks and links with default parameters. */
export function createDataset(file: string, sizes: { events: number; links: number }): void {
	const db = new Database(file, TABLES);
	generateSampleData(db, {
		seed: 1,
		events: Math.ceil(sizes.events / USABLE_SHARE),
		now: Date.now(),
	});
	db.transaction(() => {
		const workspace = workspaceId(db);
		const clicks = "FROM events WHERE workspace_id = ? AND kind = 'click'";
		db.run(`DELETE ${clicks} AND link_id NOT IN (SELECT id FROM links)`, workspace);
		const { count = 0 } =
			db.get<{ count: number }>(`SELECT count(*) AS count ${clicks}`, workspace) ?? {};
		if (count < sizes.events)
			throw new Error(`Only ${count} of ${sizes.events} clicks were generated.`);
		db.run(
			`DELETE FROM events WHERE seq IN (SELECT seq ${clicks} ORDER BY timestamp LIMIT ?)`,
			workspace,
			count - sizes.events,
		);
		const listed = db.get<{ count: number }>(
			'SELECT count(*) AS count FROM links WHERE workspace_id = ? AND folder_id IS NULL AND archived = 0',
			workspace,
		);
		insertLinks(db, sizes.links - (listed?.count ?? 0), null);
	});
	db.close();
}

function workspaceId(db: Database): string {
	const row = db.get<{ id: string }>('SELECT id FROM workspaces WHERE slug = ?', WORKSPACE);
	if (!row) throw new Error(`No workspace ${WORKSPACE} was found.`);
	return row.id;
}

/** Inserts copies of a plain link. @returns their IDs */
function insertLinks(db: Database, count: number, comments: string | null): string[] {
	const template = db.get<Row>(
		`SELECT * FROM links WHERE workspace_id = ? AND folder_id IS NULL AND archived = 0
		 AND external_id IS NULL AND tenant_id IS NULL AND partner_id IS NULL AND key <> '_root'`,
		workspaceId(db),
	);
	if (!template) throw new Error('The sample data has no plain link.');
	const now = Date.now();
	return Array.from({ length: count }, () => {
		const id = resourceId('link_', now, randomBytes);
		const key = `b${alphanumeric(12)}`;
		db.insert('links', { ...template, id, key, comments, created_at: now, updated_at: now });
		return id;
	});
}

/** Inserts links for one run to delete. @returns their IDs */
export function addTemporaryLinks(db: Database, count: number): string[] {
	return db.transaction(() => insertLinks(db, count, TEMPORARY));
}

/** Removes the links that a run did not delete, or has created. @returns their number */
export function removeTemporaryLinks(db: Database): number {
	return db.run(
		'DELETE FROM links WHERE workspace_id = ? AND (comments = ? OR url LIKE ?)',
		workspaceId(db),
		TEMPORARY,
		`${temporaryUrl('')}%`,
	);
}

/** @returns the destination URL of a link that a run creates */
export function temporaryUrl(name: string): string {
	return `https://benchmark.example.com/${name}`;
}

/** Creates an API key of the workspace's owner, since rate limits apply per key. */
export function addKey(db: Database): string {
	const key = db.get<Row>(
		"SELECT * FROM api_keys WHERE workspace_id = ? AND name = 'owner'",
		workspaceId(db),
	);
	const token = `dub_${alphanumeric(24)}`;
	const now = Date.now();
	db.insert('api_keys', {
		...key,
		id: resourceId('key_', now),
		token,
		name: 'benchmark',
		created_at: now,
	});
	return token;
}
