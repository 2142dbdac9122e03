import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';

const OPERATION = { resource: 'link', operation: 'upsert' };

const service = useService();

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
});
