import type { Sandbox } from '../../../sandbox/app/server';
import type { Row } from '../../../sandbox/store/database';
import { row, workspaceId } from './rows';

let added = 0;

/**
 * Adds links without folder to the Business workspace, at once, so that there can be hundreds.
 *
 * @returns their IDs, newest first, each newer than all others
 */
export function addLinks(sandbox: Sandbox, count: number, tenantId: string): string[] {
	const template = row<Row>(
		sandbox,
		"SELECT * FROM links WHERE workspace_id = ? AND key <> '_root' AND archived = 0 AND folder_id IS NULL",
		workspaceId(sandbox, 'business'),
	);
	const ids = Array.from({ length: count }, () => `link_9${String(added++).padStart(24, '0')}`);
	const own: Row = { id: 'new.value', key: 'new.value', external_id: 'NULL', tenant_id: '?' };
	const columns = Object.keys(template);
	sandbox.db.run(
		`INSERT INTO links (${columns.join()}) SELECT ${columns.map((name) => own[name] ?? `links.${name}`).join()}
		 FROM links, json_each(?) AS new WHERE links.id = ?`,
		tenantId,
		JSON.stringify(ids),
		template.id,
	);
	return ids.reverse();
}
