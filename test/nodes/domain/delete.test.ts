import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';

const OPERATION = { resource: 'domain', operation: 'delete' };

const service = useService();

function exists(slug: string): boolean {
	return service.sandbox.db.get('SELECT 1 FROM domains WHERE slug = ?', slug) !== undefined;
}

describe('Domain · Delete', () => {
	it('reports that the domain of a partner program cannot be deleted', async () => {
		const domain = 'go.business.example.com';
		const error = await service.failure({ ...OPERATION, domain });
		expect(error.message).toMatch(/domain of a partner program/);
		expect(exists(domain)).toBe(true);
	});
});
