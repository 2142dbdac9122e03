import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { toUsDollars } from '../event/currency.ts';
import { timeWindow, windowFields } from '../event/window.ts';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { parseMultiValue } from '../http/fields.ts';
import { cursorFields } from '../http/paging.ts';
import { validate } from '../http/validate.ts';
import { requirePartner } from '../program/enrollment.ts';
import { requireProgram } from '../program/program.ts';
import { earningsOf } from './add.ts';
import { COMMISSION_STATUSES, type CommissionRow } from './columns.ts';
import { commissionBodies } from './fields.ts';
import { createManualCommission } from './manual.ts';
import {
	COMMISSION_SORTS,
	listCommissions,
	presentStoredCommission,
	requireChangeable,
	requireCommission,
	SETTABLE_STATUSES,
	updateCommission,
	type CommissionChanges,
	type CommissionSort,
} from './rules.ts';

const MAX_BULK = 100;

const multi = z.string().transform(parseMultiValue).optional();

const createBody = z.object({ type: z.enum(['custom', 'lead', 'sale']) });

/** `amount` and `modifyAmount` are the deprecated forms of `saleAmount` and `modifySaleAmount`. */
const updateBody = z
	.object({
		earnings: z.number().min(0).optional(),
		saleAmount: z.number().min(0).optional(),
		modifySaleAmount: z.number().optional(),
		amount: z.number().min(0).optional(),
		modifyAmount: z.number().optional(),
		currency: z.string().default('usd'),
		status: z.enum(SETTABLE_STATUSES).optional(),
	})
	.transform(({ amount, modifyAmount, ...body }) => ({
		...body,
		saleAmount: body.saleAmount ?? amount,
		modifySaleAmount: body.modifySaleAmount ?? modifyAmount,
	}));

const bulkBody = z.object({
	commissionIds: z
		.array(z.string())
		.min(1)
		.max(MAX_BULK)
		.refine((ids) => new Set(ids).size === ids.length, 'IDs must not repeat'),
	status: z.enum(SETTABLE_STATUSES),
});

interface OneCommission {
	Params: { id: string };
}

export function commissionRoutes(app: FastifyInstance, context: Context): void {
	const { db, clock, quirks } = context;
	const roles = ['owner', 'member'] as const;
	const bodies = commissionBodies(clock);
	const listQuery = z.object({
		type: multi,
		customerId: z.string().optional(),
		payoutId: z.string().optional(),
		partnerId: multi,
		tenantId: z.string().optional(),
		groupId: multi,
		partnerTagId: multi,
		invoiceId: z.string().optional(),
		status: z.enum(COMMISSION_STATUSES).optional(),
		query: z.string().max(10_000).optional(),
		sortBy: z.enum(Object.keys(COMMISSION_SORTS) as CommissionSort[]).default('createdAt'),
		sortOrder: z.enum(['asc', 'desc']).default('desc'),
		...windowFields(clock),
		...cursorFields,
	});

	app.get('/commissions', { config: { access: {} } }, async (request) => {
		const { interval = 'all', ...query } = validate(listQuery, request.query, quirks);
		const program = requireProgram(db, principalOf(request).workspace);
		const window = timeWindow({ interval, ...query }, clock.now(), quirks);
		const commissions = listCommissions(db, program, query, window);
		return commissions.map((commission) => presentStoredCommission(db, commission));
	});

	const create = { config: { access: { roles, plan: 'business' } } } as const;
	app.post('/commissions', create, async (request, reply) => {
		const principal = principalOf(request);
		const { type } = validate(createBody, request.body, quirks);
		const body = validate(bodies[type], request.body, quirks);
		const program = requireProgram(db, principal.workspace);
		const enrollment = requirePartner(db, program, body.partnerId);
		db.transaction(() => createManualCommission(context, principal, enrollment, body));
		void reply.status(202);
		return { success: true, message: 'The commission is being created.' };
	});

	const update = { config: { access: { roles } } };
	app.patch<OneCommission>('/commissions/:id', update, async (request) => {
		const body = validate(updateBody, request.body, quirks);
		const program = requireProgram(db, principalOf(request).workspace);
		const commission = requireCommission(db, program, request.params.id);
		requireChangeable(db, commission, body.status);
		const changes = changesOf(commission, body);
		const changed = db.transaction(() => updateCommission(context, commission, changes));
		return presentStoredCommission(db, changed);
	});

	app.patch('/commissions/bulk', update, async (request) => {
		const { commissionIds, status } = validate(bulkBody, request.body, quirks);
		const program = requireProgram(db, principalOf(request).workspace);
		const commissions = commissionIds.map((id) => requireCommission(db, program, id));
		for (const commission of commissions) requireChangeable(db, commission, status);
		db.transaction(() => {
			for (const commission of commissions) updateCommission(context, commission, { status });
		});
		return commissionIds.map((id) => ({ id, status }));
	});
}

/** A new sale amount also changes the earnings, unless they are given, in US dollars. With 0, only the status changes. */
function changesOf(
	commission: CommissionRow,
	{ saleAmount, modifySaleAmount, earnings, currency, status }: z.output<typeof updateBody>,
): CommissionChanges {
	const inDollars = (amount: number) => Math.round(toUsDollars(amount, currency).amount);
	const changes: CommissionChanges = { status: status ?? commission.status };
	if (saleAmount !== undefined || modifySaleAmount !== undefined) {
		if (commission.type !== 'sale') {
			throw new ApiError('bad_request', `A commission of type ${commission.type} has no sale.`);
		}
		changes.amount =
			saleAmount !== undefined
				? inDollars(saleAmount)
				: Math.max(0, commission.amount + inDollars(modifySaleAmount ?? 0));
		changes.earnings = earningsOf(changes.amount);
	}
	if (earnings !== undefined) changes.earnings = Math.round(earnings);
	const isRefunded = changes.amount === 0 || changes.earnings === 0;
	return isRefunded ? { status: status ?? 'refunded' } : changes;
}
