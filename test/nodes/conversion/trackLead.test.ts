import { beforeAll, describe, expect, it } from '@jest/globals';
import type { NodeExecutionHint } from 'n8n-workflow';
import type { EventRow } from '../../../sandbox/event/columns';
import { useService } from '../../support/node/nodeService';
import { conversionLink, newClick, type ConversionLink } from '../../support/sandbox/conversions';

const OPERATION = { resource: 'conversion', operation: 'trackLead', eventName: 'Sign up' };
const WEEK = 7 * 24 * 3600 * 1000;

const service = useService();
let link: ConversionLink;
let customers = 0;

beforeAll(async () => {
	link = await conversionLink(service.sandbox);
});

/** A click and the customer whom it is to bring. */
async function visitor() {
	const clickId = await newClick(service.sandbox, link);
	return { clickId, customerExternalId: `lead-${++customers}` };
}

function leadsOf(customerExternalId: string): EventRow[] {
	return service.sandbox.db.all<EventRow>(
		`SELECT e.* FROM events e JOIN customers c ON c.id = e.customer_id
		 WHERE c.external_id = ? AND e.kind = 'lead'`,
		customerExternalId,
	);
}

describe('Conversion · Track Lead', () => {
	it('records the lead of a new customer', async () => {
		const { clickId, customerExternalId } = await visitor();
		const hints: NodeExecutionHint[] = [];
		const output = await service.output({ ...OPERATION, clickId, customerExternalId }, { hints });
		expect(output).toEqual([
			{
				recorded: true,
				click: { id: clickId },
				link: expect.objectContaining({ id: link.id }),
				customer: { name: null, email: null, avatar: null, externalId: customerExternalId },
			},
		]);
		expect(leadsOf(customerExternalId)).toMatchObject([
			{ click_id: clickId, event_name: 'Sign up', metadata: null },
		]);
		expect(hints).toEqual([]);
	});

	it('ignores fields that were added but left empty', async () => {
		const ids = await visitor();
		await service.run({
			...OPERATION,
			...ids,
			additionalFields: { customerEmail: '', customerName: ' ', metadata: {}, metadataJson: '{}' },
		});
		expect(service.proxy.requests[0].body).toEqual({ ...ids, eventName: 'Sign up' });
	});

	it('reports that a duplicate lead was not recorded, and why', async () => {
		const ids = await visitor();
		await service.run({ ...OPERATION, ...ids });
		const hints: NodeExecutionHint[] = [];
		const output = await service.run(
			{ ...OPERATION, ...ids },
			{ hints, items: [{}, {}], continueOnFail: true },
		);
		expect(output.map(({ json, pairedItem }) => [json.recorded, json.link, pairedItem])).toEqual([
			[false, null, { item: 0 }],
			[false, null, { item: 1 }],
		]);
		expect(hints).toEqual([
			{
				message: expect.stringMatching(
					/^A lead was not recorded because .* within the last 7 days, or an attempt failed then\./,
				),
				type: 'warning',
				location: 'outputPane',
			},
		]);
		expect(leadsOf(ids.customerExternalId)).toHaveLength(1);
		service.sandbox.clock.advance(WEEK + 1000);
		expect((await service.output({ ...OPERATION, ...ids }))[0].recorded).toBe(true);
	});

	it('does not retry when the response is lost', async () => {
		service.proxy.respondNext({ status: 502, body: '' });
		const error = await service.failure({ ...OPERATION, ...(await visitor()) });
		expect(error.description).toContain('it was not retried');
		expect(service.proxy.requests).toHaveLength(1);
	});

	it('says how to go on after a click that the service does not know', async () => {
		const ids = { clickId: 'unknown', customerExternalId: 'of-unknown-click' };
		const { description } = await service.failure({ ...OPERATION, ...ids });
		expect(description).toMatch(/Before you track this lead again, change 'Event Name'/);
	});

	it('reports an unknown customer without a click', async () => {
		const error = await service.failure({ ...OPERATION, customerExternalId: 'nobody' });
		expect(error.message).toBe("'Click ID' is empty and the customer does not exist.");
	});
});
