import type { Workspace } from './columns.ts';
import type { Core } from './context.ts';
import { ApiError } from './errors.ts';

type Counted = 'links' | 'tags' | 'folders' | 'domains';

/**
 * Checks a workspace's limit in the table `workspace_limits`; without a row there is no limit.
 *
 * @param added the number of new items
 * @throws ApiError 403
 */
export function requireBelowLimit(
	{ db, quirks }: Core,
	{ id }: Workspace,
	counted: Counted,
	added = 1,
): void {
	const limit = db.get<{ max: number }>(
		'SELECT max FROM workspace_limits WHERE workspace_id = ? AND resource = ?',
		id,
		counted,
	);
	if (!limit) return;
	const count = db.get<{ n: number }>(
		`SELECT count(*) AS n FROM ${counted} WHERE workspace_id = ?`,
		id,
	);
	const { max } = limit;
	if ((count?.n ?? 0) + added <= max) return;
	throw new ApiError(quirks.countLimitCode, `This workspace can have ${max} ${counted} at most.`);
}
