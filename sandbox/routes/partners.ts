import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import type { Context } from '../context.ts';
import { applyBan, BAN_REASONS, markBanned } from '../domain/ban.ts';
import { enrollmentOfPartner, enrollmentOfTenant } from '../domain/enrollments.ts';
import { listEnrolledPartners, PARTNER_SORTS, type PartnerSort } from '../domain/partnerList.ts';
import { requireProgram } from '../domain/program.ts';
import { ApiError } from '../http/errors.ts';
import { optionalId } from '../http/fields.ts';
import { principalOf } from '../http/gate.ts';
import { parseMultiValue } from '../http/multiValue.ts';
import { offsetOf, pagingFields } from '../http/paging.ts';
import { validate } from '../http/validate.ts';
import { presentListedPartner } from '../present/partner.ts';
import { ENROLLMENT_STATUSES, type EnrollmentRow, type ProgramRow } from '../store/rows.ts';

const multi = z.string().transform(parseMultiValue).optional();

const listQuery = z.object({
	status: z.enum(ENROLLMENT_STATUSES).optional(),
	groupId: multi,
	country: multi,
	email: z.string().optional(),
	tenantId: z.string().optional(),
	search: z.string().optional(),
	sortBy: z.enum(Object.keys(PARTNER_SORTS) as PartnerSort[]).default('totalSaleAmount'),
	sortOrder: z.enum(['asc', 'desc']).default('desc'),
	...pagingFields(100),
});

const banBody = z.object({
	partnerId: optionalId,
	tenantId: optionalId,
	reason: z.enum(BAN_REASONS),
});

export function partnerRoutes(app: FastifyInstance, context: Context): void {
	const { db, quirks } = context;

	app.get('/partners', { config: { access: { plan: 'business' } } }, async (request) => {
		const query = validate(listQuery, request.query, quirks);
		const program = requireProgram(db, principalOf(request).workspace);
		const page = { limit: query.pageSize, offset: offsetOf(query) };
		return listEnrolledPartners(db, program, { ...query, ...page }).map(presentListedPartner);
	});

	const access = { roles: ['owner', 'member'], plan: 'business' } as const;
	app.post('/partners/ban', { config: { access } }, async (request) => {
		const { partnerId, tenantId, reason } = validate(banBody, request.body, quirks);
		const program = requireProgram(db, principalOf(request).workspace);
		const enrollment = findEnrollment(program, partnerId, tenantId);
		if (enrollment.status === 'banned') {
			throw new ApiError('bad_request', 'This partner is already banned.');
		}
		if (enrollment.status === 'pending') {
			throw new ApiError('bad_request', 'A pending application cannot be banned. Reject it.');
		}
		db.transaction(() => markBanned(context, enrollment, reason));
		context.background(quirks.banDelay, () =>
			db.transaction(() => applyBan(context, program, enrollment, reason)),
		);
		return { partnerId: enrollment.partner_id };
	});

	function findEnrollment(
		program: ProgramRow,
		partnerId: string | null,
		tenantId: string | null,
	): EnrollmentRow {
		if (partnerId !== null) {
			const enrollment = enrollmentOfPartner(db, program, partnerId);
			if (enrollment) return enrollment;
			throw new ApiError('not_found', `Partner ${partnerId} is not in this program.`);
		}
		if (tenantId === null) {
			throw new ApiError('bad_request', 'partnerId or tenantId is needed.');
		}
		const enrollment = enrollmentOfTenant(db, program, tenantId);
		if (enrollment) return enrollment;
		throw new ApiError('not_found', `No partner with the tenant ID ${tenantId} in this program.`);
	}
}
