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

/** Of the partner that a link belongs to. */
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
