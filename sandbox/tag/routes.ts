import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { principalOf } from '../http/access.ts';
import type { Workspace } from '../http/columns.ts';
import type { Context } from '../http/context.ts';
import { requireBelowLimit } from '../http/countLimits.ts';
import { ApiError } from '../http/errors.ts';
import { commaList } from '../http/fields.ts';
import { offsetOf, pagingFields } from '../http/paging.ts';
import { validate } from '../http/validate.ts';
import { resourceId } from '../store/ids.ts';
import type { TagRow } from './columns.ts';
import { presentTag } from './rules.ts';

/** A tag without a color gets one of these; pink must be chosen. */
const RANDOM_COLORS = ['red', 'yellow', 'green', 'blue', 'purple', 'brown', 'gray'] as const;
const COLORS = [...RANDOM_COLORS, 'pink'] as const;

const SORT_COLUMNS = { name: 'lower(name)', createdAt: 'created_at' } as const;

const listQuery = z.object({
	search: z.string().default(''),
	ids: z.string().transform(commaList).optional(),
	sortBy: z.enum(['name', 'createdAt']).default('name'),
	sortOrder: z.enum(['asc', 'desc']).default('asc'),
	...pagingFields(100),
});

const color = z.enum(COLORS).optional();
const name = z.string().trim().min(1).max(190);

/** `tag` is the deprecated form of `name`. */
const tagFields = z.preprocess(withDeprecatedName, z.object({ name, color }));

/** An update requires one of the two but ignores `tag`. */
const tagChanges = z
	.object({ name: name.optional(), tag: name.optional(), color })
	.superRefine((changes, check) => {
		if (changes.name !== undefined || changes.tag !== undefined) return;
		check.addIssue({ code: 'invalid_type', expected: 'string', path: ['name'], input: undefined });
	});

interface OneTag {
	Params: { id: string };
}

export function tagRoutes(app: FastifyInstance, context: Context): void {
	const { db, clock, quirks } = context;
	const read = { scope: 'tags.read', headersOnSuccess: true } as const;
	const write = { scope: 'tags.write' } as const;

	app.get('/tags', { config: { access: read } }, async (request) => {
		const query = validate(listQuery, request.query, quirks);
		const order = query.sortOrder === 'desc' ? 'DESC' : 'ASC';
		const tags = db.all<TagRow>(
			`SELECT * FROM tags WHERE workspace_id = ?1 AND instr(lower(name), lower(?2)) > 0
			 AND (?3 IS NULL OR id IN (SELECT value FROM json_each(?3)))
			 ORDER BY ${SORT_COLUMNS[query.sortBy]} ${order}, id ${order} LIMIT ?4 OFFSET ?5`,
			principalOf(request).workspace.id,
			query.search,
			query.ids ? JSON.stringify(query.ids) : null,
			query.pageSize,
			offsetOf(query),
		);
		return tags.map(presentTag);
	});

	const create = { config: { access: { ...write, headersOnSuccess: true } } };
	app.post('/tags', create, async (request, reply) => {
		const { workspace } = principalOf(request);
		const fields = validate(tagFields, request.body, quirks);
		requireBelowLimit(context, workspace, 'tags');
		requireFreeName(workspace, fields.name);
		const now = clock.now();
		const tag = {
			id: resourceId('tag_', now),
			name: fields.name,
			color: fields.color ?? RANDOM_COLORS[randomInt(RANDOM_COLORS.length)],
		};
		db.insert('tags', { ...tag, workspace_id: workspace.id, created_at: now });
		void reply.status(201);
		return tag;
	});

	app.patch<OneTag>('/tags/:id', { config: { access: write } }, async (request) => {
		const { workspace } = principalOf(request);
		const changes = validate(tagChanges, request.body, quirks);
		const tag = requireTag(workspace, request.params.id);
		const changed = { ...tag, name: changes.name ?? tag.name, color: changes.color ?? tag.color };
		requireFreeName(workspace, changed.name, tag.id);
		db.run('UPDATE tags SET name = ?, color = ? WHERE id = ?', changed.name, changed.color, tag.id);
		return presentTag(changed);
	});

	app.delete<OneTag>('/tags/:id', { config: { access: write } }, async (request) => {
		const { id } = requireTag(principalOf(request).workspace, request.params.id);
		db.run('DELETE FROM tags WHERE id = ?', id);
		return { id };
	});

	function requireTag(workspace: Workspace, id: string): TagRow {
		const sql = 'SELECT * FROM tags WHERE id = ? AND workspace_id = ?';
		const tag = db.get<TagRow>(sql, id, workspace.id);
		if (!tag) throw new ApiError('not_found', `Tag ${id} not found.`);
		return tag;
	}

	/** Names are case-insensitive, since links are tagged by name in any case. */
	function requireFreeName(workspace: Workspace, name: string, holder = ''): void {
		const taken =
			'SELECT 1 FROM tags WHERE workspace_id = ? AND lower(name) = lower(?) AND id <> ?';
		if (db.get(taken, workspace.id, name, holder)) {
			throw new ApiError('conflict', `A tag with the name ${name} already exists.`);
		}
	}
}

function withDeprecatedName(body: unknown): unknown {
	if (typeof body !== 'object' || body === null || !('tag' in body)) return body;
	return { name: body.tag, ...body };
}
