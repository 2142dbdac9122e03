import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import type { PartnerLinkFields } from '../link/fields.ts';
import {
	ENROLLMENTS,
	type EnrollmentRow,
	type PartnerRow,
	type ProgramRow,
} from '../program/columns.ts';
import {
	approve,
	canReapply,
	enrollmentOfPartner,
	enrollmentOfTenant,
} from '../program/enrollment.ts';
import { discountOfGroup, groupOf } from '../program/program.ts';
import type { Database } from '../store/database.ts';
import { resourceId } from '../store/ids.ts';
import { welcome, type Owner, type PartnerIdentity } from './welcome.ts';

interface NewPartner {
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
 * Enrolls the partner with this email within the caller's transaction: creates the partner, enrollment, and default
 * link if they are missing. A rejected partner who can reapply is approved.
 *
 * @throws ApiError 403 or 404 for the group, 409 for another partner's tenant ID, and as `createLink`
 */
export function enrollByEmail(
	context: Context,
	owner: Owner,
	program: ProgramRow,
	fields: NewPartner,
): EnrollmentRow {
	const { db, clock } = context;
	const known = db.get<PartnerRow>(
		'SELECT * FROM partners WHERE lower(email) = lower(?)',
		fields.email,
	);
	const existing = known && enrollmentOfPartner(db, program, known.id);
	requireFreeTenant(db, program, fields.tenantId, known?.id);
	if (existing && !canReapply(existing, clock.now())) {
		if (fields.tenantId) setTenant(context, existing, fields.tenantId);
		return storedEnrollment(db, existing.id);
	}
	const groupId = groupOf(db, program, fields.groupId);
	const partner = known ?? createPartner(context, fields);
	const id = existing
		? approveAgain(context, existing, groupId, fields.tenantId)
		: createEnrollment(context, program, partner, groupId, fields.tenantId);
	const enrollment = storedEnrollment(db, id);
	welcome(context, owner, program, partner, enrollment, fields);
	return enrollment;
}

function storedEnrollment(db: Database, id: string): EnrollmentRow {
	const enrollment = db.find(ENROLLMENTS, id);
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

function createPartner({ db, clock }: Context, fields: NewPartner): PartnerIdentity {
	const now = clock.now();
	const partner = {
		id: resourceId('pn_', now),
		name: fields.name || fields.email,
		email: fields.email,
		username: fields.username || null,
	};
	db.insert('partners', {
		...partner,
		image: fields.image || null,
		country: fields.country ?? null,
		description: fields.description || null,
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
	context: Context,
	enrollment: EnrollmentRow,
	groupId: string | null,
	tenantId: string | undefined,
): string {
	approve(context, enrollment, groupId);
	context.db.run(
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
