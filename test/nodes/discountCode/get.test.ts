import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { locator } from '../../support/node/locator';
import { programId, row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'discountCode', operation: 'get' };
const ADVICE = /^Check the ID and whether it belongs to the workspace of the credential\./;

const service = useService();

function codeOf(workspace: string, where = 'TRUE') {
	return row<{ id: string; code: string; link_id: string }>(
		service.sandbox,
		`SELECT * FROM discount_codes WHERE program_id = ? AND ${where}`,
		programId(service.sandbox, workspace),
	);
}

describe('Discount Code · Get', () => {
	it('finds a code by its ID and by its text, also one without a discount', async () => {
		const { id, code, link_id: linkId } = codeOf('business', 'discount_id IS NULL');
		for (const discountCode of [id, locator('list', id), locator('code', code)]) {
			expect(await service.output({ ...OPERATION, discountCode })).toEqual([
				expect.objectContaining({ id, code, linkId, discountId: null }),
			]);
		}
	});

	it.each([
		['does not exist', () => 'SUMMER'],
		['differs in its case', () => codeOf('business').code.toLowerCase()],
		['belongs to another program', () => codeOf('enterprise').id],
	])('does not find one that %s', async (_, textOf) => {
		const error = await service.failure({ ...OPERATION, discountCode: textOf() });
		expect(error.message).toBe(
			`'Discount Code' was not found: the program has no discount code with the ID or code ${textOf()}`,
		);
		expect(error.description).toMatch(ADVICE);
	});
});
