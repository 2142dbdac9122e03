import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PayoutRow } from '../../../sandbox/payout/columns';
import type { EnrollmentRow } from '../../../sandbox/program/columns';
import { useService } from '../../support/node/nodeService';
import { programId, row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'payout', operation: 'getAll' };

type Stored = PayoutRow & Pick<EnrollmentRow, 'tenant_id' | 'group_id'>;

const service = useService();

beforeEach(() => service.proxy.resetWhenQuiet());

/** Largest first. */
function stored(filter: (payout: Stored) => boolean = () => true): Stored[] {
	return service.sandbox.db
		.all<Stored>(
			`SELECT p.*, e.tenant_id, e.group_id FROM payouts p JOIN enrollments e USING (program_id, partner_id)
			 WHERE program_id = ? ORDER BY amount DESC, id`,
			programId(service.sandbox, 'business'),
		)
		.filter(filter);
}

const ids = (payouts: object[]) => payouts.map((payout) => (payout as { id: string }).id);

describe('Payout · Get Many', () => {
	it('lists payouts, largest first, with ten flat fields', async () => {
		const payouts = await service.output(OPERATION);
		expect(ids(payouts)).toEqual(ids(stored()));
		const [largest] = stored();
		const { name } = row<{ name: string }>(
			service.sandbox,
			'SELECT name FROM partners WHERE id = ?',
			largest.partner_id,
		);
		expect(payouts[0]).toEqual({
			id: largest.id,
			status: largest.status,
			amount: largest.amount,
			currency: 'usd',
			invoiceId: largest.invoice_id,
			partnerId: largest.partner_id,
			partnerName: name,
			periodStart: expect.stringMatching(/Z$/),
			periodEnd: expect.stringMatching(/Z$/),
			paidAt: largest.paid_at && new Date(largest.paid_at).toISOString(),
		});
	});
});
