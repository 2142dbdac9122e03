import { describe, expect, it } from '@jest/globals';
import { CUSTOMER_CHOICES, knownCustomers } from '../../support/sandbox/customers';
import { useService } from '../../support/node/nodeService';

const OPERATION = { resource: 'customer', operation: 'get' };

const service = useService({ sampleData: { seed: 3, events: 300 } });

describe('Customer · Get', () => {
	it.each(CUSTOMER_CHOICES)('gets a customer %s, with ten flat fields', async (_, give) => {
		const [customer] = knownCustomers(service.sandbox);
		const [item] = await service.output({ ...OPERATION, customerId: give(customer) });
		expect(item).toMatchObject({
			id: customer.id,
			name: customer.name,
			email: customer.email,
			externalId: customer.external_id,
			country: customer.country,
		});
		expect(Object.keys(item)).toHaveLength(10);
	});

	it('includes the link that brought the customer, simplified or in full', async () => {
		const [{ id, link_id }] = knownCustomers(service.sandbox);
		const parameters = { ...OPERATION, customerId: id, options: { includeExpandedFields: true } };
		const [simple] = await service.output(parameters);
		const [full] = await service.output({ ...parameters, simple: false });
		expect(full).toMatchObject({ id, link: { id: link_id }, avatar: null });
		expect(simple.shortLink).toBe((full.link as { shortLink: string }).shortLink);
		expect(Object.keys(simple)).toHaveLength(10);
	});
});
