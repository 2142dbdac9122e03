import { describe, expect, it } from '@jest/globals';
import {
	CUSTOMER_CHOICES,
	knownCustomers,
	locator,
	storedCustomer,
} from '../../support/sandbox/customers';
import { useService } from '../../support/node/nodeService';

const OPERATION = { resource: 'customer', operation: 'delete' };

const service = useService({ sampleData: { seed: 3, events: 300 } });

describe('Customer · Delete', () => {
	it.each(CUSTOMER_CHOICES)('deletes a customer %s', async (_, give) => {
		const [customer] = knownCustomers(service.sandbox);
		expect(await service.output({ ...OPERATION, customerId: give(customer) })).toEqual([
			{ id: customer.id, deleted: true },
		]);
		expect(() => storedCustomer(service.sandbox, customer.id)).toThrow();
	});

	it.each(['', '.', '..'])('rejects %j before sending a request', async (value) => {
		const customerId = locator('id', value);
		expect((await service.failure({ ...OPERATION, customerId })).message).toMatch(/^'/);
		expect(service.proxy.requests).toEqual([]);
	});
});
