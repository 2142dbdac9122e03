import { describe, expect, it } from '@jest/globals';
import { CUSTOMER_CHOICES, knownCustomers, storedCustomer } from '../../support/sandbox/customers';
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
});
