import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { canWriteFolder, requireFolderAccess } from '../folder/access.ts';
import { principalOf, type Principal } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { requireBelowLimit } from '../http/countLimits.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import { commaList } from '../http/fields.ts';
import { validate } from '../http/validate.ts';
import { defaultDomain, requireLinkPlan } from './checks.ts';
import type { LinkRow } from './columns.ts';
import { bulkCreateBody, bulkUpdateBody, type LinkFields } from './fields.ts';
import { withoutOuterSlashes } from './key.ts';
import { presentLinks, ROOT_KEY } from './present.ts';
import { createLink, deleteLink, findLink, updateLink } from './rules.ts';

const MAX_BULK_DELETE = 100;

const deleteQuery = z.object({ linkIds: z.string().default('').transform(commaList) });

interface LinkError {
	link: unknown;
	error: string;
	code: ErrorCode;
}

/** Bulk operations, which send no webhook events for links. */
export function linkBulkRoutes(app: FastifyInstance, context: Context): void {
	const { db, quirks } = context;
	const config = { access: { scope: 'links.write', headersOnSuccess: true } } as const;

	app.post('/links/bulk', { config }, async (request) => {
		const principal = principalOf(request);
		const links = validate(bulkCreateBody, request.body, quirks);
		requireDifferentKeys(principal, links);
		requireBelowLimit(context, principal.workspace, 'links', links.length);
		return forEach(links, (fields) => {
			requireLinkPlan(principal.workspace.plan, fields);
			if (fields.folderId) requireFolderAccess(db, principal, fields.folderId, 'write');
			return createLink(context, principal, fields);
		});
	});

	app.patch('/links/bulk', { config }, async (request, reply) => {
		const principal = principalOf(request);
		const { workspace } = principal;
		const { linkIds, externalIds, data } = validate(bulkUpdateBody, request.body, quirks);
		if (data.folderId) requireFolderAccess(db, principal, data.folderId, 'write');
		const [column, ids] = linkIds.length > 0 ? ['id', linkIds] : ['external_id', externalIds];
		// The real service also responds with a plain string.
		if (ids.length === 0) {
			return reply.type('application/json').send(JSON.stringify('No links to update.'));
		}
		const named = [...new Set(ids)].map((id) => (column === 'id' ? { id } : { externalId: id }));
		return forEach(named, (name) => {
			const id = name.id ?? name.externalId;
			const link = db.get<LinkRow>(
				`SELECT * FROM links WHERE workspace_id = ? AND ${column} = ?`,
				workspace.id,
				id,
			);
			if (!link) throw new ApiError('not_found', `Link ${id} not found.`);
			requireLinkPlan(workspace.plan, data);
			if (link.folder_id) requireFolderAccess(db, principal, link.folder_id, 'write');
			return updateLink(context, workspace, link, data);
		});
	});

	app.delete('/links/bulk', { config }, async (request) => {
		const principal = principalOf(request);
		const { linkIds } = validate(deleteQuery, request.query, quirks);
		if (linkIds.length === 0) {
			throw new ApiError('bad_request', 'linkIds requires at least one link ID.');
		}
		if (linkIds.length > MAX_BULK_DELETE && quirks.bulkDeleteOver100 === 'refuse') {
			throw new ApiError(
				'unprocessable_entity',
				`too_big: linkIds: At most ${MAX_BULK_DELETE} link IDs can be deleted per request.`,
			);
		}
		const deletedCount = db.transaction(() => {
			const links = linkIds.map((id) => findLink(db, principal.workspace, id));
			const deletable = new Map<string, LinkRow>();
			for (const link of links) {
				if (link && mayDelete(principal, link)) deletable.set(link.id, link);
			}
			for (const link of deletable.values()) deleteLink(context, link);
			return deletable.size;
		});
		return { deletedCount };
	});

	/** Runs `work` for each item; returns the links of those that succeeded, then the errors of the others. */
	function forEach<Item>(items: Item[], work: (item: Item) => LinkRow) {
		const links: LinkRow[] = [];
		const errors: LinkError[] = [];
		db.transaction(() => {
			for (const item of items) {
				try {
					links.push(work(item));
				} catch (error) {
					if (!(error instanceof ApiError)) throw error;
					errors.push({ link: item, error: error.message, code: error.code });
				}
			}
		});
		return [...presentLinks(db, links), ...errors];
	}

	function requireDifferentKeys({ workspace }: Principal, links: LinkFields[]): void {
		const domain = defaultDomain(db, workspace);
		const chosen = links
			.filter(({ key }) => key)
			.map((link) => `${link.domain ?? domain}/${withoutOuterSlashes(link.key ?? '')}`);
		const repeated = chosen.find((link, i) => chosen.indexOf(link) < i);
		if (repeated === undefined) return;
		throw new ApiError('bad_request', `The links hold ${repeated} more than once.`);
	}

	function mayDelete(principal: Principal, link: LinkRow): boolean {
		return (
			link.workspace_id === principal.workspace.id &&
			link.key !== ROOT_KEY &&
			(link.folder_id === null || canWriteFolder(db, principal, link.folder_id))
		);
	}
}
