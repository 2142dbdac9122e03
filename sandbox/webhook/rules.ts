import { z } from 'zod/v4';
import { requireFolderAccess } from '../folder/access.ts';
import type { Principal } from '../http/access.ts';
import type { Core } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { urlField } from '../http/fields.ts';
import { TRIGGERS } from '../http/publisher.ts';
import { findLink } from '../link/rules.ts';
import { mailUser } from '../mail/outbox.ts';
import { requireProgram } from '../program/program.ts';
import type { Database } from '../store/database.ts';
import { hex, resourceId } from '../store/ids.ts';
import type { WebhookRow } from './columns.ts';
import { triggersOf } from './present.ts';

export const webhookFields = z.object({
	name: z.string().trim().min(1).max(40),
	url: urlField,
	triggers: z.array(z.enum(TRIGGERS)),
	linkScope: z.enum(['workspace', 'folders', 'links']).nullish(),
	linkIds: z.array(z.string()).max(1000).optional(),
	folderIds: z.array(z.string()).max(100).optional(),
});

export const webhookChanges = webhookFields.partial();

type WebhookFields = z.output<typeof webhookFields>;
type WebhookChanges = z.output<typeof webhookChanges>;
/**
 * Registers a webhook within the caller's transaction.
 *
 * @throws ApiError 400 for unknown links or folders, 409 for a used URL, 422 for the scope; 400 or 404 for
 * `payout.confirmed`
 */
export function createWebhook(core: Core, principal: Principal, fields: WebhookFields): WebhookRow {
	const { db, clock } = core;
	const { workspace, userId } = principal;
	requireScopeRules(fields);
	requireSubscribable(db, principal, fields);
	requireFreeUrl(db, workspace.id, fields.url, null);
	const now = clock.now();
	const id = resourceId('wh_', now);
	db.insert('webhooks', {
		id,
		workspace_id: workspace.id,
		name: fields.name,
		url: fields.url,
		secret: `whsec_${hex(32)}`,
		triggers: triggersText(fields.triggers),
		link_scope: fields.linkScope ?? null,
		created_at: now,
	});
	setScopeLists(db, principal, id, fields);
	mailUser(core, userId, {
		subject: `Webhook ${fields.name} was added to ${workspace.name}`,
		body: `Events of the workspace are now sent to ${fields.url}.`,
	});
	return requireWebhook(db, workspace.id, id);
}

/** Like `createWebhook`. Without `triggers`, the scope is stored without validation. */
export function updateWebhook(
	{ db }: Core,
	principal: Principal,
	webhook: WebhookRow,
	changes: WebhookChanges,
): WebhookRow {
	const { triggers, linkScope, name, url } = changes;
	if (triggers) {
		requireScopeRules({ ...changes, triggers });
		requireSubscribable(db, principal, { triggers });
	}
	if (url !== undefined) requireFreeUrl(db, principal.workspace.id, url, webhook.id);
	const keepsScope = linkScope === undefined && !triggers;
	db.run(
		'UPDATE webhooks SET name = ?, url = ?, triggers = ?, link_scope = ? WHERE id = ?',
		name ?? webhook.name,
		url ?? webhook.url,
		triggersText(triggers ?? triggersOf(webhook)),
		keepsScope ? webhook.link_scope : (linkScope ?? null),
		webhook.id,
	);
	setScopeLists(db, principal, webhook.id, changes);
	return requireWebhook(db, principal.workspace.id, webhook.id);
}

/** @throws ApiError 404 for an unknown webhook or one of another workspace */
export function requireWebhook(db: Database, workspaceId: string, id: string): WebhookRow {
	const webhook = db.get<WebhookRow>(
		'SELECT * FROM webhooks WHERE id = ? AND workspace_id = ?',
		id,
		workspaceId,
	);
	if (!webhook) throw new ApiError('not_found', `Webhook ${id} not found.`);
	return webhook;
}

function triggersText(triggers: WebhookFields['triggers']): string {
	return JSON.stringify([...new Set(triggers)]);
}

/** Only clicks have a scope, and they require one. An absent list is allowed: such a webhook gets no clicks. */
function requireScopeRules({
	triggers,
	linkScope,
	linkIds,
	folderIds,
}: Omit<WebhookFields, 'name' | 'url'>): void {
	const invalid = (field: string, text: string) =>
		new ApiError('unprocessable_entity', `custom: ${field}: ${text}`);
	if (!triggers.includes('link.clicked')) {
		if (linkScope) throw invalid('linkScope', 'Only the trigger link.clicked has a link scope');
		return;
	}
	if (!linkScope) throw invalid('linkScope', 'The trigger link.clicked requires a link scope');
	if (linkScope === 'links' && linkIds?.length === 0) {
		throw invalid('linkIds', 'The link scope links requires at least one link');
	}
	if (linkScope === 'folders' && folderIds?.length === 0) {
		throw invalid('folderIds', 'The link scope folders requires at least one folder');
	}
}

function requireSubscribable(
	db: Database,
	{ workspace }: Principal,
	{ triggers }: Pick<WebhookFields, 'triggers'>,
): void {
	if (!triggers.includes('payout.confirmed')) return;
	const program = requireProgram(db, workspace);
	if (program.payout_mode === 'external') return;
	throw new ApiError(
		'bad_request',
		`${program.name} pays its partners through the service, so payout.confirmed is never sent.`,
	);
}

function requireFreeUrl(
	db: Database,
	workspaceId: string,
	url: string,
	ownId: string | null,
): void {
	const taken = 'SELECT 1 FROM webhooks WHERE workspace_id = ? AND url = ? AND id IS NOT ?';
	if (db.get(taken, workspaceId, url, ownId)) {
		throw new ApiError('conflict', `A webhook with the URL ${url} already exists.`);
	}
}

/** Replaces the given lists and clears those that the scope does not use. */
function setScopeLists(
	db: Database,
	principal: Principal,
	id: string,
	{ linkIds, folderIds }: WebhookChanges,
): void {
	const { link_scope: scope } = requireWebhook(db, principal.workspace.id, id);
	if (linkIds ?? scope !== 'links') db.run('DELETE FROM webhook_links WHERE webhook_id = ?', id);
	if (folderIds ?? scope !== 'folders') {
		db.run('DELETE FROM webhook_folders WHERE webhook_id = ?', id);
	}
	for (const linkId of scope === 'links' ? new Set(linkIds) : []) {
		requireLink(db, principal, linkId);
		db.insert('webhook_links', { webhook_id: id, link_id: linkId });
	}
	for (const folderId of scope === 'folders' ? new Set(folderIds) : []) {
		badRequestUnless(() => requireFolderAccess(db, principal, folderId, 'read'));
		db.insert('webhook_folders', { webhook_id: id, folder_id: folderId });
	}
}

function requireLink(db: Database, principal: Principal, linkId: string): void {
	const link = findLink(db, principal.workspace, linkId);
	if (link?.id !== linkId || link.workspace_id !== principal.workspace.id) {
		throw new ApiError('bad_request', `Link ${linkId} not found.`);
	}
	const { folder_id } = link;
	if (folder_id) badRequestUnless(() => requireFolderAccess(db, principal, folder_id, 'read'));
}

/** In a webhook's scope, an unknown or inaccessible item is a bad request. */
function badRequestUnless(check: () => unknown): void {
	try {
		check();
	} catch (error) {
		if (error instanceof ApiError) throw new ApiError('bad_request', error.message);
		throw error;
	}
}
