import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type NodeService } from '../../support/node/nodeService';

const OPERATION = { resource: 'link', operation: 'upsert' };

let service: NodeService;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.proxy.reset());
afterAll(() => service.close());

function withDestination(url: string) {
	const sql = 'SELECT id, title, comments FROM links WHERE url = ?';
	return service.sandbox.db.all<{ id: string; title: string | null }>(sql, url);
}

describe('Link · Create or Update', () => {
	it('creates a link for a new destination and updates the link of an existing one', async () => {
		const url = 'https://example.com/upsert-1';
		const [created] = await service.output({ ...OPERATION, url });
		const [updated] = await service.output({
			...OPERATION,
			url,
			additionalFields: { title: 'Changed' },
		});
		expect(updated.id).toBe(created.id);
		expect(withDestination(url)).toEqual([{ id: created.id, title: 'Changed', comments: null }]);
	});

	it('clears fields', async () => {
		const url = 'https://example.com/upsert-2';
		const additionalFields = { title: 'Old', comments: 'kept' };
		await service.run({ ...OPERATION, url, additionalFields });
		await service.run({ ...OPERATION, url, fieldsToClear: ['title'] });
		expect(withDestination(url)).toMatchObject([{ title: null, comments: 'kept' }]);
	});

	it('requires a destination URL', async () => {
		expect((await service.failure({ ...OPERATION, url: ' ' })).message).toBe(
			"'Destination URL' is empty. Enter a value.",
		);
		expect(service.proxy.requests).toEqual([]);
	});

	it('pairs each link with its item and continues after one that the service rejects', async () => {
		const output = await service.run(
			{
				...OPERATION,
				url: '={{ $json.url }}',
				domain: { __rl: true, mode: 'id', value: '={{ $json.domain }}' },
			},
			{
				items: [
					{ url: 'https://example.com/upsert-3', domain: 'not-ours.example' },
					{ url: 'https://example.com/upsert-4', domain: '' },
				],
				continueOnFail: true,
			},
		);
		expect(output).toMatchObject([
			{
				json: { error: expect.stringContaining('does not belong to this workspace') },
				pairedItem: { item: 0 },
			},
			{ json: { url: 'https://example.com/upsert-4' }, pairedItem: { item: 1 } },
		]);
	});
});
