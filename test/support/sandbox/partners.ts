import type { Sandbox } from '../../../sandbox/app/server';
import type { LinkRow } from '../../../sandbox/link/columns';
import type { EnrollmentRow, EnrollmentStatus } from '../../../sandbox/program/columns';
import { programId, row } from './rows';

/** Enrollments of a program in a state, of partners with a tenant ID. */
export function enrollments(
	sandbox: Sandbox,
	count = 1,
	status: EnrollmentStatus = 'approved',
	workspace = 'business',
): EnrollmentRow[] {
	return sandbox.db.all<EnrollmentRow>(
		`SELECT * FROM enrollments WHERE program_id = ? AND status = ? AND tenant_id IS NOT NULL
		 ORDER BY id LIMIT ?`,
		programId(sandbox, workspace),
		status,
		count,
	);
}

export function enrollmentOf(
	sandbox: Sandbox,
	partnerId: string,
	workspace = 'business',
): EnrollmentRow {
	const sql = 'SELECT * FROM enrollments WHERE program_id = ? AND partner_id = ?';
	return row<EnrollmentRow>(sandbox, sql, programId(sandbox, workspace), partnerId);
}

export function linksOf(sandbox: Sandbox, partnerId: string): LinkRow[] {
	const sql = 'SELECT * FROM links WHERE partner_id = ? ORDER BY id';
	return sandbox.db.all<LinkRow>(sql, partnerId);
}

export function groupId(sandbox: Sandbox, slug: string, workspace = 'business'): string {
	const sql = 'SELECT id FROM partner_groups WHERE program_id = ? AND slug = ?';
	return row<{ id: string }>(sandbox, sql, programId(sandbox, workspace), slug).id;
}
