import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { requireFolderAccess } from '../folder/access.ts';
import { principalOf, type Principal } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { requireBelowLimit } from '../http/countLimits.ts';
import { ApiError } from '../http/errors.ts';
import { HOST_NAME } from '../http/fields.ts';
import { validate } from '../http/validate.ts';
import { requireLinkPlan } from './checks.ts';
import type { LinkRow } from './columns.ts';
import { linkChanges, linkFields, type LinkChanges, type LinkFields } from './fields.ts';
import { countLinks, linkCountQuery, linkListQuery, listLinks } from './list.ts';
import { presentLinks, ROOT_KEY } from './present.ts';
import { createLink, deleteLink, findLink, updateLink } from './rules.ts';

const infoQuery = z.object({
	domain: z.string().regex(HOST_NAME, 'Invalid domain').optional(),
	key: z.string().min(1).optional(),
	linkId: z.string().optional(),
	externalId: z.string().optional(),
});

interface OneLink {
	Params: { linkId: string };
}

export function linkRoutes(app: FastifyInstance, context: Context): void {
	const { db, quirks, webhooks } = context;
	const read = { config: { access: { scope: 'links.read', headersOnSuccess: true } } } as const;
	const write = { config: { access: { scope: 'links.write', headersOnSuccess: true } } } as const;

	app.get('/links', read, async (request) => {
		const query = validate(linkListQuery, request.query, quirks);
		return presentLinks(db, listLinks(db, principalOf(request), query));
	});

	app.get('/links/count', read, async (request) => {
		const query = validate(linkCountQuery, request.query, quirks);
		return countLinks(db, principalOf(request), query);
	});

	app.get('/links/info', read, async (request) => {
		const principal = principalOf(request);
		const selector = validate(infoQuery, request.query, quirks);
		const link = selectLink(principal, selector);
		if (!link) throw new ApiError('not_found', 'Link not found.');
		requireAccess(principal, link, 'read');
		return presentLinks(db, [link])[0];
	});

	app.post('/links', write, async (request) => {
		const principal = principalOf(request);
		const fields = validate(linkFields, request.body, quirks);
		const created = create(principal, fields);
		webhooks.publish(principal.workspace.id, 'link.created', () => created);
		return created;
	});

	app.put('/links/upsert', write, async (request) => {
		const principal = principalOf(request);
		const fields = validate(linkFields, request.body, quirks);
		const existing = db.get<LinkRow>(
			'SELECT * FROM links WHERE workspace_id = ? AND url = ? ORDER BY id',
			principal.workspace.id,
			fields.url,
		);
		if (existing) return change(principal, existing, fields);
		return create(principal, fields);
	});

	app.patch<OneLink>('/links/:linkId', write, async (request) => {
		const principal = principalOf(request);
		const fields = validate(linkChanges, request.body, quirks);
		return change(principal, requireLink(principal, request.params.linkId), fields);
	});

	app.delete<OneLink>('/links/:linkId', write, async (request) => {
		const principal = principalOf(request);
		const link = requireLink(principal, request.params.linkId);
		requireAccess(principal, link, 'write');
		if (link.key === ROOT_KEY) {
			throw new ApiError('forbidden', 'The root link of a domain cannot be deleted.');
		}
		const [deleted] = presentLinks(db, [link]);
		db.transaction(() => deleteLink(context, link));
		webhooks.publish(principal.workspace.id, 'link.deleted', () => deleted);
		return { id: link.id };
	});

	function create(principal: Principal, fields: LinkFields) {
		requireBelowLimit(context, principal.workspace, 'links');
		requireAllowed(principal, fields);
		const link = db.transaction(() => createLink(context, principal, fields));
		return presentLinks(db, [link])[0];
	}

	function change(principal: Principal, link: LinkRow, fields: LinkChanges) {
		requireAccess(principal, link, 'write');
		requireAllowed(principal, fields);
		const { workspace } = principal;
		const changed = db.transaction(() => updateLink(context, workspace, link, fields));
		const [updated] = presentLinks(db, [changed]);
		webhooks.publish(workspace.id, 'link.updated', () => updated);
		return updated;
	}

	/** Checks that the plan and the folder allow these fields. */
	function requireAllowed(principal: Principal, fields: LinkChanges): void {
		requireLinkPlan(principal.workspace.plan, fields);
		if (fields.folderId) requireFolderAccess(db, principal, fields.folderId, 'write');
	}

	function selectLink(
		{ workspace }: Principal,
		{ domain, key, linkId, externalId }: z.output<typeof infoQuery>,
	): LinkRow | undefined {
		if (linkId) return findLink(db, workspace, linkId);
		if (externalId) return findLink(db, workspace, `ext_${externalId.replace(/^ext_/, '')}`);
		if (!domain) {
			throw new ApiError('bad_request', 'Set domain and key, linkId, or externalId.');
		}
		return db.get<LinkRow>(
			'SELECT * FROM links WHERE domain = ? AND key = ?',
			domain,
			key || ROOT_KEY,
		);
	}

	function requireLink({ workspace }: Principal, idOrExternalId: string): LinkRow {
		const link = findLink(db, workspace, idOrExternalId);
		if (!link) throw new ApiError('not_found', `Link ${idOrExternalId} not found.`);
		return link;
	}

	function requireAccess(principal: Principal, link: LinkRow, access: 'read' | 'write'): void {
		if (link.workspace_id !== principal.workspace.id) {
			throw quirks.foreignLinkStatus === 404
				? new ApiError('not_found', `Link ${link.id} not found.`)
				: new ApiError('unauthorized', `Link ${link.id} belongs to another workspace.`);
		}
		if (link.folder_id) requireFolderAccess(db, principal, link.folder_id, access);
	}
}
