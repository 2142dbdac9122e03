import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { offsetOf, pagingFields } from '../http/paging.ts';
import { validate } from '../http/validate.ts';
import { isoDate } from '../store/values.ts';
import { requireFolderAccess, VISIBLE_TO_MEMBER } from './access.ts';
import type { FolderRow } from './columns.ts';
import { createFolder, deleteFolder, folderChanges, folderFields, updateFolder } from './rules.ts';

const listQuery = z.object({ search: z.string().default(''), ...pagingFields(50) });

interface OneFolder {
	Params: { id: string };
}

export function folderRoutes(app: FastifyInstance, context: Context): void {
	const { db, quirks } = context;
	const read = { scope: 'folders.read', headersOnSuccess: true } as const;
	const write = { scope: 'folders.write', plan: 'pro' } as const;

	app.get('/folders', { config: { access: read } }, async (request) => {
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

	const create = { config: { access: { ...write, headersOnSuccess: true } } };
	app.post('/folders', create, async (request, reply) => {
		const principal = principalOf(request);
		const fields = validate(folderFields, request.body, quirks);
		const folder = db.transaction(() => createFolder(context, principal, fields));
		void reply.status(201);
		return presentFolder(folder);
	});

	app.patch<OneFolder>('/folders/:id', { config: { access: write } }, async (request) => {
		const principal = principalOf(request);
		const changes = validate(folderChanges, request.body, quirks);
		const folder = requireFolderAccess(db, principal, request.params.id, 'manage');
		return presentFolder(
			db.transaction(() => updateFolder(context, principal.workspace, folder, changes)),
		);
	});

	app.delete<OneFolder>('/folders/:id', { config: { access: write } }, async (request) => {
		const folder = requireFolderAccess(db, principalOf(request), request.params.id, 'manage');
		db.transaction(() => deleteFolder(context, folder));
		return { id: folder.id };
	});
}

function presentFolder(row: FolderRow) {
	return {
		id: row.id,
		name: row.name,
		description: row.description,
		type: row.type,
		accessLevel: row.access_level,
		createdAt: isoDate(row.created_at),
		updatedAt: isoDate(row.updated_at),
	};
}
