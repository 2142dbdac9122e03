import type { Workspace } from '../http/columns.ts';
import { ApiError } from '../http/errors.ts';
import { planAtLeast, type Plan } from '../http/permissions.ts';
import type { Database } from '../store/database.ts';
import type { LinkRow } from './columns.ts';
import type { LinkFields } from './fields.ts';

type Features = Partial<Record<keyof LinkFields, unknown>>;

const PRO_FEATURES = [
	'folderId',
	'expiresAt',
	'password',
	'proxy',
	'rewrite',
	'doIndex',
	'ios',
	'android',
	'geo',
] as const;

const BUSINESS_FEATURES = ['trackConversion', 'testVariants', 'webhookIds'] as const;

/** @throws ApiError 403 for a field above the plan, unless it is empty or false */
export function requireLinkPlan(plan: Plan, fields: Features): void {
	requirePlan(plan, 'pro', PRO_FEATURES, fields);
	requirePlan(plan, 'business', BUSINESS_FEATURES, fields);
}

function requirePlan(
	plan: Plan,
	needed: Plan,
	features: readonly (keyof LinkFields)[],
	fields: Features,
): void {
	if (planAtLeast(plan, needed)) return;
	const used = features.find((name) => isUsed(fields[name]));
	if (!used) return;
	throw new ApiError('forbidden', `The plan of this workspace does not include ${used}.`);
}

function isUsed(value: unknown): boolean {
	return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** The service's own domain, for workspaces without one. */
export const DEFAULT_DOMAIN = 'dub.sh';

/** @throws ApiError 422 */
export function requireTestRules(
	testVariants: unknown,
	trackConversion: boolean | undefined,
): void {
	if (testVariants && !trackConversion) {
		throw new ApiError('unprocessable_entity', 'testVariants require trackConversion.');
	}
}

/** The domain of links without a given domain. */
export function defaultDomain(db: Database, workspace: Workspace): string {
	const primary = db.get<{ slug: string }>(
		'SELECT slug FROM domains WHERE workspace_id = ? AND is_primary = 1',
		workspace.id,
	);
	return primary?.slug ?? DEFAULT_DOMAIN;
}

/** @throws ApiError 403 */
export function requireOwnDomain(db: Database, workspace: Workspace, domain: string): string {
	const own = 'SELECT 1 FROM domains WHERE workspace_id = ? AND slug = ?';
	if (domain !== DEFAULT_DOMAIN && !db.get(own, workspace.id, domain)) {
		throw new ApiError('forbidden', `The domain ${domain} does not belong to this workspace.`);
	}
	return domain;
}

/** @throws ApiError 409 */
export function requireFreeExternalId(
	db: Database,
	workspace: Workspace,
	externalId: string | null | undefined,
): void {
	const taken = 'SELECT 1 FROM links WHERE workspace_id = ? AND external_id = ?';
	if (externalId && db.get(taken, workspace.id, externalId)) {
		throw new ApiError('conflict', `A link with the external ID ${externalId} already exists.`);
	}
}

interface Partnership {
	programId?: string | null;
	partnerId?: string | null;
}

/**
 * A workspace has one program, so a partner ID also implies the program.
 *
 * @throws ApiError 404
 */
export function partnershipColumns(
	db: Database,
	workspace: Workspace,
	{ programId, partnerId }: Partnership,
): Pick<LinkRow, 'program_id' | 'partner_id'> {
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
