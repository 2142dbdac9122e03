import type { Context } from '../context.ts';
import type { EnrollmentRow } from '../store/rows.ts';
import { detachDiscountCodes } from './discountCodes.ts';

/** Ends what a partner does in the program: nothing more can be earned, and links without an end end now. */
export function deactivate(context: Context, enrollment: EnrollmentRow): void {
	const { db, clock } = context;
	const { id, program_id, partner_id } = enrollment;
	const now = clock.now();
	db.run(
		`UPDATE enrollments SET status = 'deactivated', discount_id = NULL, updated_at = ? WHERE id = ?`,
		now,
		id,
	);
	db.run(
		`UPDATE links SET expires_at = ?1, updated_at = ?1
		 WHERE program_id = ?2 AND partner_id = ?3 AND expires_at IS NULL`,
		now,
		program_id,
		partner_id,
	);
	detachDiscountCodes(context, enrollment);
}
