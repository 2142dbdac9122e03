import { describe, expect, it } from '@jest/globals';
import { commissions } from '../../support/sandbox/commissions';
import { useService } from '../../support/node/nodeService';

const OPERATION = { resource: 'commission', operation: 'update' };

const service = useService();

const pendingSale = () => commissions(service, "type = 'sale' AND c.status = 'pending'")[0];

describe('Commission · Update', () => {
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
