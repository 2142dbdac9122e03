import { beforeAll, describe, expect, it } from '@jest/globals';
import type { NodeParameterValueType } from 'n8n-workflow';
import type { LinkRow } from '../../../sandbox/link/columns';
import { useService } from '../../support/node/nodeService';
import { row, workspaceId } from '../../support/sandbox/rows';
import { locator } from '../../support/node/locator';

const OPERATION = { resource: 'link', operation: 'get' };

const service = useService();
let stored: LinkRow;

beforeAll(() => {
	stored = row<LinkRow>(
		service.sandbox,
		"SELECT * FROM links WHERE workspace_id = ? AND key <> '_root' LIMIT 1",
		workspaceId(service.sandbox, 'business'),
	);
	const sql = "UPDATE links SET external_id = 'order/7' WHERE id = ?";
	service.sandbox.db.run(sql, stored.id);
});

describe('Link · Get', () => {
	it.each<[string, (link: LinkRow) => NodeParameterValueType]>([
		['chosen from the list', ({ id }) => locator('list', id)],
		['by ID', ({ id }) => locator('id', ` ${id} `)],
		['by a bare ID', ({ id }) => id],
		['by a bare external ID', () => 'ext_order/7'],
		['by external ID', () => locator('externalId', 'order/7')],
		['by external ID with its prefix', () => locator('externalId', 'ext_order/7')],
		['by URL', ({ domain, key }) => locator('url', `https://${domain}/${key}`)],
		['by URL without its scheme', ({ domain, key }) => locator('url', `${domain}/${key}/`)],
		['by a bare URL', ({ domain, key }) => `https://${domain}/${key}`],
		['by a bare URL without its scheme', ({ domain, key }) => `${domain}/${key}`],
	])('finds a link %s with one request', async (_, give) => {
		const [link] = await service.output({ ...OPERATION, linkId: give(stored) });
		expect(link).toMatchObject({ id: stored.id, key: stored.key, externalId: 'order/7' });
		expect(Object.keys(link)).toHaveLength(10);
		expect(service.proxy.requests).toHaveLength(1);
	});

	it('takes an external ID that looks like a URL for what it is', async () => {
		await service.failure({ ...OPERATION, linkId: 'ext_go.example.com/7' });
		expect(service.proxy.requests).toMatchObject([
			{ query: { externalId: 'ext_go.example.com/7' } },
		]);
	});

	it.each([
		'https://go.business.example.com@try.business.example.com/summer',
		'https://go.business.example.com／@try.business.example.com/summer',
		'https://go.business.example.com\\@try.business.example.com/summer',
		'https://go.business.example.com/vic%74im',
		'https://go.business.example.com/\u202esummer',
		'https://go.business.example.com/a/../summer',
	])('rejects %s, which a parser reads as another link', async (url) => {
		const { message } = await service.failure({ ...OPERATION, linkId: locator('url', url) });
		expect(message).toMatch(/^'Link' must be a short link such as/);
		expect(service.proxy.requests).toEqual([]);
	});

	it('names the field whose URL the service rejects', async () => {
		const linkId = locator('url', 'http://localhost/summer');
		const { message } = await service.failure({ ...OPERATION, linkId });
		expect(message).toMatch(/^'Link' must be a short link such as .*, not 'localhost\/summer'$/);
	});
});
