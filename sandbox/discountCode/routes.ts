import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { offsetOf, pagingFields } from '../http/paging.ts';
import { validate } from '../http/validate.ts';
import type { ProgramRow } from '../program/columns.ts';
import { enrollmentOfPartner, requirePartner } from '../program/enrollment.ts';
import { requireProgram } from '../program/program.ts';
import type { DiscountCodeRow } from './columns.ts';
import { presentDiscountCode } from './present.ts';
import { createDiscountCode, deleteDiscountCode } from './rules.ts';

const listQuery = z.object({
	partnerId: z.string().optional(),
	discountId: z.string().optional(),
	...pagingFields(100),
});

const createBody = z.object({
	partnerId: z.string(),
	linkId: z.string(),
	code: z
		.string()
		.trim()
		.max(100)
		.regex(/^[A-Za-z0-9_-]+$/, 'Only letters, digits, - and _')
		.optional(),
});

type ListQuery = z.output<typeof listQuery>;

export function discountCodeRoutes(app: FastifyInstance, context: Context): void {
	const { db, quirks } = context;

	app.get('/discount-codes', { config: { access: { plan: 'business' } } }, async (request) => {
		const query = validate(listQuery, request.query, quirks);
		const program = requireProgram(db, principalOf(request).workspace);
		requireKnownFilters(program, query);
		const { partnerId = null, discountId = null } = query;
		const codes = db.all<DiscountCodeRow>(
			`SELECT * FROM discount_codes
			 WHERE program_id = ?1 AND (?2 IS NULL OR partner_id = ?2) AND (?3 IS NULL OR discount_id = ?3)
			 ORDER BY created_at DESC, id DESC LIMIT ?4 OFFSET ?5`,
			program.id,
			partnerId,
			discountId,
			query.pageSize,
			offsetOf(query),
		);
		return codes.map(presentDiscountCode);
	});

	const access = { roles: ['owner', 'member'], plan: 'business' } as const;
	app.post('/discount-codes', { config: { access } }, async (request) => {
		const { partnerId, linkId, code } = validate(createBody, request.body, quirks);
		const program = requireProgram(db, principalOf(request).workspace);
		const enrollment = requirePartner(db, program, partnerId);
		const created = db.transaction(() => createDiscountCode(context, enrollment, linkId, code));
		return presentDiscountCode(created);
	});

	app.delete<{ Params: { idOrCode: string } }>(
		'/discount-codes/:idOrCode',
		{ config: { access } },
		async (request) => {
			const program = requireProgram(db, principalOf(request).workspace);
			const code = findCode(program, request.params.idOrCode);
			db.transaction(() => deleteDiscountCode(context, code));
			return { id: code.id };
		},
	);

	function requireKnownFilters(program: ProgramRow, { partnerId, discountId }: ListQuery): void {
		if (partnerId !== undefined && !enrollmentOfPartner(db, program, partnerId)) {
			throw new ApiError('not_found', `Partner ${partnerId} not found.`);
		}
		const known = 'SELECT 1 FROM discounts WHERE id = ? AND program_id = ?';
		if (discountId !== undefined && !db.get(known, discountId, program.id)) {
			throw new ApiError('not_found', `Discount ${discountId} not found.`);
		}
	}

	/** A code that is no longer attached to a discount counts as deleted. */
	function findCode(program: ProgramRow, idOrCode: string): DiscountCodeRow {
		const column = idOrCode.startsWith('dcode_') ? 'id' : 'code';
		const code = db.get<DiscountCodeRow>(
			`SELECT * FROM discount_codes WHERE program_id = ? AND ${column} = ? AND discount_id IS NOT NULL`,
			program.id,
			idOrCode,
		);
		if (!code) throw new ApiError('not_found', `Discount code ${idOrCode} not found.`);
		return code;
	}
}
