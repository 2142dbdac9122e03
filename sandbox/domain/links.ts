import type { Context } from '../context.ts';
import { parseDate } from '../http/dates.ts';
import { ApiError } from '../http/errors.ts';
import type { Workspace } from '../http/gate.ts';
import { resourceId } from '../ids.ts';
import type { Database, Row } from '../store/database.ts';
import type { DiscountCodeRow, LinkRow } from '../store/rows.ts';
import { utmOf, withUtm } from './destinationParams.ts';
import { deleteDiscountCode } from './discountCodes.ts';
import type { LinkFields } from './linkFields.ts';
import { chosenKey, randomKey } from './linkKey.ts';
import { chosenTagIds } from './tags.ts';
import { chosenWebhookIds } from './linkWebhooks.ts';

/** The service's own domain, for workspaces without one. */
export const DEFAULT_DOMAIN = 'dub.sh';

const MAX_TITLE = 120;
const MAX_DESCRIPTION = 240;

/**
 * Creates a link within the caller's transaction. Whether the plan and the folder allow it is the caller's to check.
 *
 * @throws ApiError 403 domain, 404 program or partner, 409 key or external ID, 422 key, date, tag or webhook
 */
export function createLink(
	{ db, clock }: Pick<Context, 'db' | 'clock'>,
	{ workspace, userId }: { workspace: Workspace; userId: string },
	fields: LinkFields,
): LinkRow {
	requireTestRules(fields);
	const domain = requireDomain(db, workspace, fields.domain);
	const key = fields.key
		? chosenKey(db, domain, fields.key)
		: randomKey(db, domain, fields.keyLength, fields.prefix);
	requireFreeExternalId(db, workspace, fields.externalId);
	const tagIds = chosenTagIds(db, workspace.id, fields);
	const webhookIds = chosenWebhookIds(db, workspace.id, fields.webhookIds);
	const program = partnership(db, workspace, fields);

	const now = clock.now();
	const instant = (name: DateField) => instantOf(name, fields[name], now);
	const url = withUtm(fields.url, fields);
	const id = resourceId('link_', now);
	const row = {
		id,
		workspace_id: workspace.id,
		domain,
		key,
		url,
		external_id: fields.externalId ?? null,
		tenant_id: fields.tenantId ?? null,
		...program,
		folder_id: fields.folderId || null,
		user_id: userId,
		track_conversion: Number(fields.trackConversion ?? false),
		archived: Number(fields.archived ?? false),
		expires_at: instant('expiresAt'),
		expired_url: fields.expiredUrl ?? null,
		password: fields.password || null,
		proxy: Number(fields.proxy ?? false),
		title: shortened(fields.title, MAX_TITLE),
		description: shortened(fields.description, MAX_DESCRIPTION),
		image: fields.image ?? null,
		video: fields.video || null,
		rewrite: Number(fields.rewrite ?? false),
		do_index: Number(fields.doIndex ?? false),
		ios: fields.ios ?? null,
		android: fields.android ?? null,
		geo: fields.geo ? JSON.stringify(fields.geo) : null,
		public_stats: Number(fields.publicStats ?? false),
		comments: fields.comments || null,
		...utmOf(url),
		test_variants: fields.testVariants ? JSON.stringify(fields.testVariants) : null,
		test_started_at: instant('testStartedAt'),
		test_completed_at: instant('testCompletedAt'),
		created_at: now,
		updated_at: now,
	} satisfies Row;
	db.insert('links', row);
	for (const tagId of tagIds) db.insert('link_tags', { link_id: id, tag_id: tagId });
	for (const webhookId of webhookIds) {
		db.insert('webhook_links', { link_id: id, webhook_id: webhookId });
	}
	return requireLink(db, id);
}

/** Deletes a link and its discount codes; its events stay, but are no longer listed. */
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
		return db.get<LinkRow>('SELECT * FROM links WHERE id = ?', idOrExternalId);
	}
	return db.get<LinkRow>(
		'SELECT * FROM links WHERE workspace_id = ? AND external_id = ?',
		workspace.id,
		idOrExternalId.slice('ext_'.length),
	);
}

function requireLink(db: Database, id: string): LinkRow {
	const link = db.get<LinkRow>('SELECT * FROM links WHERE id = ?', id);
	if (!link) throw new Error(`link ${id} was not stored`);
	return link;
}

function requireTestRules({ testVariants, trackConversion }: LinkFields): void {
	if (testVariants && !trackConversion) {
		throw new ApiError('unprocessable_entity', 'testVariants need trackConversion.');
	}
}

function requireDomain(db: Database, workspace: Workspace, domain: string | undefined): string {
	if (domain === undefined) {
		const primary = db.get<{ slug: string }>(
			'SELECT slug FROM domains WHERE workspace_id = ? AND is_primary = 1',
			workspace.id,
		);
		return primary?.slug ?? DEFAULT_DOMAIN;
	}
	const own = 'SELECT 1 FROM domains WHERE workspace_id = ? AND slug = ?';
	if (domain !== DEFAULT_DOMAIN && !db.get(own, workspace.id, domain)) {
		throw new ApiError('forbidden', `The domain ${domain} does not belong to this workspace.`);
	}
	return domain;
}

function requireFreeExternalId(
	db: Database,
	workspace: Workspace,
	externalId: string | null | undefined,
): void {
	if (externalId && findLink(db, workspace, `ext_${externalId}`)) {
		throw new ApiError('conflict', `A link with the external ID ${externalId} already exists.`);
	}
}

/** A partner belongs to the workspace's only program, so either ID stands for the program. */
function partnership(db: Database, workspace: Workspace, { programId, partnerId }: LinkFields) {
	if (programId && programId !== workspace.default_program_id) {
		throw new ApiError('not_found', `Program ${programId} not found.`);
	}
	const enrolled = 'SELECT 1 FROM enrollments WHERE program_id = ? AND partner_id = ?';
	if (partnerId && !db.get(enrolled, workspace.default_program_id, partnerId)) {
		throw new ApiError('not_found', `Partner ${partnerId} not found.`);
	}
	return {
		program_id: programId || (partnerId ? workspace.default_program_id : null),
		partner_id: partnerId || null,
	};
}

type DateField = 'expiresAt' | 'testStartedAt' | 'testCompletedAt';

function instantOf(name: DateField, text: string | null | undefined, now: number): number | null {
	if (!text) return null;
	const instant = parseDate(text, now);
	if (instant === null) {
		throw new ApiError('unprocessable_entity', `custom: ${name}: Invalid date`);
	}
	return instant;
}

/** The service cuts off silently. Counted in characters, so that none is cut in half. */
function shortened(text: string | null | undefined, maxLength: number): string | null {
	return text ? [...text].slice(0, maxLength).join('') : null;
}
