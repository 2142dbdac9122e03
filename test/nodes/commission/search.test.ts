import { describe, expect, it } from '@jest/globals';
import { commissions, HIDDEN, newCommissions } from '../../support/sandbox/commissions';
import { useService } from '../../support/node/nodeService';
import { row } from '../../support/sandbox/rows';
import { searchList } from '../../support/node/runNode';

const service = useService();

async function search(text?: string, token?: string) {
	return await searchList('searchCommissions', service.credential(), text, token);
}

function shown(): string[] {
	return commissions(service)
		.filter(({ status }) => !HIDDEN.includes(status))
		.map(({ id }) => id);
}

describe('the commission search', () => {
	it('lists partner, earnings, type, and status, newest first', async () => {
		const [newest] = commissions(service, "c.status = 'pending' AND type = 'sale'");
		const { name } = row<{ name: string }>(
			service.sandbox,
			'SELECT name FROM partners WHERE id = ?',
			newest.partner_id,
		);
		const { results } = await search();
		expect(results.find(({ value }) => value === newest.id)?.name).toBe(
			`${name}: ${(newest.earnings / 100).toFixed(2)} USD, sale (pending)`,
		);
		expect(results.map(({ value }) => value)).toEqual(shown().slice(0, 50));
	});

	it('paginates, also while searching', async () => {
		newCommissions(service, 120);
		const { paginationToken } = await search();
		expect((await search('', paginationToken)).results.map(({ value }) => value)).toEqual(
			shown().slice(50, 100),
		);
		const found = await search('LEAD (HOLD)');
		const lead = commissions(service, "c.status = 'hold' AND type = 'lead'")[0];
		expect(found.results.map(({ value }) => value)).toContain(lead.id);
	});

	it('fails without a partner program', async () => {
		await expect(searchList('searchCommissions', service.credential('pro'))).rejects.toThrow(
			/partner program/,
		);
	});
});
