import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { principalOf } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { parseMultiValue } from '../http/fields.ts';
import { offsetOf, pagingFields } from '../http/paging.ts';
import { validate } from '../http/validate.ts';
import { PARTNERS } from '../program/columns.ts';
import { enrollmentOfLink } from '../program/enrollment.ts';
import { requireProgram } from '../program/program.ts';
import { Conditions } from '../store/conditions.ts';
import { USERS } from '../user/columns.ts';
import { PAYOUT_STATUSES, type PayoutRow } from './columns.ts';
import { presentPayout } from './present.ts';
import { confirmPayout } from './rules.ts';

const SORT_COLUMNS = {
	amount: 'p.amount',
	initiatedAt: 'p.initiated_at',
	paidAt: 'p.paid_at',
} as const;

const listQuery = z.object({
	status: z.enum(PAYOUT_STATUSES).optional(),
	partnerId: z.string().optional(),
	tenantId: z.string().optional(),
	invoiceId: z.string().optional(),
	groupId: z.string().transform(parseMultiValue).optional(),
	sortBy: z.enum(['amount', 'initiatedAt', 'paidAt']).default('amount'),
	sortOrder: z.enum(['asc', 'desc']).default('desc'),
	...pagingFields(100),
});

const modeBody = z.object({ workspace: z.string(), mode: z.enum(['internal', 'external']) });

export function payoutRoutes(app: FastifyInstance, context: Context): void {
	const { db, quirks } = context;
	const dashboard = { config: { access: { public: true } } } as const;

	app.put('/sandbox/payouts/mode', dashboard, async (request) => {
		const { workspace, mode } = validate(modeBody, request.body, quirks);
		db.run(
			`UPDATE programs SET payout_mode = ?
			 WHERE workspace_id = (SELECT id FROM workspaces WHERE slug = ?)`,
			mode,
			workspace,
		);
		return { mode };
	});

	app.post<{ Params: { id: string } }>(
		'/sandbox/payouts/:id/confirm',
		{ config: { ...dashboard.config, bodyOptional: true } },
		async (request) => {
			confirmPayout(context, request.params.id, present);
			return { id: request.params.id };
		},
	);

	app.get('/payouts', { config: { access: {} } }, async (request) => {
		const query = validate(listQuery, request.query, quirks);
		const program = requireProgram(db, principalOf(request).workspace);
		const where = new Conditions();
		where.equal('p.program_id', program.id);
		where.equal('p.status', query.status);
		where.equal('p.partner_id', query.partnerId);
		where.equal('e.tenant_id', query.tenantId);
		where.equal('p.invoice_id', query.invoiceId);
		where.oneOf("COALESCE(e.group_id, '')", query.groupId);
		const payouts = db.all<PayoutRow>(
			`SELECT p.* FROM payouts p JOIN enrollments e USING (program_id, partner_id) WHERE ${where.sql}
			 ORDER BY ${SORT_COLUMNS[query.sortBy]} ${query.sortOrder} NULLS LAST, p.id LIMIT ? OFFSET ?`,
			...where.params,
			query.pageSize,
			offsetOf(query),
		);
		return payouts.map(present);
	});

	function present(payout: PayoutRow) {
		const partner = db.find(PARTNERS, payout.partner_id);
		const enrollment = enrollmentOfLink(db, payout);
		if (!partner || !enrollment) throw new Error(`payout ${payout.id} without partner`);
		const user = db.find(USERS, payout.user_id);
		return presentPayout(payout, { partner, enrollment }, user);
	}
}
