import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DiscountCodeRow } from '../../../sandbox/discountCode/columns';
import { useService } from '../../support/node/nodeService';
import { programId, row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'discountCode', operation: 'getAll' };

const service = useService();

beforeEach(() => service.proxy.resetWhenQuiet());

/** IDs, newest first. */
function stored(filter: (code: DiscountCodeRow) => boolean = () => true): string[] {
	return service.sandbox.db
		.all<DiscountCodeRow>(
			'SELECT * FROM discount_codes WHERE program_id = ? ORDER BY created_at DESC, id DESC',
			programId(service.sandbox, 'business'),
		)
		.filter(filter)
		.map(({ id }) => id);
}

function one(where: string): DiscountCodeRow {
	const sql = `SELECT * FROM discount_codes WHERE program_id = ? AND ${where}`;
	return row<DiscountCodeRow>(service.sandbox, sql, programId(service.sandbox, 'business'));
}

describe('Discount Code · Get Many', () => {
	it('lists the codes, newest first, including codes disabled by a ban', async () => {
		const { partner_id: partner } = one('disabled_at IS NULL');
		await service.run({ resource: 'partner', operation: 'ban', partner, reason: 'fraud' });
		const codes = await service.output(OPERATION);
		expect(codes.map(({ id }) => id)).toEqual(stored());
		const disabled = one(`partner_id = '${partner}'`);
		expect(codes.find(({ id }) => id === disabled.id)).toEqual({
			id: disabled.id,
			code: disabled.code,
			discountId: null,
			partnerId: partner,
			linkId: disabled.link_id,
			disabledAt: expect.stringMatching(/Z$/),
		});
	});

	it('reports an unknown partner', async () => {
		const error = await service.failure({ ...OPERATION, filters: { partnerId: 'pn_none' } });
		expect(error.description).toContain('(not_found, ');
		expect(error.description).toContain('Check the ID');
	});
});
