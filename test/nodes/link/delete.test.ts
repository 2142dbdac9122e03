import { describe, expect, it } from '@jest/globals';
import type { NodeParameterValueType } from 'n8n-workflow';
import type { LinkRow } from '../../../sandbox/link/columns';
import { useService } from '../../support/node/nodeService';
import { Api } from '../../support/sandbox/api';
import { locator } from '../../support/node/locator';

const OPERATION = { resource: 'link', operation: 'delete' };

const service = useService();
let count = 0;

interface CreatedLink {
	id: string;
	shortLink: string;
}

async function newLink(fields: Record<string, string> = {}): Promise<CreatedLink> {
	const body = { url: 'https://example.com', externalId: `own id ${count++}`, ...fields };
	return (await new Api(service.sandbox, 'business').post<CreatedLink>('/links', body)).body;
}

function storedLink(id: string): LinkRow | undefined {
	return service.sandbox.db.get<LinkRow>('SELECT * FROM links WHERE id = ?', id);
}

function sent(): string[] {
	return service.proxy.requests.map(({ method, path }) => `${method} ${path}`);
}

describe('Link · Delete', () => {
	it.each(['list', 'id'])('deletes by ID (%s)', async (mode) => {
		const { id } = await newLink();
		expect(await service.output({ ...OPERATION, linkId: locator(mode, id) })).toEqual([
			{ id, deleted: true },
		]);
		expect(storedLink(id)).toBeUndefined();
		expect(sent()).toEqual([`DELETE /links/${id}`]);
		expect(service.proxy.requests[0]).toMatchObject({ query: {}, body: undefined });
	});

	it.each([
		['externalId', 'order 1/a?', 'order 1/a?'],
		['externalId', 'order-2', 'ext_order-2'],
		['id', 'order-3', 'ext_order-3'],
	])('deletes by external ID (%s, stored %s, pasted %s)', async (mode, externalId, pasted) => {
		const { id } = await newLink({ externalId });
		await service.run({ ...OPERATION, linkId: locator(mode, pasted) });
		expect(storedLink(id)).toBeUndefined();
		expect(sent()).toEqual([`DELETE /links/${encodeURIComponent(`ext_${externalId}`)}`]);
	});

	it.each<[string, (shortLink: string) => NodeParameterValueType]>([
		['URL mode', (link) => locator('url', link)],
		['without https://', (link) => locator('url', link.replace('https://', ''))],
		['not encoded', (link) => locator('url', decodeURI(link))],
		['with a query', (link) => locator('url', `${link}?qr=1#top`)],
		['with a trailing slash', (link) => locator('url', `${link}/`)],
		['ID mode', (link) => locator('id', link)],
		['an expression', (link) => `=${link}`],
	])('deletes by a pasted short link: %s', async (_, pasted) => {
		const { id, shortLink } = await newLink({ key: `sale-${count}/ünï` });
		await service.run({ ...OPERATION, linkId: pasted(shortLink) });
		expect(storedLink(id)).toBeUndefined();
		expect(sent()).toEqual(['GET /links/info', `DELETE /links/${id}`]);
	});

	it.each([
		'decoy/%2e%2e/victim',
		'decoy/../victim',
		'decoy/.%2E/victim',
		'decoy\\..\\victim',
		'decoy/.\t./victim',
		'decoy/%252e%252e/victim',
		'.',
	])('rejects a short link that leads to another one: %j', async (key) => {
		const { id, shortLink } = await newLink({ key: `victim-${count}` });
		const { host } = new URL(shortLink);
		for (const mode of ['url', 'id']) {
			const linkId = locator(mode, `https://${host}/${key.replace('victim', `victim-${count}`)}`);
			const { message } = await service.failure({ ...OPERATION, linkId });
			expect(message).toContain("'Link' must be");
		}
		expect(storedLink(id)).toBeDefined();
		expect(sent()).toEqual([]);
	});

	it('reports a pasted short link that does not exist, even with invalid encoding', async () => {
		const linkId = locator('url', 'https://go.business.example.com/100%');
		const error = await service.failure({ ...OPERATION, linkId });
		expect(error.message).toBe('Link not found.');
		expect(service.proxy.requests[0].query).toEqual({
			domain: 'go.business.example.com',
			key: '100%',
		});
	});
});
