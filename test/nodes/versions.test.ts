import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NodeHelpers, type INode, type INodeParameters } from 'n8n-workflow';
import { LinkAttribution } from '../../nodes/LinkAttribution/LinkAttribution.node';
import { startService, type NodeService } from '../support/node/nodeService';

const { description } = new LinkAttribution();

let service: NodeService;

beforeAll(async () => {
	service = await startService();
	service.withoutLimits();
});
beforeEach(() => service.proxy.reset());
afterAll(() => service.close());

/** What the editor complains about before the node runs. */
function issuesOf(typeVersion: number, parameters: INodeParameters): string[] {
	const node = { typeVersion, parameters } as unknown as INode;
	const issues = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
	return Object.keys(issues?.parameters ?? {});
}

/** The body that a node of a version sends. */
async function sentBy(typeVersion: number, parameters: INodeParameters): Promise<unknown> {
	service.proxy.answerNext({ status: 200, body: { id: 'x', sale: {} } });
	await service.run(parameters, { typeVersion });
	return service.proxy.requests[0].body;
}

const SALE = { resource: 'conversion', operation: 'trackSale', customerExternalId: 'user_42' };
const BAN = { resource: 'partner', operation: 'ban', partner: 'pn_1' };
const UPDATE = { resource: 'commission', operation: 'updateMany', commissionIds: 'cm_1' };
const COMMISSION = { resource: 'commission', operation: 'create', partnerId: 'pn_1' };

describe('a node that was saved with version 1', () => {
	it('keeps the defaults that it was saved with', async () => {
		expect(await sentBy(1, SALE)).toMatchObject({ amount: 0 });
		service.proxy.reset();
		expect(await sentBy(1, BAN)).toMatchObject({ reason: 'tos_violation' });
		service.proxy.reset();
		service.proxy.answerNext({ status: 200, body: [{ id: 'cm_1', status: 'canceled' }] });
		await service.run(UPDATE);
		expect(service.proxy.requests[0].body).toMatchObject({ status: 'canceled' });
	});

	it('keeps the code of the service in its error messages', async () => {
		const error = await service.failure({
			resource: 'link',
			operation: 'get',
			linkId: 'link_none',
		});
		expect(error.message).toMatch(/\(not_found\)$/);
	});
});

describe('a new node', () => {
	it('is of version 1.1', () => {
		expect(description.defaultVersion).toBe(1.1);
	});

	it.each([
		['amount', SALE, "'Amount (in Cents)' is empty. Enter a value."],
		['amount', COMMISSION, "'Amount (in Cents)' is empty. Enter a value."],
		['reason', BAN, "'Reason' is empty. Enter a value."],
		['status', UPDATE, "'Status' is empty. Enter a value."],
	])('has no %s until a person fills it in', async (name, parameters, message) => {
		// The editor does not check whether a number is filled in.
		if (name !== 'amount') expect(issuesOf(1.1, parameters)).toContain(name);
		const error = await service.failure(parameters, { typeVersion: 1.1 });
		expect(error.message).toBe(message);
		expect(service.proxy.requests).toEqual([]);
	});

	it.each([49.5, '49.50'])('says that an amount of %p is not in cents', async (amount) => {
		const error = await service.failure({ ...SALE, amount }, { typeVersion: 1.1 });
		expect(error.message).toBe("'Amount (in Cents)' must be a whole number of at least 0");
		expect(error.description).toBe('Enter the amount in cents: for 49.00, enter 4900.');
		expect(service.proxy.requests).toEqual([]);
	});

	it('sends what a person fills in', async () => {
		expect(await sentBy(1.1, { ...SALE, amount: 4900 })).toMatchObject({ amount: 4900 });
	});

	it('leaves out an amount that was added and not filled in', async () => {
		const parameters = {
			...{ resource: 'commission', operation: 'update', commissionId: 'cm_1' },
			updateFields: { earnings: '', saleAmount: 4900, status: '' },
		};
		expect(await sentBy(1.1, parameters)).toEqual({ saleAmount: 4900 });
	});

	it('has the code of the service in the description of an error alone', async () => {
		const parameters = { resource: 'link', operation: 'get', linkId: 'link_none' };
		const error = await service.failure(parameters, { typeVersion: 1.1 });
		expect(error.message).not.toContain('not_found');
		expect(error.description).toContain('not_found');
	});
});
