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
 * The enrollment of the partner with this email address. Creates the partner, enrollment, and default link if they are
 * missing. A rejected partner who can apply again is enrolled again. Runs within the caller's transaction.
 *
 * @throws ApiError 403/404 group, 409 tenant ID of another partner, and what the creation of a link throws
 */
export function enrollByEmail(
	parts: Context,
	owner: Owner,
	program: ProgramRow,
	input: NewPartner,
): EnrollmentRow {
	const { db, clock } = parts;
	const known = db.get<PartnerRow>(
		'SELECT * FROM partners WHERE lower(email) = lower(?)',
		input.email,
	);
	const existing = known && enrollmentOfPartner(db, program, known.id);
	requireFreeTenant(db, program, input.tenantId, known?.id);
	if (existing && !mayReapply(existing, clock.now())) {
		if (input.tenantId) setTenant(parts, existing, input.tenantId);
		return storedEnrollment(db, existing.id);
	}
	const groupId = groupOf(db, program, input.groupId);
	const partner = known ?? createPartner(parts, input);
	const id = existing
		? approveAgain(parts, existing, groupId, input.tenantId)
		: createEnrollment(parts, program, partner, groupId, input.tenantId);
	const enrollment = storedEnrollment(db, id);
	welcome(parts, owner, program, partner, enrollment, input);
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

function createPartner({ db, clock }: Context, input: NewPartner): PartnerIdentity {
	const now = clock.now();
	const partner = {
		id: resourceId('pn_', now),
		name: input.name || input.email,
		email: input.email,
		username: input.username || null,
	};
	db.insert('partners', {
		...partner,
		image: input.image || null,
		country: input.country ?? null,
		description: input.description || null,
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
