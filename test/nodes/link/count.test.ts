import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'link', operation: 'count' };

const service = useService();

function stored(condition: string): number {
	return service.sandbox.db.all(
		`SELECT id FROM links WHERE workspace_id = ? AND archived = 0 AND ${condition}`,
		workspaceId(service.sandbox, 'business'),
	).length;
}

describe('Link · Count', () => {
	it('counts the links outside of folders by default', async () => {
		expect(await service.output(OPERATION)).toEqual([{ count: stored('folder_id IS NULL') }]);
	});

	it('counts the links that match the filters', async () => {
		const [{ count }] = await service.output({
			...OPERATION,
			filters: { domain: { __rl: true, mode: 'list', value: 'go.business.example.com' } },
		});
		expect(count).toBe(stored("domain = 'go.business.example.com'"));
		expect(count).toBeGreaterThan(0);
	});

	it('counts the links in every folder with All Folders', async () => {
		const output = await service.output({ ...OPERATION, allFolders: true });
		expect(output).toEqual([{ count: stored('1') }]);
		expect(stored('1')).toBeGreaterThan(stored('folder_id IS NULL'));
	});

	it('adds up the groups of every folder', async () => {
		const groups = await service.output({ ...OPERATION, allFolders: true, groupBy: 'domain' });
		const domains = groups.map(({ domain }) => String(domain));
		expect(new Set(domains).size).toBe(groups.length);
		for (const { domain, count } of groups) {
			expect(count).toBe(stored(`domain = '${String(domain)}'`));
		}
	});

	it('sends one request with All Folders if a filter covers folders', async () => {
		await service.output({ ...OPERATION, allFolders: true, filters: { search: 'e' } });
		expect(service.proxy.requests).toHaveLength(1);
	});

	it('returns 0 if no link matches', async () => {
		const filters = { search: 'nothing is called like this' };
		expect(await service.output({ ...OPERATION, filters })).toEqual([{ count: 0 }]);
	});

	it.each(['domain', 'folderId', 'tagId', 'userId'])('counts by %s', async (groupBy) => {
		const filters = groupBy === 'folderId' ? {} : { search: 'e' };
		const groups = await service.output({ ...OPERATION, groupBy, filters });
		expect(groups.length).toBeGreaterThan(0);
		for (const group of groups) {
			expect(Object.keys(group).sort()).toEqual(['count', groupBy].sort());
			expect(group.count).toBeGreaterThan(0);
		}
		const [{ count }] = await service.output({ ...OPERATION, filters });
		const sum = groups.reduce((total, group) => total + Number(group.count), 0);
		if (groupBy === 'domain' || groupBy === 'userId') expect(sum).toBe(count);
	});
});
