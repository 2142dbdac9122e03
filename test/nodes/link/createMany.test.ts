import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	DESTINATION,
	linkCount,
	numberedLinks,
	ONE_BY_ONE,
	takenLink,
} from '../../support/sandbox/bulkLinks';
import { useService } from '../../support/node/nodeService';
import { Receiver } from '../../support/sandbox/receiver';
import { register, settled } from '../../support/sandbox/webhooks';

const OPERATION = { resource: 'link', operation: 'createMany' };
const FROM_ITEMS = {
	...OPERATION,
	source: 'items',
	url: '={{ $json.url }}',
	domain: '={{ $json.domain }}',
	key: '={{ $json.key }}',
	additionalFields: { externalId: '={{ $json.externalId }}', tagNames: '={{ $json.tagNames }}' },
};
const FROM_JSON = { ...OPERATION, source: 'json' };

const service = useService({ limits: 'off' });

/** The links of each call. */
function calls(): IDataObject[][] {
	return service.proxy.requests.map(({ method, path, body }) => {
		expect([method, path]).toEqual(['POST', '/links/bulk']);
		return body as IDataObject[];
	});
}

describe('Link · Create Many from input items', () => {
	it('creates a link per item in batches of 100 and returns them in the order of the items', async () => {
		const items = numberedLinks(250);
		const output = await service.run(FROM_ITEMS, { items });
		expect(output.map(({ json }) => json.url)).toEqual(items.map(({ url }) => url));
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		// They are sent at the same time, so any may come first.
		const sizes = calls().map(({ length }) => length);
		expect(sizes.sort()).toEqual([100, 100, 50]);
		expect(new Set(output.map(({ json }) => json.id)).size).toBe(250);
	});

	it('reports each failure on its item, between the created links', async () => {
		await takenLink(service, 'taken');
		const items = [
			{ url: `${DESTINATION}/0` },
			{ url: `${DESTINATION}/1`, key: 'taken' },
			{ url: `${DESTINATION}/2`, domain: 'go.nobody.example.com' },
			{ url: `${DESTINATION}/3`, key: 'summer/sale' },
			{ url: '' },
			{ url: `${DESTINATION}/5`, externalId: 'ext_taken' },
			{ url: `${DESTINATION}/6`, externalId: 'ext_new' },
			{ url: `${DESTINATION}/7`, tagNames: 'no such tag' },
		];
		const output = await service.run(FROM_ITEMS, { items, continueOnFail: true });
		const failure = (text: string) => ({ error: expect.stringContaining(text) });
		expect(output).toEqual(
			[
				expect.objectContaining({ url: `${DESTINATION}/0` }),
				failure('taken is already used on go.business.example.com.'),
				failure('go.nobody.example.com does not belong to this workspace.'),
				expect.objectContaining({ url: `${DESTINATION}/3`, key: 'summer/sale' }),
				{ error: "'Destination URL' is empty. Enter a value." },
				failure('external ID taken already exists.'),
				expect.objectContaining({ url: `${DESTINATION}/6`, externalId: 'new' }),
				failure('no such tag'),
			].map((json, item) => ({ json, pairedItem: { item } })),
		);
		expect(calls()).toHaveLength(1);
	});

	it('stops at a failure and reports how many links were created', async () => {
		await takenLink(service, 'taken-before');
		const items = numberedLinks(3, (n) => (n === 1 ? { key: 'taken-before' } : {}));
		const before = linkCount(service);
		const error = await service.failure(FROM_ITEMS, { items });
		expect(error.message).toContain('taken-before is already used');
		expect(error.description).toBe(
			"'Slug' must be unique. Enter another value, or use 'Create or Update' to change the existing object. Across all items: 2 links created. Retry the execution, or next time, pass on only the others. (conflict, HTTP 409)",
		);
		expect(error.context.itemIndex).toBe(1);
		expect(linkCount(service)).toBe(before + 2);
	});

	it('names the item that makes its whole batch fail', async () => {
		const items = numberedLinks(5).map((link, n) => (n === 3 ? { url: 'no url' } : link));
		const error = await service.failure(FROM_ITEMS, { items });
		expect(error.message).toMatch(/^'Destination URL' was not accepted: /);
		expect(error.context.itemIndex).toBe(3);
		expect(error.description).toContain('Across all items: 0 links created.');
	});

	it('sends no further batches after a failure that stops the node', async () => {
		await takenLink(service, 'taken-first');
		const items = numberedLinks(250, (n) => (n === 0 ? { key: 'taken-first' } : {}));
		const error = await service.failure({ ...FROM_ITEMS, ...ONE_BY_ONE }, { items });
		expect(error.description).toBe(
			"'Slug' must be unique. Enter another value, or use 'Create or Update' to change the existing object. Across all items: 99 links created. Retry the execution, or next time, pass on only the others. (conflict, HTTP 409)",
		);
		expect(calls()).toHaveLength(1);
	});

	it('sends no request if an item is invalid and the node stops on failure', async () => {
		const items = [{ url: DESTINATION }, { url: '' }];
		const error = await service.failure(FROM_ITEMS, { items });
		expect(error.message).toBe("'Destination URL' is empty. Enter a value.");
		expect(error.context.itemIndex).toBe(1);
		expect(calls()).toEqual([]);
	});

	it('matches links with the same destination by their other fields', async () => {
		await takenLink(service, 'case');
		const items: IDataObject[] = [
			{ key: 'CASE' },
			{ key: 'case' },
			{},
			{ key: '/with/slashes/' },
			{ tagNames: 'no such tag' },
			{},
			{ externalId: 'ext_equal' },
			{ externalId: 'ext_equal' },
			{ externalId: 'case', key: 'free-slug' },
		].map((fields) => ({ url: DESTINATION, ...fields }));
		const output = await service.output(FROM_ITEMS, { items, continueOnFail: true });
		expect(output.map(({ error, key }) => error ?? key)).toEqual([
			'CASE',
			expect.stringContaining('key case is already used'),
			expect.stringMatching(/^\w{7}$/),
			'with/slashes',
			expect.stringContaining('no such tag'),
			expect.stringMatching(/^\w{7}$/),
			expect.stringMatching(/^\w{7}$/),
			expect.stringContaining('external ID equal already exists'),
			expect.stringContaining('external ID case already exists'),
		]);
		expect(output[6].externalId).toBe('equal');
	});
});

