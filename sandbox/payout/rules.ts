import type { Context, Core } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { PROGRAMS } from '../program/columns.ts';
import { PAYOUTS, type PayoutRow } from './columns.ts';

/**
 * Confirms a payout, as people do in the dashboard. Of a program with external payouts, the program pays it: its webhooks
 * receive `payout.confirmed`.
 *
 * @throws ApiError 404 without the payout, 400 if it is not pending or the program's payouts are internal
 */
export function confirmPayout(
	{ db, clock, webhooks }: Context,
	id: string,
	present: (payout: PayoutRow) => unknown,
): void {
	const payout = db.find(PAYOUTS, id);
	if (!payout) throw new ApiError('not_found', `Payout ${id} not found.`);
	const program = db.find(PROGRAMS, payout.program_id);
	if (payout.status !== 'pending' || program?.payout_mode !== 'external') {
		throw new ApiError('bad_request', `Payout ${id} is not a pending external payout.`);
	}
	db.transaction(() => {
		const now = clock.now();
		db.run(
			`UPDATE payouts SET status = 'processing', mode = 'external', initiated_at = ?, updated_at = ? WHERE id = ?`,
			now,
			now,
			id,
		);
		const confirmed = { ...payout, status: 'processing', mode: 'external', initiated_at: now };
		webhooks.publish(program.workspace_id, 'payout.confirmed', () =>
			present(confirmed as PayoutRow),
		);
	});
}

/**
 * The response to `payout.confirmed` decides: the first webhook whose delivery ended marks an external payout and its
 * commissions as paid, or the payout as failed.
 */
export function settleExternalPayout(
	{ db, clock }: Core,
	{ event, body }: { event: string; body: string },
	isDelivered: boolean,
): void {
	if (event !== 'payout.confirmed') return;
	const { data } = JSON.parse(body) as { data: { id: string } };
	const payout = db.find(PAYOUTS, data.id);
	if (payout?.mode !== 'external' || payout.status !== 'processing') return;
	const now = clock.now();
	if (!isDelivered) {
		db.run(
			`UPDATE payouts SET status = 'failed', failure_reason = ?, updated_at = ? WHERE id = ?`,
			'External webhook failed to process the payout.',
			now,
			payout.id,
		);
		return;
	}
	db.run(
		`UPDATE payouts SET status = 'completed', paid_at = ?, updated_at = ? WHERE id = ?`,
		now,
		now,
		payout.id,
	);
	db.run(
		`UPDATE commissions SET status = 'paid', paid_at = ?, updated_at = ?
		 WHERE id IN (SELECT commission_id FROM commission_details WHERE payout_id = ?)`,
		now,
		now,
		payout.id,
	);
}
