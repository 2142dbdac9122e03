import type { PayoutRow } from '../payout/columns.ts';
import { alphanumeric } from '../store/ids.ts';
import type { Program } from './program.ts';
import { DAY, type Sample } from './sample.ts';
import type { SampleWorkspace } from './workspaces.ts';

/** Statuses of payouts of processed commissions; paid commissions are in completed payouts. */
const OPEN_STATUSES = ['pending', 'processing', 'processed', 'sent', 'failed', 'canceled'] as const;

/** The commissions of a partner in one status. */
interface Part {
	partner_id: string;
	status: 'processed' | 'paid';
	amount: number;
	/** JSON */
	ids: string;
}

/**
 * Creates one payout of each partner's processed commissions and one of the paid ones; together they have every status.
 */
export function createPayouts(sample: Sample, workspace: SampleWorkspace, program: Program): void {
	const parts = sample.db.all<Part>(
		`SELECT partner_id, status, sum(earnings) AS amount, json_group_array(id) AS ids FROM commissions
		 WHERE program_id = ? AND status IN ('processed', 'paid') GROUP BY partner_id, status ORDER BY min(id)`,
		program.id,
	);
	let open = 0;
	for (const part of parts) {
		const status =
			part.status === 'paid' ? 'completed' : OPEN_STATUSES[open++ % OPEN_STATUSES.length];
		createPayout(sample, workspace, program, status, part);
	}
}

function createPayout(
	sample: Sample,
	workspace: SampleWorkspace,
	program: Program,
	status: PayoutRow['status'],
	{ partner_id, amount, ids }: Part,
): void {
	const createdAt = sample.daysAgo(20 * sample.random.fraction());
	const initiated = status !== 'pending' && status !== 'canceled';
	const id = sample.id('po_', createdAt);
	sample.insert('payouts', {
		id,
		program_id: program.id,
		partner_id,
		status,
		amount,
		invoice_id: initiated ? `inv_${alphanumeric(16, sample.random.bytes)}` : null,
		description: 'Commissions of the last month',
		period_start: createdAt - 30 * DAY,
		period_end: createdAt,
		initiated_at: initiated ? createdAt + 3_600_000 : null,
		paid_at: status === 'completed' ? createdAt + 7_200_000 : null,
		failure_reason: status === 'failed' ? 'The account was closed.' : null,
		mode: initiated ? 'internal' : null,
		method: initiated ? 'connect' : null,
		user_id: initiated ? workspace.ownerId : null,
		created_at: createdAt,
		updated_at: createdAt,
	});
	for (const commissionId of JSON.parse(ids) as string[]) {
		sample.insert('commission_details', { commission_id: commissionId, payout_id: id });
	}
}
