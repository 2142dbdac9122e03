import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { NO_CUSTOMER } from '../../support/sandbox/customers';
import { useService } from '../../support/node/nodeService';

const OPERATION = { resource: 'customer', operation: 'update' };

const service = useService({ sampleData: { seed: 3, events: 300 } });

describe('Customer · Update', () => {
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
