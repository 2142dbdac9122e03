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

	it('returns the full response when Simplify is off', async () => {
		const [payout] = await service.output({ ...OPERATION, simple: false, limit: 1 });
		expect(payout).toMatchObject({
			partner: { id: expect.stringMatching(/^pn_/), name: expect.any(String) },
			description: 'Commissions of the last month',
		});
	});

	it('filters by status, partner, tenant, invoice, and group', async () => {
		const [{ partner_id, tenant_id, group_id, invoice_id }] = stored(
			(p) => p.tenant_id !== null && p.group_id !== null && p.invoice_id !== null,
		);
		const cases: [Record<string, unknown>, (payout: Stored) => boolean][] = [
			[{ status: 'completed' }, (p) => p.status === 'completed'],
			[{ partnerId: partner_id }, (p) => p.partner_id === partner_id],
			[{ tenantId: tenant_id }, (p) => p.tenant_id === tenant_id],
			[{ invoiceId: invoice_id }, (p) => p.invoice_id === invoice_id],
			[{ groupId: [group_id] }, (p) => p.group_id === group_id],
			[{ groupId: `-${group_id}` }, (p) => p.group_id !== group_id],
		];
		const output = await service.run(
			{
				...OPERATION,
				filters: {
					status: '={{ $json.status }}',
					partnerId: '={{ $json.partnerId }}',
					tenantId: '={{ $json.tenantId }}',
					invoiceId: '={{ $json.invoiceId }}',
					groupId: '={{ $json.groupId }}',
				},
			},
			{ items: cases.map(([filters]) => filters as never) },
		);
		cases.forEach(([filters, matches], item) => {
			const ofItem = output.filter(
				({ pairedItem }) => (pairedItem as { item: number }).item === item,
			);
			expect([filters, ids(ofItem.map(({ json }) => json))]).toEqual([
				filters,
				ids(stored(matches)),
			]);
		});
	});

	it('sorts by payment date, with unpaid payouts last', async () => {
		const paid = stored((p) => p.paid_at !== null).sort(
			(a, b) => Number(a.paid_at) - Number(b.paid_at),
		);
		const payouts = await service.output({
			...OPERATION,
			options: { sortBy: 'paidAt', sortOrder: 'asc' },
		});
		expect(ids(payouts).slice(0, paid.length)).toEqual(ids(paid));
		expect(payouts).toHaveLength(stored().length);
	});

	it.each([
		[{ filters: { tenantId: 'x'.repeat(256) } }, "'Tenant ID' can have at most 255 characters"],
	])('rejects %j before sending a request', async (parameters, message) => {
		expect((await service.failure({ ...OPERATION, ...parameters })).message).toBe(message);
		expect(service.proxy.requests).toEqual([]);
	});

	it('works with a viewer key but requires a partner program', async () => {
		expect(ids(await service.output(OPERATION, { key: 'viewer' }))).toEqual(ids(stored()));
		const error = await service.failure(OPERATION, { workspace: 'pro' });
		expect(error.message).toBe('This workspace has no partner program.');
	});

	it('fetches every page with Return All and only the pages that Limit requires', async () => {
		const payout = row<PayoutRow>(
			service.sandbox,
			'SELECT * FROM payouts WHERE id = ?',
			stored()[0].id,
		);
		for (let n = 0; stored().length < 130; n++) {
			service.sandbox.db.insert('payouts', { ...payout, id: `${payout.id}${n}`, amount: n + 1 });
		}
		const all = await service.output({ ...OPERATION, returnAll: true });
		expect(ids(all)).toEqual(ids(stored()));
		service.proxy.reset();
		expect(await service.output({ ...OPERATION, limit: 101 })).toEqual(all.slice(0, 101));
		expect(service.proxy.requests.map(({ query }) => query.pageSize)).toEqual(['100', '100']);
	});
});