describe('Link · Create Many from JSON', () => {
	const links = [
		{ url: `${DESTINATION}/a`, comments: 'first' },
		{ url: `${DESTINATION}/b`, trackConversion: true },
	];
	it.each<[string, INodeParameters[string], IDataObject[]]>([
		['an array', links, links],
		['text', JSON.stringify(links), links],
		['an expression', `={{ ${JSON.stringify(links)} }}`, links],
		['one object', links[0], links.slice(0, 1)],
	])('sends %s unchanged', async (_, given, sent) => {
		const output = await service.output({ ...FROM_JSON, links: given, simple: false });
		expect(calls()).toEqual([sent]);
		expect(output).toEqual(sent.map((link) => expect.objectContaining(link)));
	});

	it('batches the links of several items together', async () => {
		const items = [130, 1, 69].map((count, item) => ({
			links: numberedLinks(count, (n) => ({ comments: `${item}:${n}` })),
		}));
		const output = await service.run(
			{ ...FROM_JSON, simple: false, links: '={{ $json.links }}' },
			{ items },
		);
		expect(calls().map(({ length }) => length)).toEqual([100, 100]);
		expect(output.map(({ json, pairedItem }) => [json.comments, pairedItem])).toEqual(
			items.flatMap((item, index) => item.links.map(({ comments }) => [comments, { item: index }])),
		);
	});

	it('returns a result for each link of an item when the node continues on failure', async () => {
		await takenLink(service, 'in-use');
		const items = [
			{ links: [{ url: DESTINATION, key: 'in-use' }, { url: DESTINATION }] },
			{ links: 'no JSON' },
			{ links: { url: DESTINATION, key: 'in-use', domain: 'go.nobody.example.com' } },
			{ links: [{ url: DESTINATION }] },
		];
		const output = await service.run(
			{ ...FROM_JSON, links: '={{ $json.links }}' },
			{ items, continueOnFail: true },
		);
		expect(output.map(({ json, pairedItem }) => [json.error ?? json.url, pairedItem])).toEqual([
			[expect.stringContaining('in-use is already used'), { item: 0 }],
			[DESTINATION, { item: 0 }],
			[expect.stringContaining("'Links (JSON)' is not valid JSON"), { item: 1 }],
			[expect.stringContaining('does not belong to this workspace'), { item: 2 }],
			[DESTINATION, { item: 3 }],
		]);
	});
});

it('triggers no webhooks for links created by Create Many', async () => {
	const receiver = await Receiver.start();
	await register(service.sandbox, `${receiver.url}/`, ['link.created']);
	await service.run({ ...FROM_JSON, links: numberedLinks(2) });
	await service.run({ resource: 'link', operation: 'create', url: `${DESTINATION}/told` });
	await settled(service.sandbox);
	const received = receiver.deliveries.map(({ envelope }) => envelope.data.url);
	expect(received).toEqual([`${DESTINATION}/told`]);
	await receiver.close();
});
