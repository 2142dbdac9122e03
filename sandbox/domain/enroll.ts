import type { Context } from '../context.ts';
import { ApiError } from '../http/errors.ts';
import type { Workspace } from '../http/gate.ts';
import { alphanumeric, resourceId } from '../ids.ts';
import { presentEnrolledPartner } from '../present/partner.ts';
import type { Database } from '../store/database.ts';
import type { EnrollmentRow, PartnerRow, ProgramRow } from '../store/rows.ts';
import { enrollmentOfPartner, enrollmentOfTenant } from './enrollments.ts';
import type { PartnerLinkFields } from './linkFields.ts';
import { isTaken } from './linkKey.ts';
import { createLink } from './links.ts';
import { enrolledPartner } from './partnerList.ts';
import { mayReapply } from './rejection.ts';

type Parts = Pick<Context, 'db' | 'clock' | 'webhooks'>;

export interface NewPartner {
	email: string;
	name?: string | null;
	username?: string | null;
	image?: string | null;
	tenantId?: string;
	groupId?: string;
	country?: string | null;
	description?: string | null;
	linkProps?: PartnerLinkFields;
}

/**
 * The enrollment of the partner with this e-mail; partner, enrollment and default link are created where they are
 * missing. A rejected partner who may apply again by now is enrolled anew. Runs within the caller's transaction.
 *
 * @throws ApiError 403/404 group, 409 tenant ID of another partner, and what the creation of a link throws
 */
export function enrollByEmail(
	parts: Parts,
	owner: { workspace: Workspace; userId: string },
	program: ProgramRow,
	wanted: NewPartner,
): EnrollmentRow {
	const { db, clock } = parts;
	const known = db.get<PartnerRow>(
		'SELECT * FROM partners WHERE lower(email) = lower(?)',
		wanted.email,
	);
	const existing = known && enrollmentOfPartner(db, program, known.id);
	requireFreeTenant(db, program, wanted.tenantId, known?.id);
	if (existing && !mayReapply(existing, clock.now())) {
		if (wanted.tenantId) setTenant(parts, existing, wanted.tenantId);
		return requireEnrollment(db, existing.id);
	}
	const groupId = groupOf(db, program, wanted.groupId);
	const partner = known ?? createPartner(parts, wanted);
	const id = existing
		? approveAgain(parts, existing, groupId, wanted.tenantId)
		: createEnrollment(parts, program, partner, groupId, wanted.tenantId);
	const linked = 'SELECT 1 FROM links WHERE program_id = ? AND partner_id = ?';
	if (!db.get(linked, program.id, partner.id)) {
		createDefaultLink(parts, owner, program, partner, wanted);
	}
	const enrollment = requireEnrollment(db, id);
	parts.webhooks.publish(program.workspace_id, 'partner.enrolled', () =>
		presentEnrolledPartner(enrolledPartner(db, enrollment)),
	);
	return enrollment;
}

function requireEnrollment(db: Database, id: string): EnrollmentRow {
	const enrollment = db.get<EnrollmentRow>('SELECT * FROM enrollments WHERE id = ?', id);
	if (!enrollment) throw new Error(`enrollment ${id} was not stored`);
	return enrollment;
}

function requireFreeTenant(
	db: Database,
	program: ProgramRow,
	tenantId: string | undefined,
	partnerId: string | undefined,
): void {
	const holder = tenantId && enrollmentOfTenant(db, program, tenantId);
	if (holder && holder.partner_id !== partnerId) {
		throw new ApiError('conflict', `The tenant ID ${tenantId} belongs to another partner.`);
	}
}

function groupOf(db: Database, program: ProgramRow, groupId: string | undefined): string | null {
	if (!groupId) return program.default_group_id;
	const group = db.get<{ program_id: string }>(
		'SELECT program_id FROM partner_groups WHERE id = ?',
		groupId,
	);
	if (!group) throw new ApiError('not_found', `Group ${groupId} not found.`);
	if (group.program_id !== program.id) {
		throw new ApiError('forbidden', `Group ${groupId} belongs to another program.`);
	}
	return groupId;
}

function createPartner(
	{ db, clock }: Parts,
	wanted: NewPartner,
): Pick<PartnerRow, PartnerIdentity> {
	const now = clock.now();
	const partner = {
		id: resourceId('pn_', now),
		name: wanted.name || wanted.email,
		email: wanted.email,
		username: wanted.username || null,
	};
	db.insert('partners', {
		...partner,
		image: wanted.image || null,
		country: wanted.country ?? null,
		description: wanted.description || null,
		created_at: now,
	});
	return partner;
}

type PartnerIdentity = 'id' | 'name' | 'email' | 'username';

function createEnrollment(
	{ db, clock }: Parts,
	program: ProgramRow,
	partner: Pick<PartnerRow, PartnerIdentity>,
	groupId: string | null,
	tenantId: string | undefined,
): string {
	const now = clock.now();
	const id = resourceId('pge_', now);
	db.insert('enrollments', {
		id,
		program_id: program.id,
		partner_id: partner.id,
		tenant_id: tenantId ?? null,
		group_id: groupId,
		status: 'approved',
		created_at: now,
		updated_at: now,
	});
	return id;
}

function approveAgain(
	{ db, clock }: Parts,
	{ id }: EnrollmentRow,
	groupId: string | null,
	tenantId: string | undefined,
): string {
	const now = clock.now();
	db.run(
		`UPDATE enrollments SET status = 'approved', group_id = ?, tenant_id = coalesce(?, tenant_id),
		 application_id = NULL, reapply_after = NULL, created_at = ?, updated_at = ? WHERE id = ?`,
		groupId,
		tenantId ?? null,
		now,
		now,
		id,
	);
	return id;
}

function setTenant({ db, clock }: Parts, { id }: EnrollmentRow, tenantId: string): void {
	db.run(
		'UPDATE enrollments SET tenant_id = ?, updated_at = ? WHERE id = ?',
		tenantId,
		clock.now(),
		id,
	);
}

function createDefaultLink(
	parts: Parts,
	owner: { workspace: Workspace; userId: string },
	program: ProgramRow,
	partner: Pick<PartnerRow, PartnerIdentity>,
	{ tenantId, linkProps }: NewPartner,
): void {
	createLink(parts, owner, {
		...linkProps,
		domain: program.domain,
		url: program.url,
		key: linkProps?.prefix ? undefined : defaultKey(parts.db, program.domain, partner),
		programId: program.id,
		partnerId: partner.id,
		tenantId: tenantId ?? linkProps?.tenantId,
		folderId: program.default_folder_id,
		trackConversion: true,
	});
}

/** The partner's name as people would type it, with a random ending when it is taken. */
function defaultKey(
	db: Database,
	domain: string,
	{ username, name, email }: Pick<PartnerRow, PartnerIdentity>,
): string {
	const readable = name === email ? name.split('@')[0] : name;
	const slug = (username ?? readable)
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-+|-+$/g, '');
	if (slug !== '' && !isTaken(db, domain, slug)) return slug;
	return `${slug}-${alphanumeric(6)}`.replace(/^-/, '');
}
