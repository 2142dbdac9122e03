import { describe, expect, it } from '@jest/globals';
import type { INodeParameters, NodeExecutionHint } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';

const service = useService();

const OPERATION = { resource: 'link', operation: 'upsert', simple: false };

async function upsert(url: string, parameters: INodeParameters = {}) {
	const hints: NodeExecutionHint[] = [];
	const [link] = await service.output({ ...OPERATION, url, ...parameters }, { hints });
	expect(hints).toEqual([]);
	return link;
}

describe('Link · Create or Update', () => {
	it.each<[string, string, INodeParameters]>([
		['https://example.com/twice', '', {}],
		['https://example.com/twice', '?utm_source=mail', { utm: { utm_source: ' mail ' } }],
		['example.com/twice/bare', '?utm_medium=print', { utm: { utm_medium: 'print' } }],
		[
			'https://example.com/twice?plan=a+b&utm_source=old#top',
			'&utm_source=spring+sale+++%2B',
			{ utm: { utm_source: 'spring sale + +' } },
		],
		['https://example.com/twice', '?ref=home', { additionalFields: { ref: 'home' } }],
	])('changes the link that it created: %s%s', async (url, added, parameters) => {
		const created = await upsert(url, parameters);
		expect(created.url).toContain(added);
		const updated = await upsert(url, { ...parameters, fieldsToClear: ['comments'] });
		expect(updated.id).toBe(created.id);
		expect(updated.url).toBe(created.url);
	});

	it('changes a link that was created with the same parameters', async () => {
		const url = 'https://example.com/created';
		const utm = { utm_term: 'shoes', utm_campaign: 'spring', utm_source: 'mail' };
		const create = { resource: 'link', operation: 'create', url, utm };
		const [created] = await service.output(create);
		expect((await upsert(url, { utm })).id).toBe(created.id);
	});

	it('says if the service has added a slash, since it would not find the link again', async () => {
		const url = 'https://slash.example.com';
		const hints: NodeExecutionHint[] = [];
		const link = await upsert(url);
		service.proxy.respond = () => ({ status: 200, body: { ...link, url: `${url}/` } });
		await service.run({ ...OPERATION, url }, { items: [{}, {}], hints });
		const advice = expect.stringContaining("enter 'Destination URL' as 'url' in the output");
		expect(hints).toEqual([expect.objectContaining({ message: advice })]);
		await upsert(`${url}/`);
		await upsert('slash.example.com');
	});

	it('creates one link for each set of UTM parameters', async () => {
		const url = 'https://example.com/campaigns';
		const sources = ['mail', 'print', 'mail', ''];
		const links = [];
		for (const source of sources) links.push(await upsert(url, { utm: { utm_source: source } }));
		expect(new Set(links.map(({ id }) => id)).size).toBe(3);
		expect(links[2].id).toBe(links[0].id);
		expect(links[3].url).toBe(url);
	});
});
