import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
	CUSTOMER_CHOICES,
	knownCustomers,
	locator,
	storedCustomer,
} from '../../support/sandbox/customers';
import { startService, type NodeService } from '../../support/node/nodeService';

const OPERATION = { resource: 'customer', operation: 'delete' };

let service: NodeService;

beforeAll(async () => {
	service = await startService({ sampleData: { seed: 3, events: 300 } });
});
beforeEach(() => service.proxy.reset());
afterAll(() => service.close());

describe('Customer · Delete', () => {
	it.each(CUSTOMER_CHOICES)('deletes a customer %s', async (_, give) => {
		const [customer] = knownCustomers(service.sandbox);
		expect(await service.output({ ...OPERATION, customerId: give(customer) })).toEqual([
			{ id: customer.id, deleted: true },
		]);
		expect(() => storedCustomer(service.sandbox, customer.id)).toThrow();
	});

	it('continues after a customer that was already deleted', async () => {
		const [first, second] = knownCustomers(service.sandbox, 2);
		const output = await service.run(
			{ ...OPERATION, customerId: '={{ $json.id }}', requestOptions: { parallelItems: 1 } },
			{
				items: [{ id: first.id }, { id: first.id }, { id: second.id }],
				continueOnFail: true,
			},
		);
		expect(output).toEqual([
			{ json: { id: first.id, deleted: true }, pairedItem: { item: 0 } },
			{ json: { error: expect.stringContaining('Customer') }, pairedItem: { item: 1 } },
			{ json: { id: second.id, deleted: true }, pairedItem: { item: 2 } },
		]);
	});

	it('names the required role', async () => {
		const error = await service.failure({ ...OPERATION, customerId: 'x' }, { key: 'viewer' });
		expect(error.description).toContain('the workspace role owner or member');
	});

	it.each(['', '.', '..'])('rejects %j before sending a request', async (value) => {
		const customerId = locator('id', value);
		expect((await service.failure({ ...OPERATION, customerId })).message).toMatch(/^'/);
		expect(service.proxy.requests).toEqual([]);
	});
});
