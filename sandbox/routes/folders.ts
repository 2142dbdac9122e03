import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import type { Context } from '../context.ts';
import { VISIBLE_TO_MEMBER } from '../domain/folderAccess.ts';
import { principalOf } from '../http/gate.ts';
import { offsetOf, pagingFields } from '../http/paging.ts';
import { validate } from '../http/validate.ts';
import { presentFolder } from '../present/folder.ts';
import type { FolderRow } from '../store/rows.ts';

const listQuery = z.object({ search: z.string().default(''), ...pagingFields(50) });

export function folderRoutes(app: FastifyInstance, { db, quirks }: Context): void {
	const access = { scope: 'folders.read', headersOnSuccess: true } as const;
	app.get('/folders', { config: { access } }, async (request) => {
		const { workspace, role, userId } = principalOf(request);
		const query = validate(listQuery, request.query, quirks);
		const folders = db.all<FolderRow>(
			`SELECT f.* FROM folders f
			 WHERE f.workspace_id = ? AND instr(lower(f.name), lower(?)) > 0 AND (? = 'owner' OR ${VISIBLE_TO_MEMBER})
			 ORDER BY f.created_at, f.id LIMIT ? OFFSET ?`,
			workspace.id,
			query.search,
			role,
			userId,
			query.pageSize,
			offsetOf(query),
		);
		return folders.map(presentFolder);
	});
}
