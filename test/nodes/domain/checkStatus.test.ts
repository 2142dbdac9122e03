import { expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';

const REGISTER = { resource: 'domain', operation: 'register' };
const CHECK = { resource: 'domain', operation: 'checkStatus' };
const ENTERPRISE = { workspace: 'enterprise' };

const service = useService();

it('Domain · Check Status returns the availability and the prices in cents of each domain', async () => {
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
