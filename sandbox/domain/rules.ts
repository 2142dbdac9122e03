import { z } from 'zod/v4';
import type { Principal } from '../http/access.ts';
import type { Workspace } from '../http/columns.ts';
import type { Core } from '../http/context.ts';
import { requireBelowLimit } from '../http/countLimits.ts';
import { ApiError } from '../http/errors.ts';
import { looseUrlField } from '../http/fields.ts';
import { DEFAULT_DOMAIN } from '../link/checks.ts';
import { ROOT_KEY } from '../link/present.ts';
import type { Database } from '../store/database.ts';
import { resourceId } from '../store/ids.ts';
import { SELECT_DOMAINS, type DomainRow } from './columns.ts';

const HOST_NAME = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u;

/** Uploaded image data, or an image that the service itself stores or offers. */
const LOGO =
	/^(data:image\/(png|jpeg|jpg|gif|webp);base64,[A-Za-z0-9+/=]+$|https:\/\/dubassets\.com|https:\/\/www\.google\.com\/s2\/favicons\?sz=64&domain_url=)/;

const jsonText = z.string().refine(isJson, 'Invalid JSON').nullish();

export const domainFields = z.object({
	slug: z
		.string()
		.trim()
		.toLowerCase()
		.min(1)
		.max(190)
		.refine((slug) => !slug.startsWith('www.'), 'A domain cannot start with www.')
		.refine((slug) => HOST_NAME.test(slug), 'Invalid domain'),
	expiredUrl: looseUrlField(32_000).nullish(),
	notFoundUrl: looseUrlField(32_000).nullish(),
	archived: z.boolean().optional(),
	placeholder: looseUrlField(100).nullish(),
	logo: z.string().regex(LOGO, 'Invalid logo').nullish(),
	assetLinks: jsonText,
	appleAppSiteAssociation: jsonText,
});

export const domainChanges = domainFields.partial();

type DomainFields = z.output<typeof domainFields>;
type DomainChanges = z.output<typeof domainChanges>;

const PRO_FEATURES = [
	'expiredUrl',
	'notFoundUrl',
	'logo',
	'assetLinks',
	'appleAppSiteAssociation',
] as const;

/**
 * Adds a domain and its root link without a destination. The first domain of a workspace becomes its primary domain.
 *
 * @throws ApiError 403 for a feature above the plan or too many domains, 409 for a domain used by any workspace
 */
export function createDomain(
	core: Core,
	{ workspace, userId }: Principal,
	{ slug, ...fields }: DomainFields,
	verified: 0 | 1 = 0,
): DomainRow {
	const { db, clock } = core;
	requireBelowLimit(core, workspace, 'domains');
	requirePlan(workspace, fields);
	requireUnused(db, slug);
	const now = clock.now();
	const id = resourceId('dom_', now);
	const first = db.get('SELECT 1 FROM domains WHERE workspace_id = ?', workspace.id) === undefined;
	const times = { created_at: now, updated_at: now };
	const owned = { workspace_id: workspace.id, ...times };
	db.insert('domains', { id, slug, verified, is_primary: first ? 1 : 0, ...owned });
	db.insert('links', {
		id: resourceId('link_', now),
		domain: slug,
		key: ROOT_KEY,
		url: '',
		user_id: userId,
		...owned,
	});
	storeFields(db, requireDomain(db, workspace, slug), fields, now);
	return requireDomain(db, workspace, slug);
}

/**
 * Changes the given fields; null and '' clear. Renaming a domain moves its links.
 *
 * @throws ApiError 403 for a feature above the plan, 409 for a domain used by any workspace
 */
export function updateDomain(
	{ db, clock }: Core,
	workspace: Workspace,
	domain: DomainRow,
	{ slug = domain.slug, ...fields }: DomainChanges,
): DomainRow {
	requirePlan(workspace, fields);
	if (slug !== domain.slug) rename(db, domain, slug);
	storeFields(db, domain, fields, clock.now());
	return requireDomain(db, workspace, slug);
}

