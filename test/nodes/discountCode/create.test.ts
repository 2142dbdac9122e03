import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DiscountCodeRow } from '../../../sandbox/discountCode/columns';
import type { LinkRow } from '../../../sandbox/link/columns';
import { searchList } from '../../support/node/runNode';
import { locator } from '../../support/node/locator';
import { linksOf } from '../../support/sandbox/partners';
import { useService } from '../../support/node/nodeService';
import { programId, row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'discountCode', operation: 'create' };

const service = useService();

beforeEach(() => {
	service.sandbox.db.run('DELETE FROM discount_codes');
});

/** Links of approved partners, which have a discount. */
function partnerLinks(count: number): { partnerId: string; linkId: string }[] {
	return service.sandbox.db
		.all<LinkRow>(
			`SELECT l.* FROM links l JOIN enrollments e USING (program_id, partner_id)
			 WHERE program_id = ? AND e.status = 'approved' ORDER BY l.id LIMIT ?`,
			programId(service.sandbox, 'business'),
			count,
		)
		.map(({ id, partner_id }) => ({ partnerId: String(partner_id), linkId: id }));
}

function codeOf(linkId: string): DiscountCodeRow {
	const sql = 'SELECT * FROM discount_codes WHERE link_id = ?';
	return row<DiscountCodeRow>(service.sandbox, sql, linkId);
}

describe('Discount Code · Create', () => {
	it('offers the links of the chosen partner only', async () => {
		const [{ partnerId }] = partnerLinks(1);
		const list = async (chosen: string) =>
			await searchList('searchPartnerLinks', service.credential(), '', undefined, {
				...OPERATION,
				partnerId: locator('list', chosen),
			});
		const { results } = await list(partnerId);
		expect(results.map(({ value }) => value).sort()).toEqual(
			linksOf(service.sandbox, partnerId)
				.map(({ id }) => id)
				.sort(),
		);
		await expect(list('')).rejects.toThrow("'Partner' is empty. Choose one first.");
	});

	it('lets the service generate a code', async () => {
		const [{ partnerId, linkId }] = partnerLinks(1);
		const [code] = await service.output({ ...OPERATION, partnerId, linkId });
		const { id, code: text, discount_id } = codeOf(linkId);
		expect(code).toEqual({
			...{ id, code: text, partnerId, linkId, disabledAt: null },
			discountId: discount_id,
		});
		expect(text).toMatch(/^\w+$/);
	});

	it('accepts a number as the code and ignores a blank code', async () => {
		const items = partnerLinks(2).map((ids, n) => ({ ...ids, code: [2026, ' '][n] }));
		await service.run(
			{
				...OPERATION,
				partnerId: '={{ $json.partnerId }}',
				linkId: '={{ $json.linkId }}',
				additionalFields: { code: '={{ $json.code }}' },
			},
			{ items },
		);
		expect(codeOf(items[0].linkId).code).toBe('2026');
		expect(codeOf(items[1].linkId).code).toMatch(/^SAVE/);
	});
});
