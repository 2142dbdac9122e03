import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import {
	knownCustomers,
	locator,
	NO_CUSTOMER,
	storedCustomer,
} from '../../support/sandbox/customers';
import { useService } from '../../support/node/nodeService';

const OPERATION = { resource: 'customer', operation: 'update' };

const service = useService({ sampleData: { seed: 3, events: 300 } });

describe('Customer · Update', () => {
	it('changes only the given field', async () => {
		const [customer] = knownCustomers(service.sandbox);
		const [item] = await service.output({
			...OPERATION,
			customerId: customer.id,
			updateFields: { name: 'Nathan Smith', email: '' },
		});
		expect(item).toMatchObject({ id: customer.id, name: 'Nathan Smith', email: customer.email });
		expect(storedCustomer(service.sandbox, customer.id)).toEqual({
			...customer,
			name: 'Nathan Smith',
		});
	});

	it('changes every field of a customer given by external ID', async () => {
		const [{ id, external_id }] = knownCustomers(service.sandbox);
		const [item] = await service.output({
			...OPERATION,
			customerId: locator('externalId', external_id),
			simple: false,
			updateFields: {
				avatar: 'https://example.com/avatar.png',
				email: 'nathan@example.com',
				externalId: 'changed-42',
				name: 'Nathan Smith',
				stripeCustomerId: 'cus_stripe',
			},
			options: { includeExpandedFields: true },
		});
		expect(item).toMatchObject({
			id,
			avatar: 'https://example.com/avatar.png',
			email: 'nathan@example.com',
			externalId: 'changed-42',
			name: 'Nathan Smith',
			stripeCustomerId: 'cus_stripe',
			link: { id: expect.any(String) },
		});
		expect(storedCustomer(service.sandbox, id)).toMatchObject({
			email: 'nathan@example.com',
			external_id: 'changed-42',
		});
	});

	it('clears fields', async () => {
		const [customer] = knownCustomers(service.sandbox);
		const [item] = await service.output({
			...OPERATION,
			customerId: customer.id,
			simple: false,
			fieldsToClear: ['avatar', 'email', 'stripeCustomerId'],
		});
		expect(item).toMatchObject({ avatar: null, email: null, stripeCustomerId: null });
		expect(storedCustomer(service.sandbox, customer.id)).toMatchObject({
			avatar: null,
			email: null,
			name: customer.name,
		});
	});

	it.each<[INodeParameters, string]>([
		[{ customerId: '' }, NO_CUSTOMER],
		[{ updateFields: {} }, "'Update Fields' is empty. Add at least one field to change."],
		[
			{ updateFields: { name: '', email: ' ' } },
			"'Update Fields' is empty. Add at least one field to change.",
		],
		[{ updateFields: { email: 'sam' } }, "'Email' must be an email address"],
		[
			{ updateFields: { avatar: 'avatar.png' } },
			"'Avatar URL' must be a URL such as https://example.com/avatar.png",
		],
		[
			{ fieldsToClear: ['name'] },
			"'Name' is both set and listed in 'Fields to Clear'. Remove one of them.",
		],
	])('rejects %j before sending a request', async (parameters, message) => {
		const good = { ...OPERATION, customerId: 'cus_1', updateFields: { name: 'Nathan' } };
		expect((await service.failure({ ...good, ...parameters })).message).toBe(message);
		expect(service.proxy.requests).toEqual([]);
	});
});
