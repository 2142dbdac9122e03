import type { Core } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import type { Database } from '../store/database.ts';
import type { EnrollmentRow, ProgramRow } from './columns.ts';
import { discountOfGroup } from './program.ts';

export interface PartnerInProgram {
	program_id: string;
	partner_id: string;
}

export function enrollmentOfPartner(
	db: Database,
	program: ProgramRow,
	partnerId: string,
): EnrollmentRow | undefined {
	return db.get<EnrollmentRow>(
		'SELECT * FROM enrollments WHERE program_id = ? AND partner_id = ?',
		program.id,
		partnerId,
	);
}

export function enrollmentOfTenant(
	db: Database,
	program: ProgramRow,
	tenantId: string,
): EnrollmentRow | undefined {
	return db.get<EnrollmentRow>(
		'SELECT * FROM enrollments WHERE program_id = ? AND tenant_id = ?',
		program.id,
		tenantId,
	);
}

/**
 * Finds the partner that a request names by either ID; the partner ID takes precedence.
 *
 * @throws ApiError 400 without an ID, 404
 */
export function requireEnrollment(
	db: Database,
	program: ProgramRow,
	{ partnerId, tenantId }: { partnerId: string | null; tenantId: string | null },
): EnrollmentRow {
	if (partnerId !== null) return requirePartner(db, program, partnerId);
	if (tenantId === null) {
		throw new ApiError('bad_request', 'partnerId or tenantId is required.');
	}
	const enrollment = enrollmentOfTenant(db, program, tenantId);
	if (enrollment) return enrollment;
	throw new ApiError('not_found', `No partner with the tenant ID ${tenantId} in this program.`);
}

/** @throws ApiError 404 */
export function requirePartner(
	db: Database,
	program: ProgramRow,
	partnerId: string,
): EnrollmentRow {
	const enrollment = enrollmentOfPartner(db, program, partnerId);
	if (enrollment) return enrollment;
	throw new ApiError('not_found', `Partner ${partnerId} is not in this program.`);
}

/** The enrollment of the partner that a link belongs to. */
export function enrollmentOfLink(
	db: Database,
	{ program_id, partner_id }: { program_id: string | null; partner_id: string | null },
): EnrollmentRow | undefined {
	return db.get<EnrollmentRow>(
		'SELECT * FROM enrollments WHERE program_id = ? AND partner_id = ?',
		program_id,
		partner_id,
	);
}

/** Whether a rejected partner can reapply by now. */
export function canReapply({ status, reapply_after }: EnrollmentRow, now: number): boolean {
	return status === 'rejected' && reapply_after !== null && reapply_after <= now;
}

/** Approves an enrollment with the group and its discount. */
export function approve({ db, clock }: Core, { id }: EnrollmentRow, groupId: string | null): void {
	const now = clock.now();
	db.run(
		`UPDATE enrollments SET status = 'approved', group_id = ?, discount_id = ?, reapply_after = NULL,
		 created_at = ?, updated_at = ? WHERE id = ?`,
		groupId,
		discountOfGroup(db, groupId),
		now,
		now,
		id,
	);
}

/**
 * Checks a program's limit in the table `partner_limits`; without a row there is no limit.
 *
 * @throws ApiError 403
 */
export function requireBelowPartnerLimit(db: Database, { id }: ProgramRow): void {
	const full = db.get(
		`SELECT 1 FROM partner_limits WHERE program_id = ?1 AND max <=
			(SELECT count(*) FROM enrollments WHERE program_id = ?1 AND status = 'approved')`,
		id,
	);
	if (full) throw new ApiError('forbidden', 'The plan does not allow more partners.');
}
