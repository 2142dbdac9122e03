import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { offsetOf, pagingFields } from '../http/paging.ts';
import { validate } from '../http/validate.ts';
import { PARTNERS, type ApplicationRow, type EnrollmentRow } from '../program/columns.ts';
import { requirePartner } from '../program/enrollment.ts';
import { requireProgram } from '../program/program.ts';
import { approveApplication, isApprovable } from './approval.ts';
import { presentPartnerApplication } from './present.ts';
import { REAPPLICATION_TIMEFRAMES, rejectEnrollment, REJECTION_REASONS } from './rejection.ts';

const listQuery = z.object({
	country: z.string().optional(),
	groupId: z.string().optional(),
	...pagingFields(100),
});

const rejectBody = z.object({
	partnerId: z.string(),
	rejectionReason: z.enum(REJECTION_REASONS).optional(),
	rejectionNote: z.string().trim().max(500).default(''),
	reapplicationTimeframe: z.enum(REAPPLICATION_TIMEFRAMES).default('standard'),
	flagForFraud: z.boolean().default(false),
	flagForFraudReason: z.string().trim().max(2000).default(''),
});

const approveBody = z.object({ partnerId: z.string(), groupId: z.string().nullish() });

export function partnerApplicationRoutes(app: FastifyInstance, context: Context): void {
	const { db, quirks } = context;

	const listAccess = { plan: 'business' } as const;
	app.get('/partners/applications', { config: { access: listAccess } }, async (request) => {
		const query = validate(listQuery, request.query, quirks);
		const program = requireProgram(db, principalOf(request).workspace);
		const { country = null, groupId = null } = query;
		const applications = db.all<ApplicationRow>(
			`SELECT a.* FROM enrollments e
			 JOIN applications a ON a.id = e.application_id JOIN partners p ON p.id = e.partner_id
			 WHERE e.program_id = ?1 AND e.status = 'pending'
			 AND (?2 IS NULL OR p.country = ?2) AND (?3 IS NULL OR e.group_id = ?3)
			 ORDER BY a.created_at DESC, a.id DESC LIMIT ?4 OFFSET ?5`,
			program.id,
			country,
			groupId,
			query.pageSize,
			offsetOf(query),
		);
		return applications.map(present);
	});

	const access = { roles: ['owner', 'member'], plan: 'business' } as const;
	app.post('/partners/applications/reject', { config: { access } }, async (request) => {
		const body = validate(rejectBody, request.body, quirks);
		const fraudReason = fraudReasonOf(body);
		const program = requireProgram(db, principalOf(request).workspace);
		const enrollment = requirePartner(db, program, body.partnerId);
		if (enrollment.status !== 'pending') {
			throw new ApiError('bad_request', `The application is ${enrollment.status}, not pending.`);
		}
		db.transaction(() =>
			rejectEnrollment(context, program, enrollment, {
				...body,
				rejectionNote: body.rejectionNote || null,
				fraudReason,
			}),
		);
		return { partnerId: enrollment.partner_id };
	});

	app.post('/partners/applications/approve', { config: { access } }, async (request) => {
		const principal = principalOf(request);
		const { partnerId, groupId } = validate(approveBody, request.body, quirks);
		const program = requireProgram(db, principal.workspace);
		const enrollment = requirePartner(db, program, partnerId);
		if (!isApprovable(enrollment)) {
			throw new ApiError('bad_request', `The application is ${enrollment.status}.`);
		}
		db.transaction(() => approveApplication(context, principal, program, enrollment, groupId));
		return { partnerId };
	});

	function present(application: ApplicationRow) {
		const partner = db.find(PARTNERS, application.partner_id);
		const enrollment = db.get<EnrollmentRow>(
			'SELECT * FROM enrollments WHERE application_id = ?',
			application.id,
		);
		if (!partner || !enrollment) throw new Error(`application ${application.id} without partner`);
		return presentPartnerApplication(application, partner, enrollment);
	}
}

/** @returns null if the partner is not flagged */
function fraudReasonOf(body: z.output<typeof rejectBody>): string | null {
	if (!body.flagForFraud) return null;
	if (body.reapplicationTimeframe === 'instant') {
		throw new ApiError(
			'bad_request',
			'flagForFraud cannot be combined with reapplicationTimeframe "instant".',
		);
	}
	if (body.flagForFraudReason === '') {
		throw new ApiError('bad_request', 'flagForFraudReason is required when flagForFraud is true.');
	}
	return body.flagForFraudReason;
}
