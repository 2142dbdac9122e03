import { describe, expect, it } from '@jest/globals';
import { commissions, HIDDEN } from '../../support/sandbox/commissions';
import { useService } from '../../support/node/nodeService';
import { locator } from '../../support/node/locator';

const OPERATION = { resource: 'commission', operation: 'get' };
const ADVICE = /^Check the ID and whether it belongs to the workspace of the credential\./;

const service = useService();

/** Newest first. */
const listed = () => commissions(service, 'earnings <> 0').map(({ id }) => id);

describe('Commission · Get', () => {
	it('finds each commission with two requests: the newest, the oldest, and those between', async () => {
		const ids = listed();
		for (const id of [ids[0], ids[1], ids[Math.floor(ids.length / 2)], ids.at(-1) ?? '']) {
			service.proxy.reset();
			const [commission, ...others] = await service.output({ ...OPERATION, commissionId: id });
			expect(commission.id).toBe(id);
			expect(Object.keys(commission)).toHaveLength(11);
			expect(others).toEqual([]);
			expect(service.proxy.requests).toHaveLength(2);
		}
	});

	it('finds the one with the lowest ID, although another one has an earlier date', async () => {
		const id = listed().at(-1);
		service.proxy.respond = ({ query: { sortOrder, startingAfter, endingBefore } }) =>
			sortOrder === 'asc' && !startingAfter && !endingBefore
				? { status: 200, body: [{ id: 'cm_dated' }] }
				: undefined;
		expect(await service.output({ ...OPERATION, commissionId: id })).toMatchObject([{ id }]);
	});

	it('finds commissions of every status, with all fields without Simplify', async () => {
		for (const status of HIDDEN) {
			const [{ id, partner_id }] = commissions(service, `c.status = '${status}' AND earnings <> 0`);
			const commissionId = locator('id', id);
			expect(await service.output({ ...OPERATION, commissionId, simple: false })).toMatchObject([
				{ id, status, partner: { id: partner_id } },
			]);
		}
	});

	it('does not find one that does not exist, or one that the service does not list', async () => {
		const [first, second] = listed();
		service.sandbox.db.run('UPDATE commissions SET earnings = 0 WHERE id = ?', second);
		for (const id of ['cm_none', 'bulk', second]) {
			const error = await service.failure({ ...OPERATION, commissionId: id });
			expect(error.message).toBe(
				`'Commission' was not found: the program has no commission with earnings and the ID ${id}`,
			);
			expect(error.description).toMatch(ADVICE);
		}
		expect(await service.output({ ...OPERATION, commissionId: first })).toMatchObject([
			{ id: first },
		]);
	});

	it('reports any other failure unchanged', async () => {
		service.proxy.respondNext({
			status: 404,
			body: { error: { code: 'not_found', message: 'No' } },
		});
		const error = await service.failure({ ...OPERATION, commissionId: 'cm_1' });
		expect(error.message).toBe('No');
	});
});
