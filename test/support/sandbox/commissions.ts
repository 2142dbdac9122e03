import type { CommissionRow } from '../../../sandbox/commission/columns';
import type { EnrollmentRow } from '../../../sandbox/program/columns';
import type { NodeService } from '../node/nodeService';
import { programId, row } from './rows';

export type StoredCommission = CommissionRow &
	Pick<EnrollmentRow, 'tenant_id' | 'group_id'> & { payout_id: string | null };

/** Statuses that the service lists only on request. */
export const HIDDEN = ['canceled', 'duplicate', 'fraud'];

/** Commissions of the Business workspace, newest first. */
export function commissions({ sandbox }: NodeService, where = 'TRUE'): StoredCommission[] {
	return sandbox.db.all<StoredCommission>(
		`SELECT c.*, payout_id, tenant_id, group_id FROM commissions c
		 JOIN enrollments e USING (program_id, partner_id)
		 LEFT JOIN commission_details ON commission_id = c.id
		 WHERE program_id = ? AND ${where} ORDER BY c.id DESC`,
		programId(sandbox, 'business'),
	);
}

/** IDs of pending commissions that were made for a test, in the order of their creation. */
export function newCommissions(service: NodeService, count: number): string[] {
	const model = commission(service, commissions(service)[0].id);
	return Array.from({ length: count }, (_, n) => {
		const id = `cm_new${String(++created).padStart(6, '0')}`;
		const createdAt = model.created_at + n;
		const fields = { id, status: 'pending', created_at: createdAt };
		service.sandbox.db.insert('commissions', { ...model, ...fields });
		return id;
	});
}

let created = 0;

export function commission({ sandbox }: NodeService, id: string): CommissionRow {
	return row<CommissionRow>(sandbox, 'SELECT * FROM commissions WHERE id = ?', id);
}
