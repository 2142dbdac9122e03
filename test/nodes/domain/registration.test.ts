import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type NodeService } from '../../support/node/nodeService';
import { row, workspaceId } from '../../support/sandbox/rows';

const REGISTER = { resource: 'domain', operation: 'register' };
const CHECK = { resource: 'domain', operation: 'checkStatus' };
const ENTERPRISE = { workspace: 'enterprise' };

let service: NodeService;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.proxy.reset());
afterAll(() => service.close());

describe('Domain · Register', () => {
	it('registers a domain and adds it to the workspace', async () => {
		expect(await service.output({ ...REGISTER, domain: ' New.link ' }, ENTERPRISE)).toEqual([
			{ domain: 'new.link', status: 'SUCCESS', expiration: expect.any(Number) },
		]);
		const domain = row(service.sandbox, 'SELECT * FROM domains WHERE slug = ?', 'new.link');
		expect(domain.workspace_id).toBe(workspaceId(service.sandbox, 'enterprise'));
	});

	it.each([
		['', "'Domain' is empty. Enter a value."],
		['example.com', "'Domain' must be a .link domain such as example.link"],
		['sub.example.link', "'Domain' must be a .link domain such as example.link"],
	])('rejects the domain %p before sending a request', async (domain, message) => {
		expect((await service.failure({ ...REGISTER, domain }, ENTERPRISE)).message).toBe(message);
		expect(service.proxy.requests).toEqual([]);
	});

	it('names the required plan (Enterprise)', async () => {
		const error = await service.failure({ ...REGISTER, domain: 'plan.link' });
		expect(error.description).toContain(
			'the Enterprise plan or higher and the permission domains.write',
		);
	});

	it('registers the domain of each item and continues after one that is already registered', async () => {
		await service.run({ ...REGISTER, domain: 'taken.link' }, ENTERPRISE);
		const output = await service.run(
			{ ...REGISTER, domain: '={{ $json.domain }}' },
			{
				...ENTERPRISE,
				items: [{ domain: 'one.link' }, { domain: 'taken.link' }, { domain: 'two.link' }],
				continueOnFail: true,
			},
		);
		expect(output).toEqual([
			{ json: expect.objectContaining({ domain: 'one.link' }), pairedItem: { item: 0 } },
			{
				json: { error: expect.stringContaining('The domain taken.link is already in use.') },
				pairedItem: { item: 1 },
			},
			{ json: expect.objectContaining({ domain: 'two.link' }), pairedItem: { item: 2 } },
		]);
	});
});

describe('Domain · Check Status', () => {
	it('returns the availability and the prices in cents of each domain', async () => {
		await service.run({ ...REGISTER, domain: 'mine.link' }, ENTERPRISE);
		expect(
			await service.output({ ...CHECK, domains: 'Free.link, mine.link, free.link' }, ENTERPRISE),
		).toEqual([
			expect.objectContaining({
				domain: 'free.link',
				available: true,
				prices: { registration: 1200, renewal: 1200 },
			}),
			expect.objectContaining({ domain: 'mine.link', available: false, prices: null }),
		]);
	});

	it.each([
		['', "'Domains' is empty. Enter a value."],
		[' , ', "'Domains' is empty. Enter a value."],
		['free.link, example.com', "'Domains' must be a .link domain such as example.link"],
	])('rejects %p before sending a request', async (domains, message) => {
		expect((await service.failure({ ...CHECK, domains }, ENTERPRISE)).message).toBe(message);
		expect(service.proxy.requests).toEqual([]);
	});

	it('names the required plan (Enterprise)', async () => {
		const error = await service.failure({ ...CHECK, domains: 'plan.link' });
		expect(error.description).toContain(
			'the Enterprise plan or higher and the permission domains.read',
		);
	});

	it('pairs each response with its input item and continues after an invalid item', async () => {
		const output = await service.run(
			{ ...CHECK, domains: '={{ $json.domains }}' },
			{
				...ENTERPRISE,
				items: [{ domains: ['a.link', 'b.link'] }, { domains: 'a.com' }, { domains: 'c.link' }],
				continueOnFail: true,
			},
		);
		expect(output.map(({ json, pairedItem }) => [json.domain ?? json.error, pairedItem])).toEqual([
			['a.link', { item: 0 }],
			['b.link', { item: 0 }],
			["'Domains' must be a .link domain such as example.link", { item: 1 }],
			['c.link', { item: 2 }],
		]);
	});
});
