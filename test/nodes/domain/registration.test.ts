import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { row, workspaceId } from '../../support/sandbox/rows';

const REGISTER = { resource: 'domain', operation: 'register' };
const CHECK = { resource: 'domain', operation: 'checkStatus' };
const ENTERPRISE = { workspace: 'enterprise' };

const service = useService();

describe('Domain · Register', () => {
	it('registers a domain and adds it to the workspace', async () => {
		expect(await service.output({ ...REGISTER, domain: ' New.link ' }, ENTERPRISE)).toEqual([
			{ domain: 'new.link', status: 'SUCCESS', expiration: expect.any(Number) },
		]);
		const domain = row(service.sandbox, 'SELECT * FROM domains WHERE slug = ?', 'new.link');
		expect(domain.workspace_id).toBe(workspaceId(service.sandbox, 'enterprise'));
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
});
