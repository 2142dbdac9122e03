import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { parseMultiValue } from '../http/fields.ts';
import { offsetOf, pagingFields } from '../http/paging.ts';
import { validate } from '../http/validate.ts';
import { ENROLLMENT_STATUSES, type ProgramRow } from '../program/columns.ts';
import { requireBelowPartnerLimit, requireEnrollment } from '../program/enrollment.ts';
import { requireProgram } from '../program/program.ts';
import { applyBan, BAN_REASONS, deactivate, markBanned } from './ban.ts';
import { enrollByEmail } from './enroll.ts';
import { newPartnerFields, partnerIds } from './fields.ts';
import { enrolledPartner, listEnrolledPartners, PARTNER_SORTS, type PartnerSort } from './list.ts';
import { presentEnrolledPartner, presentListedPartner } from './present.ts';

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

const banBody = partnerIds.extend({ reason: z.enum(BAN_REASONS) });

export function partnerRoutes(app: FastifyInstance, context: Context): void {
	const { db, quirks } = context;

	app.get('/partners', { config: { access: { plan: 'business' } } }, async (request) => {
		const query = validate(listQuery, request.query, quirks);
		const program = requireProgram(db, principalOf(request).workspace);
		const page = { limit: query.pageSize, offset: offsetOf(query) };
		return listEnrolledPartners(db, program, { ...query, ...page }).map(presentListedPartner);
	});

	const access = { roles: ['owner', 'member'], plan: 'business' } as const;
	app.post('/partners', { config: { access } }, async (request, reply) => {
		const principal = principalOf(request);
		const fields = validate(newPartnerFields, request.body, quirks);
		const program = requireProgram(db, principal.workspace);
		if (!isEnrolled(program, fields.email)) requireBelowPartnerLimit(db, program);
		const enrollment = db.transaction(() => enrollByEmail(context, principal, program, fields));
		void reply.status(201);
		return presentEnrolledPartner(enrolledPartner(db, enrollment));
	});

	app.post('/partners/ban', { config: { access } }, async (request) => {
		const { reason, ...ids } = validate(banBody, request.body, quirks);
		const program = requireProgram(db, principalOf(request).workspace);
		const enrollment = requireEnrollment(db, program, ids);
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

	app.post('/partners/deactivate', { config: { access } }, async (request) => {
		const ids = validate(partnerIds, request.body, quirks);
		const program = requireProgram(db, principalOf(request).workspace);
		const enrollment = requireEnrollment(db, program, ids);
		const { status, partner_id: partnerId } = enrollment;
		if (status !== 'approved' && status !== 'archived') {
			throw new ApiError('bad_request', `This partner is ${status}.`);
		}
		db.transaction(() => deactivate(context, enrollment));
		return { partnerId };
	});

	function isEnrolled(program: ProgramRow, email: string): boolean {
		const known = `SELECT 1 FROM enrollments JOIN partners ON partners.id = partner_id
			WHERE program_id = ? AND lower(email) = lower(?)`;
		return db.get(known, program.id, email) !== undefined;
	}
}
