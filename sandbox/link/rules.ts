import type { DiscountCodeRow } from '../discountCode/columns.ts';
import { deleteDiscountCode } from '../discountCode/rules.ts';
import type { Workspace } from '../http/columns.ts';
import type { Context, Core } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import type { Database } from '../store/database.ts';
import { resourceId } from '../store/ids.ts';
import { chosenTagIds } from '../tag/rules.ts';
import { linkColumns } from './changes.ts';
import {
	defaultDomain,
	partnershipColumns,
	requireFreeExternalId,
	requireOwnDomain,
	requireTestRules,
} from './checks.ts';
import { LINKS, type LinkRow } from './columns.ts';
import type { LinkChanges, LinkFields } from './fields.ts';
import { chosenKey, randomKey } from './key.ts';
import { ROOT_KEY } from './present.ts';
import { utmOf, withUtm } from './utm.ts';

/**
 * Creates a link within the caller's transaction. The caller checks the plan and the folder. Nothing is written if it
 * throws.
 *
 * @throws ApiError 403 domain, 404 program or partner, 409 key or external ID, 422 key, date, tag, or webhook
 */
export function createLink(
	{ db, clock }: Core,
	{ workspace, userId }: { workspace: Workspace; userId: string },
	fields: LinkFields,
): LinkRow {
	requireTestRules(fields.testVariants, fields.trackConversion);
	const domain = !fields.domain
		? defaultDomain(db, workspace)
		: requireOwnDomain(db, workspace, fields.domain);
	const key = fields.key
		? chosenKey(db, domain, fields.key)
		: randomKey(db, domain, fields.keyLength, fields.prefix);
	requireFreeExternalId(db, workspace, fields.externalId);
	const labels = chosenLabels(db, workspace, fields);
	const now = clock.now();
	const url = withUtm(fields.url, fields);
	const columns = {
		...partnershipColumns(db, workspace, fields),
		...linkColumns(fields, now),
		...utmOf(url),
		external_id: fields.externalId ?? null,
	};

	const id = resourceId('link_', now);
	db.insert('links', {
		id,
		workspace_id: workspace.id,
		domain,
		key,
		url,
		user_id: userId,
		created_at: now,
		updated_at: now,
	});
	storeLink(db, { ...requireLink(db, id), ...columns });
	attachLabels(db, id, labels);
	return requireLink(db, id);
}

/**
 * Changes the given fields of a link within the caller's transaction; null and '' clear. The caller checks the plan and
 * the folders. Nothing is written if it throws.
 *
 * @throws ApiError as `createLink`, and 403 for a new domain or key of a root link
 */
export function updateLink(
	{ db, clock }: Core,
	workspace: Workspace,
	link: LinkRow,
	fields: LinkChanges,
): LinkRow {
	requireTestRules(
		fields.testVariants === undefined ? link.test_variants : fields.testVariants,
		fields.trackConversion ?? link.track_conversion === 1,
	);
	const { externalId = link.external_id } = fields;
	if (externalId !== link.external_id) requireFreeExternalId(db, workspace, externalId);
	const labels = chosenLabels(db, workspace, fields);
	const now = clock.now();
	const url = withUtm(fields.url ?? link.url, fields);
	if (url === '' && link.key !== ROOT_KEY) {
		throw new ApiError('unprocessable_entity', 'custom: url: Invalid URL');
	}
	const partnership =
		fields.programId === undefined && fields.partnerId === undefined
			? {}
			: partnershipColumns(db, workspace, {
					programId: link.program_id,
					partnerId: link.partner_id,
					...fields,
				});
	storeLink(db, {
		...link,
		...newAddress(db, workspace, link, fields),
		...partnership,
		...linkColumns(fields, now),
		...utmOf(url),
		url,
		external_id: externalId,
		updated_at: now,
	});
	attachLabels(db, link.id, labels);
	return requireLink(db, link.id);
}

/** Deletes a link and its discount codes; its events are kept but no longer listed. */
export function deleteLink(context: Context, link: LinkRow): void {
	const codes = context.db.all<DiscountCodeRow>(
		'SELECT * FROM discount_codes WHERE link_id = ?',
		link.id,
	);
	for (const code of codes) deleteDiscountCode(context, code);
	context.db.run('DELETE FROM links WHERE id = ?', link.id);
}

/** @param idOrExternalId a link ID of any workspace, or `ext_` and an external ID of this one */
export function findLink(
	db: Database,
	workspace: Workspace,
	idOrExternalId: string,
): LinkRow | undefined {
	if (!idOrExternalId.startsWith('ext_')) {
		return db.find(LINKS, idOrExternalId);
	}
	return db.get<LinkRow>(
		'SELECT * FROM links WHERE workspace_id = ? AND external_id = ?',
		workspace.id,
		idOrExternalId.slice('ext_'.length),
	);
}

function requireLink(db: Database, id: string): LinkRow {
	const link = db.find(LINKS, id);
	if (!link) throw new Error(`link ${id} was not stored`);
	return link;
}

/** Writes all columns, so that one prepared statement serves all updates. */
function storeLink(db: Database, { id, ...columns }: LinkRow): void {
	const assignments = Object.keys(columns).map((name) => `${name} = ?`);
	db.run(`UPDATE links SET ${assignments.join(', ')} WHERE id = ?`, ...Object.values(columns), id);
}

/** The domain and key after an update. */
function newAddress(
	db: Database,
	workspace: Workspace,
	link: LinkRow,
	{ domain = link.domain, key = link.key }: LinkChanges,
): Pick<LinkRow, 'domain' | 'key'> {
	if (domain === link.domain && key === link.key) return { domain, key };
	if (link.key === ROOT_KEY) {
		throw new ApiError('forbidden', 'The root link of a domain cannot be moved.');
	}
	if (domain !== link.domain) requireOwnDomain(db, workspace, domain);
	return { domain, key: chosenKey(db, domain, key, link) };
}

interface Labels {
	tagIds?: Iterable<string>;
	webhookIds?: Iterable<string>;
}

/** The given tags and webhooks of a link. */
function chosenLabels(db: Database, workspace: Workspace, fields: LinkChanges): Labels {
	const { tagId, tagIds, tagNames, webhookIds } = fields;
	const tagsGiven = [tagId, tagIds, tagNames].some((tags) => tags !== undefined);
	return {
		tagIds: tagsGiven ? chosenTagIds(db, workspace.id, fields) : undefined,
		webhookIds:
			webhookIds === undefined ? undefined : chosenWebhookIds(db, workspace.id, webhookIds),
	};
}

function attachLabels(db: Database, linkId: string, { tagIds, webhookIds }: Labels): void {
	if (tagIds) {
		db.run('DELETE FROM link_tags WHERE link_id = ?', linkId);
		for (const tagId of tagIds) db.insert('link_tags', { link_id: linkId, tag_id: tagId });
	}
	if (webhookIds) {
		db.run('DELETE FROM webhook_links WHERE link_id = ?', linkId);
		for (const webhookId of webhookIds) {
			db.insert('webhook_links', { link_id: linkId, webhook_id: webhookId });
		}
	}
}

/**
 * The webhooks to send the link's clicks to, if their scope is by link.
 *
 * @throws ApiError 422 if one does not exist in the workspace
 */
function chosenWebhookIds(
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