/**
 * Deletes a domain and its links without webhook events. A deleted primary domain is replaced by the oldest other
 * domain, preferably one that is not archived.
 *
 * @throws ApiError 403 for the domain of a partner program or one registered with the service
 */
export function deleteDomain({ db }: Core, domain: DomainRow): void {
	if (domain.registration_id !== null) {
		throw new ApiError('forbidden', `${domain.slug} was registered here and cannot be deleted.`);
	}
	if (db.get('SELECT 1 FROM programs WHERE domain = ?', domain.slug)) {
		throw new ApiError('forbidden', `${domain.slug} is the domain of a partner program.`);
	}
	const links = 'SELECT id FROM links WHERE domain = ?';
	db.run(`DELETE FROM discount_codes WHERE link_id IN (${links})`, domain.slug);
	db.run('DELETE FROM links WHERE domain = ?', domain.slug);
	db.run('DELETE FROM domains WHERE id = ?', domain.id);
	if (domain.is_primary === 0) return;
	db.run(
		`UPDATE domains SET is_primary = 1 WHERE id =
		 (SELECT id FROM domains WHERE workspace_id = ? ORDER BY archived, created_at, id LIMIT 1)`,
		domain.workspace_id,
	);
}

/** @throws ApiError 404 */
export function requireDomain(db: Database, workspace: Workspace, slug: string): DomainRow {
	const domain = db.get<DomainRow>(
		`${SELECT_DOMAINS} WHERE d.workspace_id = ? AND d.slug = ?`,
		workspace.id,
		slug,
	);
	if (!domain) throw new ApiError('not_found', `Domain ${slug} not found.`);
	return domain;
}

/** Whether any workspace has the domain. */
export function isInUse(db: Database, slug: string): boolean {
	const used = 'SELECT 1 FROM domains WHERE slug = ?';
	return slug === DEFAULT_DOMAIN || db.get(used, slug) !== undefined;
}

function storeFields(
	db: Database,
	domain: DomainRow,
	fields: Omit<DomainChanges, 'slug'>,
	updatedAt: number,
): void {
	db.run(
		`UPDATE domains SET archived = ?, placeholder = ?, logo = ?, expired_url = ?, not_found_url = ?,
		 updated_at = ? WHERE id = ?`,
		fields.archived === undefined ? domain.archived : Number(fields.archived),
		changed(fields.placeholder, domain.placeholder),
		changed(fields.logo, domain.logo),
		changed(fields.expiredUrl, domain.expired_url),
		changed(fields.notFoundUrl, domain.not_found_url),
		updatedAt,
		domain.id,
	);
	db.run(
		`INSERT OR REPLACE INTO domain_apps (domain_id, asset_links, apple_app_site_association)
		 VALUES (?, ?, ?)`,
		domain.id,
		changed(fields.assetLinks, domain.asset_links),
		changed(fields.appleAppSiteAssociation, domain.apple_app_site_association),
	);
}

function rename(db: Database, domain: DomainRow, slug: string): void {
	requireUnused(db, slug);
	db.run('UPDATE domains SET slug = ? WHERE id = ?', slug, domain.id);
	db.run('UPDATE links SET domain = ? WHERE domain = ?', slug, domain.slug);
	db.run('UPDATE programs SET domain = ? WHERE domain = ?', slug, domain.slug);
}

function requireUnused(db: Database, slug: string): void {
	if (isInUse(db, slug)) throw new ApiError('conflict', `The domain ${slug} is already in use.`);
}

function requirePlan({ plan }: Workspace, fields: DomainChanges): void {
	const used = PRO_FEATURES.find((name) => fields[name]);
	if (plan !== 'free' || !used) return;
	throw new ApiError('forbidden', `The plan of this workspace does not include ${used}.`);
}

function changed(given: string | null | undefined, current: string | null): string | null {
	return given === undefined ? current : given || null;
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
