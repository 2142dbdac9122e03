import { CUSTOMERS } from '../customer/columns.ts';
import { purchasesOf } from '../customer/rules.ts';
import { addTextMetadataQuery } from '../event/metadataQuery.ts';
import type { TimeWindow } from '../event/window.ts';
import type { Core } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { readPage, type CursorQuery } from '../http/paging.ts';
import { PARTNERS, type ProgramRow } from '../program/columns.ts';
import { enrollmentOfLink } from '../program/enrollment.ts';
import { Conditions, type MultiValue } from '../store/conditions.ts';
import type { Database } from '../store/database.ts';
import type { CommissionRow, CommissionStatus } from './columns.ts';
import { presentCommission } from './present.ts';

export const COMMISSION_SORTS = { createdAt: 'c.id', amount: 'c.amount' } as const;

export type CommissionSort = keyof typeof COMMISSION_SORTS;

interface CommissionFilter extends CursorQuery {
	/** When set, other filters are ignored. */
	invoiceId?: string;
	type?: MultiValue;
	status?: string;
	customerId?: string;
	payoutId?: string;
	partnerId?: MultiValue;
	tenantId?: string;
	groupId?: MultiValue;
	partnerTagId?: MultiValue;
	/** Conditions on the metadata. */
	query?: string;
	sortBy: CommissionSort;
}

const WITH_PARTNER_TAG = `SELECT 1 FROM enrollment_tags t WHERE t.partner_id = c.partner_id
	AND t.partner_tag_id IN (SELECT value FROM json_each(?))`;

export function listCommissions(
	db: Database,
	program: ProgramRow,
	filter: CommissionFilter,
	window: TimeWindow,
): CommissionRow[] {
	const own = 'SELECT 1 FROM commissions WHERE id = ? AND program_id = ?';
	return readPage<CommissionRow>(db, filter, {
		select: `SELECT c.* FROM commissions c JOIN enrollments e USING (program_id, partner_id)
			LEFT JOIN commission_details d ON d.commission_id = c.id`,
		where: () => conditionsOf(program, filter, window),
		id: 'c.id',
		sort: COMMISSION_SORTS[filter.sortBy],
		exists: (id) => db.get(own, id, program.id) !== undefined,
	});
}

function conditionsOf(
	program: ProgramRow,
	filter: CommissionFilter,
	window: TimeWindow,
): Conditions {
	const where = new Conditions();
	where.equal('c.program_id', program.id);
	where.add('c.earnings <> 0');
	if (filter.invoiceId !== undefined) {
		where.equal('c.invoice_id', filter.invoiceId);
		return where;
	}
	where.add('c.created_at BETWEEN ? AND ?', window.from, window.to);
	where.oneOf('c.type', filter.type);
	where.equal('c.status', filter.status);
	where.equal('c.customer_id', filter.customerId);
	where.equal('d.payout_id', filter.payoutId);
	where.oneOf('c.partner_id', filter.partnerId);
	where.equal('e.tenant_id', filter.tenantId);
	where.oneOf("COALESCE(e.group_id, '')", filter.groupId);
	where.exists(WITH_PARTNER_TAG, filter.partnerTagId);
	if (filter.query !== undefined) addTextMetadataQuery(where, 'c.metadata', filter.query);
	const { status, type, customerId, payoutId, partnerId } = filter;
	if (![status, type, customerId, payoutId, partnerId].some((given) => given !== undefined)) {
		where.add(`c.status NOT IN ('duplicate', 'fraud', 'canceled')`);
	}
	return where;
}

/** The commission as in a response. */
export function presentStoredCommission(db: Database, commission: CommissionRow) {
	const partner = db.find(PARTNERS, commission.partner_id);
	if (!partner) throw new Error(`commission ${commission.id} without partner`);
	const customer = db.find(CUSTOMERS, commission.customer_id);
	const details = db.get<{ user_id: string | null }>(
		'SELECT user_id FROM commission_details WHERE commission_id = ?',
		commission.id,
	);
	return presentCommission(commission, {
		partner,
		groupId: enrollmentOfLink(db, commission)?.group_id ?? null,
		customer: customer && { row: customer, purchases: purchasesOf(db, customer) },
		userId: details?.user_id ?? null,
	});
}

/** @throws ApiError 404 */
export function requireCommission(db: Database, program: ProgramRow, id: string): CommissionRow {
	const commission = db.get<CommissionRow>(
		'SELECT * FROM commissions WHERE id = ? AND program_id = ?',
		id,
		program.id,
	);
	if (!commission) throw new ApiError('not_found', `Commission ${id} not found.`);
	return commission;
}

export const SETTABLE_STATUSES = ['pending', 'refunded', 'duplicate', 'canceled', 'fraud'] as const;

export interface CommissionChanges {
	status?: CommissionStatus;
	/** Cents, like `earnings`. */
	amount?: number;
	earnings?: number;
}

/** @throws ApiError 400 for a commission that is paid, is being paid, or already has the status */
export function requireChangeable(
	db: Database,
	{ id, status }: CommissionRow,
	newStatus: CommissionStatus | undefined,
): void {
	if (status === 'paid') throw new ApiError('bad_request', `Commission ${id} was paid already.`);
	const payout = db.get<{ status: string }>(
		`SELECT status FROM payouts WHERE id = (SELECT payout_id FROM commission_details WHERE commission_id = ?)`,
		id,
	);
	if (payout && payout.status !== 'pending' && payout.status !== 'canceled') {
		throw new ApiError('bad_request', `The payout of commission ${id} is ${payout.status}.`);
	}
	if (status === newStatus) {
		throw new ApiError('bad_request', `Commission ${id} is ${status} already.`);
	}
}

/** Runs within the caller's transaction. A new status removes the commission from its payout. */
export function updateCommission(
	{ db, clock }: Core,
	commission: CommissionRow,
	changes: CommissionChanges,
): CommissionRow {
	const changed = { ...commission, ...changes, updated_at: clock.now() };
	db.run(
		'UPDATE commissions SET status = ?, amount = ?, earnings = ?, updated_at = ? WHERE id = ?',
		changed.status,
		changed.amount,
		changed.earnings,
		changed.updated_at,
		changed.id,
	);
	const payout = db.get<{ payout_id: string | null }>(
		'SELECT payout_id FROM commission_details WHERE commission_id = ?',
		changed.id,
	);
	if (!payout?.payout_id) return changed;
	if (changed.status !== commission.status) {
		db.run('UPDATE commission_details SET payout_id = NULL WHERE commission_id = ?', changed.id);
	}
	db.run(
		`UPDATE payouts SET updated_at = ?2, amount = (SELECT coalesce(sum(earnings), 0) FROM commissions
			JOIN commission_details ON commission_id = id WHERE payout_id = ?1) WHERE id = ?1`,
		payout.payout_id,
		changed.updated_at,
	);
	return changed;
}
