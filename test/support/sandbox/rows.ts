import type { Row } from '../../../sandbox/store/database.ts';
import type { Sandbox } from '../../../sandbox/app/server.ts';

/** The one row that a test is about. */
export function row<T = Row>({ db }: Sandbox, sql: string, ...params: (string | number)[]): T {
	const found = db.get<T>(sql, ...params);
	if (!found) throw new Error(`no row for: ${sql}`);
	return found;
}

export function workspaceId(sandbox: Sandbox, slug: string): string {
	return row<{ id: string }>(sandbox, 'SELECT id FROM workspaces WHERE slug = ?', slug).id;
}

export function programId(sandbox: Sandbox, slug: string): string {
	const sql = 'SELECT default_program_id AS id FROM workspaces WHERE slug = ?';
	return row<{ id: string }>(sandbox, sql, slug).id;
}
