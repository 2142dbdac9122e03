import { expect, it } from '@jest/globals';
import type { OperationRunner } from '../../support/n8n/operationRunner';
import { locator } from '../../support/sandbox/partners';

interface Created {
	id: string;
}

/** What links are arranged by: domains, folders and tags. */
export function workspaceOperations(node: OperationRunner): void {
	it('Domain · Create, Update, Get, Get Many, Delete', async () => {
		const slug = `go.${node.mark}.example.com`;
		const additionalFields = { placeholder: 'https://example.com/product' };
		const [{ id }] = await node.output<Created>('domain', 'create', { slug, additionalFields });
		const columns = 'SELECT slug, placeholder, archived, not_found_url FROM domains WHERE id = ?';
		const created = { slug, ...additionalFields, archived: 0, not_found_url: null };
		expect(node.row(columns, id)).toEqual(created);

		const domain = locator('id', slug);
		await node.output('domain', 'update', {
			domain,
			updateFields: { archived: true, notFoundUrl: 'https://example.com/lost' },
			fieldsToClear: ['placeholder'],
		});
		expect(node.row(columns, id)).toEqual({
			slug,
			placeholder: null,
			archived: 1,
			not_found_url: 'https://example.com/lost',
		});

		expect(await node.output('domain', 'get', { domain })).toMatchObject([{ id, archived: true }]);
		const filters = { archived: true, search: node.mark };
		expect(await node.output('domain', 'getAll', { returnAll: true, filters })).toMatchObject([
			{ id, slug, archived: true, notFoundUrl: 'https://example.com/lost' },
		]);

		expect(await node.output('domain', 'delete', { domain })).toEqual([{ slug, deleted: true }]);
		expect(node.exists('domains', id)).toBe(false);
	});

	it('Domain · Check Status, Register', async () => {
		const domain = `shop-${node.mark}.link`;
		const check = async () => await node.output('domain', 'checkStatus', { domains: domain });
		expect(await check()).toMatchObject([{ domain, available: true }]);
		expect(await node.output('domain', 'register', { domain })).toMatchObject([
			{ domain, status: 'SUCCESS' },
		]);
		expect(
			node.value(
				`SELECT workspace_id AS value FROM domains
				 JOIN registered_domains ON domain_id = domains.id WHERE slug = ?`,
				domain,
			),
		).toBe(node.workspaceId);
		expect(await check()).toMatchObject([{ domain, available: false }]);
	});

	it('Folder · Create, Update, Get, Get Many, Delete', async () => {
		const name = `Fair ${node.mark}`;
		const additionalFields = { description: 'Links of the fair', accessLevel: 'read' };
		const [{ id }] = await node.output<Created>('folder', 'create', { name, additionalFields });
		const columns = 'SELECT name, description, access_level FROM folders WHERE id = ?';
		const created = { name, description: 'Links of the fair', access_level: 'read' };
		expect(node.row(columns, id)).toEqual(created);
		const linkId = await linkWith({ folderId: locator('id', id) });

		const folderId = locator('id', id);
		const updateFields = { name: `Trade ${name}`, accessLevel: 'none' };
		await node.output('folder', 'update', {
			folderId,
			updateFields,
			fieldsToClear: ['description'],
		});
		expect(node.row(columns, id)).toEqual({
			name: `Trade ${name}`,
			description: '',
			access_level: null,
		});

		expect(await node.output('folder', 'get', { folderId })).toMatchObject([
			{ id, name: `Trade ${name}` },
		]);
		const folders = await node.output('folder', 'getAll', { returnAll: true });
		expect(folders.map((folder) => folder.id).sort()).toEqual(
			node
				.values('SELECT id AS value FROM folders WHERE workspace_id = ?', node.workspaceId)
				.sort(),
		);
		expect(folders).toContainEqual(expect.objectContaining({ id, name: `Trade ${name}` }));

		expect(await node.output('folder', 'delete', { folderId })).toEqual([{ id, deleted: true }]);
		expect(node.exists('folders', id)).toBe(false);
		expect(node.value('SELECT folder_id AS value FROM links WHERE id = ?', linkId)).toBeNull();
	});

	it('Tag · Create, Update, Get, Get Many, Delete', async () => {
		const name = `mail ${node.mark}`;
		const [{ id }] = await node.output<Created>('tag', 'create', {
			name,
			additionalFields: { color: 'pink' },
		});
		const columns = 'SELECT name, color FROM tags WHERE id = ?';
		expect(node.row(columns, id)).toEqual({ name, color: 'pink' });
		const linkId = await linkWith({ tagIds: id });

		const tagId = locator('id', id);
		const updateFields = { name: `new ${name}`, color: 'blue' };
		await node.output('tag', 'update', { tagId, updateFields });
		expect(node.row(columns, id)).toEqual(updateFields);
		expect(await node.output('tag', 'get', { tagId })).toEqual([{ id, ...updateFields }]);
		expect(
			await node.output('tag', 'getAll', { returnAll: true, filters: { search: name } }),
		).toEqual([{ id, ...updateFields }]);

		const tagged = () =>
			node.values('SELECT tag_id AS value FROM link_tags WHERE link_id = ?', linkId);
		expect(tagged()).toEqual([id]);
		expect(await node.output('tag', 'delete', { tagId })).toEqual([{ id, deleted: true }]);
		expect(node.exists('tags', id)).toBe(false);
		expect(tagged()).toEqual([]);
	});

	async function linkWith(additionalFields: Record<string, unknown>): Promise<string> {
		const url = 'https://www.example.com/fair';
		const [{ id }] = await node.output<Created>('link', 'create', { url, additionalFields });
		return id;
	}
}
