import type { Context } from '../app/context.ts';
import { ApiError } from '../app/errors.ts';
import type { PartnerLinkFields } from '../link/fields.ts';
import { approve } from '../partnerApplication/approval.ts';
import { mayReapply } from '../partnerApplication/rejection.ts';
import type { Database } from '../store/database.ts';
import { resourceId } from '../store/ids.ts';
import type { EnrollmentRow, PartnerRow, ProgramRow } from '../store/rows.ts';
import { enrollmentOfPartner, enrollmentOfTenant } from './enrollment.ts';
import { discountOfGroup, groupOf } from './program.ts';
import { welcome, type Owner, type PartnerIdentity } from './welcome.ts';

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
	parts: Context,
	owner: Owner,
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
		return storedEnrollment(db, existing.id);
	}
	const groupId = groupOf(db, program, wanted.groupId);
	const partner = known ?? createPartner(parts, wanted);
	const id = existing
		? approveAgain(parts, existing, groupId, wanted.tenantId)
		: createEnrollment(parts, program, partner, groupId, wanted.tenantId);
	const enrollment = storedEnrollment(db, id);
	welcome(parts, owner, program, partner, enrollment, wanted);
	return enrollment;
}

function storedEnrollment(db: Database, id: string): EnrollmentRow {
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

function createPartner({ db, clock }: Context, wanted: NewPartner): PartnerIdentity {
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

function createEnrollment(
	{ db, clock }: Context,
	program: ProgramRow,
	partner: PartnerIdentity,
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
		discount_id: discountOfGroup(db, groupId),
		created_at: now,
		updated_at: now,
	});
	return id;
}

function approveAgain(
	parts: Context,
	enrollment: EnrollmentRow,
	groupId: string | null,
	tenantId: string | undefined,
): string {
	approve(parts, enrollment, groupId);
	parts.db.run(
		'UPDATE enrollments SET tenant_id = coalesce(?, tenant_id), application_id = NULL WHERE id = ?',
		tenantId ?? null,
		enrollment.id,
	);
	return enrollment.id;
}

function setTenant({ db, clock }: Context, { id }: EnrollmentRow, tenantId: string): void {
	db.run(
		'UPDATE enrollments SET tenant_id = ?, updated_at = ? WHERE id = ?',
		tenantId,
		clock.now(),
		id,
	);
}
