import { beforeEach, describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';

const OPERATION = { resource: 'domain', operation: 'getAll' };

const service = useService();

beforeEach(() => service.proxy.resetWhenQuiet());

describe('Domain · Get Many', () => {
	it('includes the date when the registration of a domain expires', async () => {
		const key = { workspace: 'enterprise' };
		await service.run({ resource: 'domain', operation: 'register', domain: 'until.link' }, key);
		const filters = { search: 'until' };
		const [simple] = await service.output({ ...OPERATION, filters }, key);
		const [domain] = await service.output({ ...OPERATION, filters, simple: false }, key);
		expect(domain.registeredDomain).toMatchObject({ expiresAt: simple.registrationExpiresAt });
		expect(String(simple.registrationExpiresAt)).toMatch(/^\d{4}-/);
	});
});
