import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { row, workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'domain', operation: 'delete' };

const service = useService();

function add(slug: string): void {
	service.sandbox.db.insert('domains', {
		id: `dom_${slug}`,
		slug,
		workspace_id: workspaceId(service.sandbox, 'business'),
		created_at: 0,
		updated_at: 0,
	});
}

function exists(slug: string): boolean {
	return service.sandbox.db.get('SELECT 1 FROM domains WHERE slug = ?', slug) !== undefined;
}

describe('Domain · Delete', () => {
	it('deletes the domain and its links', async () => {
		const slug = 'try.business.example.com';
		const count = 'SELECT count(*) AS n FROM links WHERE domain = ?';
		expect(row<{ n: number }>(service.sandbox, count, slug).n).toBeGreaterThan(0);
		const domain = { __rl: true, mode: 'list', value: slug };
		expect(await service.output({ ...OPERATION, domain })).toEqual([{ slug, deleted: true }]);
		expect(exists(slug)).toBe(false);
		expect(row<{ n: number }>(service.sandbox, count, slug).n).toBe(0);
	});

	it('reports that the domain of a partner program cannot be deleted', async () => {
		const domain = 'go.business.example.com';
		const error = await service.failure({ ...OPERATION, domain });
		expect(error.message).toMatch(/domain of a partner program/);
		expect(exists(domain)).toBe(true);
	});

	it('reports a role that cannot delete domains', async () => {
		add('member.example.org');
		const error = await service.failure(
			{ ...OPERATION, domain: 'member.example.org' },
			{ key: 'member' },
		);
		expect(error.description).toContain('the permission domains.write');
		expect(exists('member.example.org')).toBe(true);
	});

	it.each([
		['', "'Domain' is empty. Choose one from the list or enter its ID."],
		['..', "'Domain' must be a domain such as go.example.com, without https:// or a path"],
		['a.org/b', "'Domain' must be a domain such as go.example.com, without https:// or a path"],
	])('rejects the domain %p before sending a request', async (domain, message) => {
		expect((await service.failure({ ...OPERATION, domain })).message).toBe(message);
		expect(service.proxy.requests).toEqual([]);
	});
});
