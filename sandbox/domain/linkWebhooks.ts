import { ApiError } from '../http/errors.ts';
import type { Database } from '../store/database.ts';

/**
 * The webhooks that shall be told of the link's clicks; they get them if their scope is by link.
 *
 * @throws ApiError 422 when one does not exist in the workspace
 */
export function chosenWebhookIds(
	db: Database,
	workspaceId: string,
	webhookIds: string[] | null | undefined,
): Set<string> {
	const chosen = new Set(webhookIds);
	const known = 'SELECT 1 FROM webhooks WHERE id = ? AND workspace_id = ?';
	const unknown = [...chosen].filter((id) => !db.get(known, id, workspaceId));
	if (unknown.length > 0) {
		throw new ApiError('unprocessable_entity', `Invalid webhookIds: ${unknown.join(', ')}`);
	}
	return chosen;
}

export function webhookIdsOf(db: Database, linkId: string): string[] {
	return db
		.all<{ id: string }>('SELECT webhook_id AS id FROM webhook_links WHERE link_id = ?', linkId)
		.map(({ id }) => id);
}
