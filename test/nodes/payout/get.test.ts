import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { programId, row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'payout', operation: 'get' };
const ADVICE = /^Check the ID and whether it belongs to the workspace of the credential\./;

const service = useService();

function payoutOf(workspace: string) {
	return row<{ id: string; partner_id: string }>(
		service.sandbox,
		'SELECT * FROM payouts WHERE program_id = ? ORDER BY amount',
		programId(service.sandbox, workspace),
	);
}

describe('Payout · Get', () => {
	it('finds a payout, in ten flat fields', async () => {
		const { id, partner_id: partnerId } = payoutOf('business');
		const [payout, ...others] = await service.output({ ...OPERATION, payoutId: id });
		expect(payout).toMatchObject({ id, partnerId });
		expect(Object.keys(payout)).toHaveLength(10);
		expect(others).toEqual([]);
	});

	it('finds one on a later page', async () => {
		const pages = [Array.from({ length: 100 }, (_, n) => ({ id: `po_${n}` })), [{ id: 'po_x' }]];
		for (const body of pages) service.proxy.respondNext({ status: 200, body });
		const parameters = { ...OPERATION, payoutId: 'po_x', simple: false };
		expect(await service.output(parameters)).toEqual([{ id: 'po_x' }]);
	});

	it('does not find one of another program', async () => {
		const { id } = payoutOf('enterprise');
		const error = await service.failure({ ...OPERATION, payoutId: id });
		expect(error.message).toBe(
			`'Payout' was not found: the program has no payout with the ID ${id}`,
		);
		expect(error.description).toMatch(ADVICE);
	});
});
