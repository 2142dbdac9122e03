import { ApiError } from '../http/errors.ts';
import type { Database } from '../store/database.ts';
import type { EnrollmentRow, LinkRow, ProgramRow } from '../store/rows.ts';

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
	{ program_id, partner_id }: Pick<LinkRow, 'program_id' | 'partner_id'>,
): EnrollmentRow | undefined {
	return db.get<EnrollmentRow>(
		'SELECT * FROM enrollments WHERE program_id = ? AND partner_id = ?',
		program_id,
		partner_id,
	);
}
