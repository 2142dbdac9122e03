import type { Core } from '../http/context.ts';
import type { PartnerInProgram } from '../program/enrollment.ts';
import { resourceId } from '../store/ids.ts';
import type { Table } from '../store/table.ts';

export const FRAUD_ALERTS = {
	name: 'fraud_alerts',
	columns: {
		id: 'TEXT PRIMARY KEY',
		program_id: 'TEXT NOT NULL',
		partner_id: 'TEXT NOT NULL',
		reason: 'TEXT NOT NULL',
		status: ['pending', 'resolved'],
		created_at: 'INTEGER NOT NULL',
	},
} as const satisfies Table;

export function raiseFraudAlert(
	{ db, clock }: Core,
	{ program_id, partner_id }: PartnerInProgram,
	reason: string,
): void {
	const now = clock.now();
	db.insert('fraud_alerts', {
		id: resourceId('fra_', now),
		program_id,
		partner_id,
		reason,
		status: 'pending',
		created_at: now,
	});
}

export function resolveFraudAlerts(
	{ db }: Core,
	{ program_id, partner_id }: PartnerInProgram,
): void {
	db.run(
		`UPDATE fraud_alerts SET status = 'resolved' WHERE program_id = ? AND partner_id = ?`,
		program_id,
		partner_id,
	);
}
