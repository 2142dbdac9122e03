import { describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';
import { workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'tag', operation: 'delete' };

const service = useService();

/** Tags that are on links. */
function tags(count: number): string[] {
	return service.sandbox.db
		.all<{ id: string }>(
			`SELECT t.id FROM tags t WHERE t.workspace_id = ?
			 AND EXISTS (SELECT 1 FROM link_tags WHERE tag_id = t.id) LIMIT ?`,
			workspaceId(service.sandbox, 'business'),
			count,
		)
		.map(({ id }) => id);
}

function exists(id: string): boolean {
	return service.sandbox.db.get('SELECT 1 FROM tags WHERE id = ?', id) !== undefined;
}

describe('Tag · Delete', () => {
	it('removes the tag from its links and keeps the links', async () => {
		const [id] = tags(1);
		const links = 'SELECT l.id FROM links l JOIN link_tags ON link_id = l.id WHERE tag_id = ?';
		const linkIds = service.sandbox.db.all<{ id: string }>(links, id).map((link) => link.id);
		const tagId = { __rl: true, mode: 'list', value: id };
		expect(await service.output({ ...OPERATION, tagId })).toEqual([{ id, deleted: true }]);
		expect(exists(id)).toBe(false);
		expect(service.sandbox.db.all(links, id)).toEqual([]);
		for (const linkId of linkIds) {
			expect(service.sandbox.db.get('SELECT 1 FROM links WHERE id = ?', linkId)).toBeDefined();
		}
	});
});
