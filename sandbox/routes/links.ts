import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import type { Context } from '../context.ts';
import { requireFolderAccess } from '../domain/folderAccess.ts';
import { linkFields } from '../domain/linkFields.ts';
import { requireLinkPlan } from '../domain/linkPlan.ts';
import { createLink, deleteLink, findLink } from '../domain/links.ts';
import { ApiError } from '../http/errors.ts';
import { principalOf, type Principal } from '../http/gate.ts';
import { validate } from '../http/validate.ts';
import { ROOT_KEY } from '../present/link.ts';
import { presentLinks } from '../present/links.ts';
import type { LinkRow } from '../store/rows.ts';
import { linkListQuery, listLinks } from './linkList.ts';

const infoQuery = z.object({
	domain: z.string().optional(),
	key: z.string().optional(),
	linkId: z.string().optional(),
	externalId: z.string().optional(),
});

export function linkRoutes(app: FastifyInstance, context: Context): void {
	const { db, quirks, webhooks } = context;
	const read = { scope: 'links.read', headersOnSuccess: true } as const;
	const write = { scope: 'links.write', headersOnSuccess: true } as const;

	app.get('/links', { config: { access: read } }, async (request) => {
		const query = validate(linkListQuery, request.query, quirks);
		return presentLinks(db, listLinks(db, principalOf(request), query));
	});

	app.get('/links/info', { config: { access: read } }, async (request) => {
		const principal = principalOf(request);
		const selector = validate(infoQuery, request.query, quirks);
		const link = selectLink(principal, selector);
		if (!link) throw new ApiError('not_found', 'Link not found.');
		if (link.workspace_id !== principal.workspace.id) throw foreignLink(link.id);
		if (link.folder_id) requireFolderAccess(db, principal, link.folder_id, 'read');
		return presentLinks(db, [link])[0];
	});

	app.post('/links', { config: { access: write } }, async (request) => {
		const principal = principalOf(request);
		const fields = validate(linkFields, request.body, quirks);
		requireLinkPlan(principal.workspace.plan, fields);
		if (fields.folderId) requireFolderAccess(db, principal, fields.folderId, 'write');
		const link = db.transaction(() => createLink(context, principal, fields));
		const [created] = presentLinks(db, [link]);
		webhooks.publish(principal.workspace.id, 'link.created', () => created);
		return created;
	});

	app.delete<{ Params: { linkId: string } }>(
		'/links/:linkId',
		{ config: { access: write } },
		async (request) => {
			const principal = principalOf(request);
			const { linkId } = request.params;
			const link = findLink(db, principal.workspace, linkId);
			if (!link) throw new ApiError('not_found', `Link ${linkId} not found.`);
			if (link.workspace_id !== principal.workspace.id) throw foreignLink(linkId);
			if (link.key === ROOT_KEY) {
				throw new ApiError('forbidden', 'The root link of a domain cannot be deleted.');
			}
			if (link.folder_id) requireFolderAccess(db, principal, link.folder_id, 'write');
			const [deleted] = presentLinks(db, [link]);
			db.transaction(() => deleteLink(context, link));
			webhooks.publish(principal.workspace.id, 'link.deleted', () => deleted);
			return { id: link.id };
		},
	);

	function selectLink(
		{ workspace }: Principal,
		{ domain, key, linkId, externalId }: z.output<typeof infoQuery>,
	): LinkRow | undefined {
		if (linkId) return findLink(db, workspace, linkId);
		if (externalId) return findLink(db, workspace, `ext_${externalId.replace(/^ext_/, '')}`);
		if (!domain) {
			throw new ApiError('bad_request', 'Give domain and key, linkId or externalId.');
		}
		return db.get<LinkRow>(
			'SELECT * FROM links WHERE domain = ? AND key = ?',
			domain,
			key || ROOT_KEY,
		);
	}

	function foreignLink(linkId: string): ApiError {
		return quirks.foreignLinkStatus === 404
			? new ApiError('not_found', `Link ${linkId} not found.`)
			: new ApiError('unauthorized', `Link ${linkId} belongs to another workspace.`);
	}
}
