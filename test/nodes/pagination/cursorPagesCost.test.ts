import { describe, expect, it } from '@jest/globals';
import { commissions, HIDDEN, newCommissions } from '../../support/sandbox/commissions';
import { addLinks } from '../../support/sandbox/links';
import { useServiceForEach } from '../../support/node/nodeService';

const TENANT = 'paged';
const LIST = { resource: 'link', operation: 'getAll', filters: { tenantId: TENANT } };

const service = useServiceForEach({ limits: 'off' });

async function listed(): Promise<unknown[]> {
	const items = await service.output({ ...LIST, returnAll: true });
	return items.map(({ id }) => id);
}

describe('fetching a list with a cursor', () => {
	it('takes 60 requests at most for 50 full pages', async () => {
		const links = addLinks(service.sandbox, 5000, TENANT);
		expect(await listed()).toEqual(links);
		await service.proxy.quiet();
		expect(service.proxy.requests.length).toBeLessThanOrEqual(60);
	});

	it('takes a few more when the service does not tell the count', async () => {
		const links = addLinks(service.sandbox, 850, TENANT);
		service.proxy.respond = ({ path }) =>
			path === '/links/count' ? { status: 403, body: { error: { code: 'forbidden' } } } : undefined;
		expect(await listed()).toEqual(links);
		await service.proxy.quiet();
		expect(service.proxy.requests.length).toBeLessThanOrEqual(9 + 3 + 16);
	});

	it('also begins with the oldest', async () => {
		newCommissions(service, 600);
		const items = await service.output({
			resource: 'commission',
			operation: 'getAll',
			returnAll: true,
			options: { sortOrder: 'asc' },
		});
		const visible = commissions(service).filter(({ status }) => !HIDDEN.includes(status));
		expect(items.map(({ id }) => id)).toEqual(visible.reverse().map(({ id }) => id));
		const byCursor = service.proxy.requests.filter(({ query }) => query.startingAfter);
		expect(byCursor).toHaveLength(1);
	});
});
