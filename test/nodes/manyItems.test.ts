import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type NodeService } from '../support/node/nodeService';

let service: NodeService;

beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());

describe('Many input items', () => {
	it.each([
		['createMany', { source: 'items', url: '={{ $json.url }}' }],
		['delete', { linkId: { __rl: true, mode: 'id', value: '={{ $json.url.split("/").at(-1) }}' } }],
	])('leave n8n time for other work while they are read (%s)', async (operation, parameters) => {
		const items = Array.from({ length: 3_000 }, (_, n) => ({
			url: `https://example.com/many/${n}`,
		}));
		let firstRequest: () => void = () => {};
		const isRead = new Promise<void>((resolve) => (firstRequest = resolve));
		service.proxy.respond = ({ body }) => {
			firstRequest();
			return { status: 200, body: body ?? { deletedCount: 100 } };
		};
		let turns = 0;
		let isReading = true;
		const count = () => {
			turns++;
			if (isReading) setImmediate(count);
		};
		setImmediate(count);
		const run = service.run({ resource: 'link', operation, ...parameters }, { items });
		await isRead;
		isReading = false;
		expect(turns).toBeGreaterThan(3);
		expect(await run).toHaveLength(3_000);
	});
});
