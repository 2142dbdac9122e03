import { beforeAll, describe, expect, it } from '@jest/globals';
import type { NodeExecutionHint } from 'n8n-workflow';
import type { EventRow } from '../../../sandbox/event/columns';
import { useService } from '../../support/node/nodeService';
import { Api } from '../../support/sandbox/api';
import { conversionLink, newClick, type ConversionLink } from '../../support/sandbox/conversions';

const OPERATION = { resource: 'conversion', operation: 'trackSale' };

const service = useService();
let link: ConversionLink;
let customers = 0;

beforeAll(async () => {
	link = await conversionLink(service.sandbox);
});

function newCustomer(): string {
	return `buyer-${++customers}`;
}

/** A customer with one lead. */
async function knownCustomer(): Promise<string> {
	const customerExternalId = newCustomer();
	const clickId = await newClick(service.sandbox, link);
	const body = { clickId, customerExternalId, eventName: 'Sign up' };
	expect((await new Api(service.sandbox, 'business').post('/track/lead', body)).status).toBe(200);
	return customerExternalId;
}

function eventsOf(customerExternalId: string, kind: 'lead' | 'sale'): EventRow[] {
	return service.sandbox.db.all<EventRow>(
		`SELECT e.* FROM events e JOIN customers c ON c.id = e.customer_id
		 WHERE c.external_id = ? AND e.kind = ?`,
		customerExternalId,
		kind,
	);
}

describe('Conversion · Track Sale', () => {
	it('records a sale of a known customer', async () => {
		const customerExternalId = await knownCustomer();
		const hints: NodeExecutionHint[] = [];
		const output = await service.output(
			{ ...OPERATION, customerExternalId, amount: 4200 },
			{ hints },
		);
		expect(output).toEqual([
			{
				recorded: true,
				eventName: 'Purchase',
				customer: expect.objectContaining({ externalId: customerExternalId }),
				sale: {
					amount: 4200,
					currency: 'usd',
					paymentProcessor: 'custom',
					invoiceId: null,
					metadata: null,
				},
			},
		]);
		expect(eventsOf(customerExternalId, 'sale')).toMatchObject([{ amount: 4200 }]);
		expect(hints).toEqual([]);
	});

	it('says what to do if the lead is not found', async () => {
		const error = { code: 'not_found', message: 'Lead event not found for externalId: buyer' };
		service.proxy.respond = () => ({ status: 404, body: { error } });
		const sale = { ...OPERATION, customerExternalId: 'buyer', amount: 100 };
		const { message, description } = await service.failure(sale);
		service.proxy.respond = () => undefined;
		expect(message).toBe(error.message);
		expect(description).toMatch(/set 'Mode' of Track Lead to Wait/);
	});

	it('records an invoice only once', async () => {
		const parameters = {
			...OPERATION,
			customerExternalId: await knownCustomer(),
			amount: '={{ $json.amount }}',
			additionalFields: { invoiceId: 'inv_once' },
			requestOptions: { parallelItems: 1 },
		};
		const [first, again] = await service.output(parameters, {
			items: [{ amount: 100 }, { amount: 200 }],
		});
		expect(again).toEqual({ ...first, recorded: false });
		expect(eventsOf(parameters.customerExternalId, 'sale')).toHaveLength(1);
	});

	it.each([
		['an unknown customer', 100, /does not know the customer\. Track a lead/],
		['an amount of 0', 0, /its amount is 0\./],
	])('reports that nothing was recorded for %s', async (_, amount, why) => {
		const customerExternalId = amount === 0 ? await knownCustomer() : newCustomer();
		const hints: NodeExecutionHint[] = [];
		const output = await service.output({ ...OPERATION, customerExternalId, amount }, { hints });
		expect(output).toEqual([
			{ recorded: false, eventName: 'Purchase', customer: null, sale: null },
		]);
		expect(eventsOf(customerExternalId, 'sale')).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(why)]);
	});

	it('reports each reason only once', async () => {
		const hints: NodeExecutionHint[] = [];
		const output = await service.run(
			{ ...OPERATION, customerExternalId: newCustomer(), amount: '={{ $json.amount }}' },
			{ hints, items: [{ amount: 1 }, { amount: 0 }, { amount: 2 }] },
		);
		expect(output.map(({ json }) => json.recorded)).toEqual([false, false, false]);
		expect(hints).toHaveLength(2);
	});

	it.each<['connection reset' | { status: number; body: string }]>([
		['connection reset'],
		[{ status: 500, body: '' }],
	])('does not retry after %j', async (response) => {
		service.proxy.respondNext(response);
		const error = await service.failure({ ...OPERATION, customerExternalId: 'x', amount: 1 });
		expect(error.description).toContain('it was not retried');
		expect(service.proxy.requests).toHaveLength(1);
	});
});
