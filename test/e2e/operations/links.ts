import { expect, it } from '@jest/globals';
import { outputItems } from '../../../tools/n8n/execution';
import { NODE } from '../../support/n8n/n8nStack';
import type { OperationRunner } from '../../support/n8n/operationRunner';
import { locator } from '../../support/sandbox/partners';

const url = 'https://www.example.com/landing';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Link {
	id: string;
	shortLink: string;
}

export function linkOperations(node: OperationRunner): void {
	const commentsOf = (ids: string[]) =>
		ids.map((id) => node.value('SELECT comments AS value FROM links WHERE id = ?', id));

	it('Link · Create, Get, Get Many, Update, Delete', async () => {
		const externalId = `order-${node.mark}`;
		const [{ id, shortLink }] = await node.output<Link>('link', 'create', {
			url,
			additionalFields: { externalId, comments: 'From a workflow' },
		});
		const columns = 'SELECT url, external_id, comments, title FROM links WHERE id = ?';
		const created = { url, external_id: externalId, comments: 'From a workflow', title: null };
		expect(node.row(columns, id)).toEqual(created);

		const linkId = locator('url', shortLink);
		expect(await node.output('link', 'get', { linkId })).toMatchObject([{ id, externalId }]);
		expect(
			await node.output('link', 'getAll', { returnAll: true, filters: { search: 'landing' } }),
		).toContainEqual(expect.objectContaining({ id }));

		const updateFields = { title: 'Landing' };
		await node.output('link', 'update', { linkId, updateFields, fieldsToClear: ['comments'] });
		expect(node.row(columns, id)).toEqual({ ...created, title: 'Landing', comments: null });

		const chosen = { linkId: locator('externalId', externalId) };
		expect(await node.output('link', 'delete', chosen)).toEqual([{ id, deleted: true }]);
		expect(node.exists('links', id)).toBe(false);
	});

	it('Link · Create or Update', async () => {
		const parameters = { url: `${url}/upsert-${node.mark}` };
		const [created] = await node.output<Link>('link', 'upsert', parameters);
		const [updated] = await node.output<Link>('link', 'upsert', {
			...parameters,
			additionalFields: { comments: 'Again' },
		});
		expect(updated.id).toBe(created.id);
		expect(commentsOf([created.id])).toEqual(['Again']);
	});

	it('Link · Create Many, Count, Update Many, Delete Many', async () => {
		const tenantId = `tenant-${node.mark}`;
		const fields = { url, key: '={{ $json.slug }}', additionalFields: { tenantId } };
		const input = ['a', 'b', 'c'].map((slug) => ({ slug: `bulk-${slug}-${node.mark}` }));
		const created = await node.output<Link>('link', 'createMany', fields, input);
		const ids = created.map(({ id }) => id);
		expect(
			node.values('SELECT key AS value FROM links WHERE tenant_id = ? ORDER BY key', tenantId),
		).toEqual(input.map(({ slug }) => slug));

		expect(await node.output('link', 'count', { filters: { tenantId } })).toEqual([{ count: 3 }]);

		const updateFields = { comments: 'All of them' };
		const updated = await node.output<Link>('link', 'updateMany', {
			linkIds: ids.join(', '),
			updateFields,
		});
		expect(updated.map(({ id }) => id)).toEqual(ids);
		expect(commentsOf(ids)).toEqual(ids.map(() => 'All of them'));

		const [kept, ...others] = ids;
		const response = await node.output('link', 'deleteMany', {
			linkIds: [...others, 'link_that_does_not_exist'].join(', '),
		});
		expect(response).toMatchObject([{ deletedCount: 2 }]);
		expect(ids.filter((id) => node.exists('links', id))).toEqual([kept]);
	});

	it('QR Code · Get', async () => {
		const execution = await node.execution('qrCode', 'get', {
			url,
			options: { size: 300, fileName: 'landing.png' },
		});
		const [{ json, binary }] = outputItems(execution, NODE);
		expect(json).toEqual({ url, fileName: 'landing.png' });
		expect(binary?.data).toMatchObject({ mimeType: 'image/png', fileName: 'landing.png' });
		const query = new URLSearchParams({ url, size: '300' }).toString();
		const drawn = await fetch(`${node.stack.sandbox.url}/qr?${query}`);
		const file = new URLSearchParams({ id: binary?.data.id ?? '', action: 'view' }).toString();
		const image = await node.stack.n8n.client.fetch('GET', `/rest/binary-data?${file}`);
		const bytes = Buffer.from(await image.arrayBuffer());
		expect(bytes.subarray(0, 8)).toEqual(PNG_SIGNATURE);
		expect(bytes.readUInt32BE(16)).toBe(300);
		expect(bytes).toEqual(Buffer.from(await drawn.arrayBuffer()));
	});
}
