import { describe, expect, it } from '@jest/globals';
import { commission, commissions } from '../../support/sandbox/commissions';
import { useService } from '../../support/node/nodeService';
import { row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'commission', operation: 'update' };

const service = useService();

const pendingSale = () => commissions(service, "type = 'sale' AND c.status = 'pending'")[0];

describe('Commission · Update', () => {
	it('changes the status, which removes the commission from its payout', async () => {
		const [{ id, payout_id, earnings }] = commissions(
			service,
			`payout_id IN (SELECT id FROM payouts WHERE status = 'pending')`,
		);
		const payout = () =>
			row<{ amount: number }>(
				service.sandbox,
				'SELECT amount FROM payouts WHERE id = ?',
				String(payout_id),
			).amount;
		const before = payout();
		const [changed] = await service.output({
			...OPERATION,
			commissionId: id,
			updateFields: { status: 'refunded' },
		});
		expect(changed).toMatchObject({ id, status: 'refunded', earnings });
		expect(Object.keys(changed)).toHaveLength(11);
		expect(changed.metadata).toBeNull();
		expect(payout()).toBe(before - earnings);
	});

	it('recalculates the earnings from the sale amount unless earnings are set', async () => {
		const { id } = pendingSale();
		const update = async (updateFields: Record<string, string | number>) =>
			(await service.output({ ...OPERATION, commissionId: id, updateFields }))[0];
		expect(await update({ saleAmount: 20_000 })).toMatchObject({ amount: 20_000, earnings: 2000 });
		expect(await update({ modifySaleAmount: '={{ "-5000" }}' })).toMatchObject({
			amount: 15_000,
			earnings: 1500,
		});
		expect(await update({ saleAmount: 10_000, currency: 'EUR' })).toMatchObject({
			amount: 11_000,
			earnings: 1100,
		});
		expect(await update({ saleAmount: 5000, earnings: 7 })).toMatchObject({
			amount: 5000,
			earnings: 7,
		});
		expect(await update({ earnings: 0 })).toMatchObject({ amount: 5000, earnings: 0 });
		expect(commission(service, id)).toMatchObject({ amount: 5000, earnings: 0 });
	});

	it('returns the full response when Simplify is off', async () => {
		const { id } = pendingSale();
		const [changed] = await service.output({
			...OPERATION,
			commissionId: id,
			simple: false,
			updateFields: { earnings: 5 },
		});
		expect(changed).toMatchObject({ id, earnings: 5, partner: { id: expect.any(String) } });
	});

	it.each([
		['', { status: 'fraud' }, "'Commission' is empty. Choose one from the list or enter its ID."],
		['bulk', { status: 'fraud' }, "'Commission' must be an ID, not 'bulk'"],
		['cm_1', {}, "'Update Fields' is empty. Add at least one field to change."],
		['cm_1', { status: '' }, "'Update Fields' is empty. Add at least one field to change."],
		[
			'cm_1',
			{ saleAmount: 5, modifySaleAmount: 5 },
			"'Modify Sale Amount (in Cents)' cannot be combined with 'Sale Amount (in Cents)'. Use one of them.",
		],
		[
			'cm_1',
			{ earnings: 5, currency: 'Euro' },
			"'Currency' must be a three-letter ISO 4217 code such as eur",
		],
		[
			'cm_1',
			{ status: 'fraud', currency: 'eur' },
			"'Currency' applies only to amounts. Add an amount or remove it.",
		],
	])('rejects %j with %j before sending a request', async (commissionId, updateFields, message) => {
		expect(await service.refusal({ ...OPERATION, commissionId, updateFields })).toBe(message);
	});
});
