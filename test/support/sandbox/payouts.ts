import type { Sandbox } from '../../../sandbox/app/server.ts';
import type { PayoutRow } from '../../../sandbox/payout/columns.ts';
import { programId, row } from './rows.ts';

/** Asks the sandbox for what people do in the dashboard. */
async function send({ url }: Sandbox, method: string, path: string, body?: object): Promise<void> {
	const response = await fetch(`${url}/sandbox/payouts/${path}`, {
		method,
		headers: body ? { 'content-type': 'application/json' } : {},
		body: body && JSON.stringify(body),
	});
	if (!response.ok) throw new Error(await response.text());
}

/** Lets the program pay its partners itself. */
export async function payExternally(sandbox: Sandbox, workspace = 'business'): Promise<void> {
	await send(sandbox, 'PUT', 'mode', { workspace, mode: 'external' });
}

/** Makes a payout with commissions pending again. @returns its ID */
export function pendingPayout(sandbox: Sandbox, workspace = 'business'): string {
	const { id } = row<PayoutRow>(
		sandbox,
		`SELECT * FROM payouts WHERE program_id = ?
		 AND EXISTS (SELECT 1 FROM commission_details WHERE payout_id = id) ORDER BY id`,
		programId(sandbox, workspace),
	);
	sandbox.db.run(
		`UPDATE payouts SET status = 'pending', mode = NULL, paid_at = NULL WHERE id = ?`,
		id,
	);
	sandbox.db.run(
		`UPDATE commissions SET status = 'processed', paid_at = NULL
		 WHERE id IN (SELECT commission_id FROM commission_details WHERE payout_id = ?)`,
		id,
	);
	return id;
}

export async function confirmPayout(sandbox: Sandbox, id: string): Promise<void> {
	await send(sandbox, 'POST', `${id}/confirm`);
}

/** The status of a payout, and those of its commissions. */
export function paidState(
	sandbox: Sandbox,
	id: string,
): Pick<PayoutRow, 'status' | 'failure_reason'> & { commissions: string[] } {
	const { status, failure_reason } = row<PayoutRow>(
		sandbox,
		'SELECT * FROM payouts WHERE id = ?',
		id,
	);
	const commissions = sandbox.db.all<{ status: string }>(
		`SELECT DISTINCT status FROM commissions JOIN commission_details ON commission_id = id
		 WHERE payout_id = ? ORDER BY status`,
		id,
	);
	return { status, failure_reason, commissions: commissions.map((each) => each.status) };
}
