import { expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { useService } from '../support/node/nodeService';

const service = useService();

it('Many input items leave n8n time for other work while they are read', async () => {
	const items = Array.from({ length: 3_000 }, (_, n) => ({ url: `https://example.com/many/${n}` }));
	let firstRequest: () => void = () => {};
	const isRead = new Promise<void>((resolve) => (firstRequest = resolve));
	service.proxy.respond = ({ body }) => {
		firstRequest();
		return { status: 200, body: body as IDataObject[] };
	};
	let turns = 0;
	let isReading = true;
	const count = () => {
		turns++;
		if (isReading) setImmediate(count);
	};
	setImmediate(count);
	const parameters = { source: 'items', url: '={{ $json.url }}' };
	const run = service.run({ resource: 'link', operation: 'createMany', ...parameters }, { items });
	await isRead;
	isReading = false;
	expect(turns).toBeGreaterThan(3);
	expect(await run).toHaveLength(3_000);
});
