import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { ONE_BY_ONE } from '../../support/sandbox/bulkLinks';
import { commission, commissions, newCommissions } from '../../support/sandbox/commissions';
import { useService } from '../../support/node/nodeService';

const OPERATION = { resource: 'commission', operation: 'updateMany' };
const PER_ITEM = { ...OPERATION, commissionIds: '={{ $json.ids }}', status: '={{ $json.status }}' };

const service = useService({ limits: 'off' });

beforeEach(() => {
	service.sandbox.faults.set([]);
});

/** What was sent, in the order in which it came. */
function calls(): IDataObject[] {
	return service.proxy.requests.map(({ method, path, body }) => {
		expect([method, path]).toEqual(['PATCH', '/commissions/bulk']);
		return body as IDataObject;
	});
}

const sizes = () => calls().map(({ commissionIds }) => (commissionIds as string[]).length);

const statusOf = (id: string) => commission(service, id).status;

const paid = () => commissions(service, "c.status = 'paid'")[0].id;

describe('Commission · Update Many', () => {
	it('updates each commission once, however often it is listed', async () => {
		const ids = newCommissions(service, 3);
		const parameters = { ...OPERATION, commissionIds: [...ids, ids[0]], status: 'fraud' };
		const output = await service.run(parameters);
		expect(calls()).toEqual([{ commissionIds: ids, status: 'fraud' }]);
		expect(output).toEqual(
			ids.map((id) => ({ json: { id, status: 'fraud' }, pairedItem: { item: 0 } })),
		);
	});

	it('updates more than 100 commissions in batches of 100 and keeps their order', async () => {
		const ids = newCommissions(service, 250).reverse();
		const output = await service.output({ ...OPERATION, commissionIds: ids, status: 'refunded' });
		expect(output.map(({ id }) => id)).toEqual(ids);
		expect(sizes().sort()).toEqual([100, 100, 50]);
	});

	it('reports every commission of an accepted batch as updated', async () => {
		service.proxy.respondNext({ status: 200, body: [{ id: 'cm_2', status: 'fraud' }] });
		const parameters = { ...OPERATION, commissionIds: 'cm_1, cm_2', status: 'fraud' };
		expect(await service.output(parameters)).toEqual([
			{ id: 'cm_1', status: 'fraud' },
			{ id: 'cm_2', status: 'fraud' },
		]);
	});

	it('batches items with the same status together', async () => {
		const ids = newCommissions(service, 150);
		const items = ids.map((id, n) => ({ ids: id, status: n % 3 === 0 ? 'fraud' : 'canceled' }));
		const output = await service.run(PER_ITEM, { items });
		expect(output).toEqual(
			items.map(({ ids: id, status }, item) => ({ json: { id, status }, pairedItem: { item } })),
		);
		expect(sizes().sort()).toEqual([100, 50]);
	});

	it('returns a commission for each item that lists it', async () => {
		const [first, second] = newCommissions(service, 2);
		const items = [first, [second, first]].map((ids) => ({ ids, status: 'canceled' }));
		const output = await service.run(PER_ITEM, { items });
		expect(output.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			[first, { item: 0 }],
			[second, { item: 1 }],
			[first, { item: 1 }],
		]);
		expect(calls()).toHaveLength(1);
	});

	it('rejects an item that sets a conflicting status for the same commission', async () => {
		const [first, second] = newCommissions(service, 2);
		const items = [
			{ ids: first, status: 'fraud' },
			{ ids: [second, first], status: 'refunded' },
		];
		const output = await service.output(PER_ITEM, { items, continueOnFail: true });
		expect(output).toEqual([
			{ id: first, status: 'fraud' },
			{ error: `Commission ${first} has conflicting statuses in the input: fraud and refunded` },
		]);
		expect([statusOf(first), statusOf(second)]).toEqual(['fraud', 'pending']);
	});
});

describe('Commission · Update Many after a failure', () => {
	it('reports a batch with a commission that cannot be updated, and updates none of it', async () => {
		const [first, second] = newCommissions(service, 2);
		const items = [first, paid(), second].map((ids) => ({ ids, status: 'canceled' }));
		const error = await service.failure(PER_ITEM, { items });
		expect(error.message).toMatch(/was paid already\.$/);
		expect(error.description).toContain('Across all items: 0 commissions updated.');
		expect([statusOf(first), statusOf(second)]).toEqual(['pending', 'pending']);
		expect(calls()).toHaveLength(1);
	});

	it('sends no further batches after a failure that stops the node', async () => {
		const ids = newCommissions(service, 250);
		const commissionIds = [...ids.slice(0, 120), 'cm_none', ...ids.slice(120)];
		const error = await service.failure({
			...OPERATION,
			...ONE_BY_ONE,
			commissionIds,
			status: 'canceled',
		});
		expect(error.message).toBe('Commission cm_none not found.');
		expect(error.description).toContain('Across all items: 100 commissions updated.');
		expect(sizes()).toEqual([100, 100]);
	});

	it('updates all other commissions when the node continues on failure', async () => {
		const ids = newCommissions(service, 60);
		const wrong = ['cm_none', paid()];
		const items = [
			...ids.slice(0, 20).map((id) => ({ ids: [id], status: 'canceled' })),
			{ ids: [wrong[0]], status: 'canceled' },
			{ ids: '', status: 'canceled' },
			{ ids: [ids[20], wrong[1], ids[21]], status: 'canceled' },
			{ ids: wrong, status: 'canceled' },
			...ids.slice(22).map((id) => ({ ids: [id], status: 'canceled' })),
		];
		const output = await service.run(PER_ITEM, { items, continueOnFail: true });
		const notFound = 'Commission cm_none not found.';
		const wasPaid = `Commission ${wrong[1]} was paid already.`;
		expect(output.map(({ json, pairedItem }) => [json.id ?? json.error, pairedItem])).toEqual([
			...ids.slice(0, 20).map((id, item) => [id, { item }]),
			[notFound, { item: 20 }],
			["'Commission IDs' is empty. Enter a value.", { item: 21 }],
			[ids[20], { item: 22 }],
			[wasPaid, { item: 22 }],
			[ids[21], { item: 22 }],
			[notFound, { item: 23 }],
			...ids.slice(22).map((id, n) => [id, { item: 24 + n }]),
		]);
		expect(new Set(ids.map(statusOf))).toEqual(new Set(['canceled']));
		expect(calls().length).toBeLessThan(30);
	});

	it('does not split a batch if no part of it can succeed', async () => {
		const ids = newCommissions(service, 4);
		const output = await service.output(
			{ ...PER_ITEM },
			{
				items: ids.map((id) => ({ ids: id, status: 'fraud' })),
				continueOnFail: true,
				key: 'viewer',
			},
		);
		expect(output).toEqual(
			ids.map(() => ({
				error: expect.stringContaining('This requires one of the workspace roles owner, member.'),
			})),
		);
		expect(calls()).toHaveLength(1);
	});

	it('does not retry a batch whose response was lost', async () => {
		const ids = newCommissions(service, 2);
		service.sandbox.faults.set([{ kind: 'reset', after: 'carriedOut' }]);
		const output = await service.output(
			{ ...OPERATION, commissionIds: ids, status: 'fraud' },
			{ continueOnFail: true },
		);
		expect(output).toEqual([{ error: expect.stringMatching(/^The service did not respond: /) }]);
		expect(ids.map(statusOf)).toEqual(['fraud', 'fraud']);
		expect(calls()).toHaveLength(1);
	});
});
