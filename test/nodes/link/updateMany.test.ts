import { describe, expect, it } from '@jest/globals';
import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';
import { newLinks, numberedLinks, ONE_BY_ONE } from '../../support/sandbox/bulkLinks';
import { useService } from '../../support/node/nodeService';
import { Receiver } from '../../support/sandbox/receiver';
import { register, settled } from '../../support/sandbox/webhooks';

const OPERATION = { resource: 'link', operation: 'updateMany' };
const PER_ITEM = {
	...OPERATION,
	linkIds: '={{ $json.ids }}',
	simple: false,
	updateFields: { comments: '={{ $json.comments }}', title: '={{ $json.title }}' },
};

const GET = { resource: 'link', operation: 'get', simple: false };

const service = useService({ limits: 'off' });

/** What was sent, in the order in which it came. */
function calls(): IDataObject[] {
	return service.proxy.requests.map(({ method, path, body }) => {
		expect([method, path]).toEqual(['PATCH', '/links/bulk']);
		return body as IDataObject;
	});
}

describe('Link · Update Many', () => {
	it('accepts external IDs with their prefix alongside link IDs', async () => {
		const ids = await newLinks(
			service,
			numberedLinks(4, (n) => ({ externalId: `mixed-${n}` })),
		);
		const linkIds = [ids[0], 'ext_mixed-1', ids[2], 'ext_mixed-3', 'ext_mixed-none'];
		const output = await service.output(
			{ ...OPERATION, ...ONE_BY_ONE, linkIds, updateFields: { comments: 'x' } },
			{ continueOnFail: true },
		);
		expect(output.map(({ id, error }) => id ?? error)).toEqual([
			...ids,
			'Link mixed-none not found.',
		]);
		expect(calls()).toEqual([
			{ linkIds: [ids[0], ids[2]], data: { comments: 'x' } },
			{ externalIds: ['mixed-1', 'mixed-3', 'mixed-none'], data: { comments: 'x' } },
		]);
	});

	it('batches only links with the same changes together', async () => {
		const ids = await newLinks(service, numberedLinks(5));
		const items = [
			{ ids: [ids[0], ids[1]], comments: 'a' },
			{ ids: ids[2], comments: 'b' },
			{ ids: ids[3], comments: 'a', title: 'T' },
			{ ids: ids[4], comments: 'a' },
		];
		const output = await service.run({ ...PER_ITEM, ...ONE_BY_ONE }, { items });
		expect(calls()).toEqual([
			{ linkIds: [ids[0], ids[1], ids[4]], data: { comments: 'a' } },
			{ linkIds: [ids[2]], data: { comments: 'b' } },
			{ linkIds: [ids[3]], data: { comments: 'a', title: 'T' } },
		]);
		expect(
			output.map(({ json, pairedItem }) => [json.id, json.comments, json.title, pairedItem]),
		).toEqual([
			[ids[0], 'a', null, { item: 0 }],
			[ids[1], 'a', null, { item: 0 }],
			[ids[2], 'b', null, { item: 1 }],
			[ids[3], 'a', 'T', { item: 2 }],
			[ids[4], 'a', null, { item: 3 }],
		]);
	});

	it('adds UTM parameters to a new destination', async () => {
		const [id] = await newLinks(service, numberedLinks(1));
		const updateFields = { url: 'example.com/new?a=1', utm_source: 'mail', ref: 'b' };
		const [link] = await service.output({ ...OPERATION, linkIds: id, updateFields });
		const url = 'https://example.com/new?a=1&utm_source=mail&ref=b';
		expect(link.url).toBe(url);
		expect(calls()).toEqual([{ linkIds: [id], data: { url, utm_source: 'mail', ref: 'b' } }]);
	});

	it.each([
		['https://example.com/same', 1],
		['https://example.com/same?utm_source=spring+mail', 0],
	])('shows a hint if UTM parameters are not added to the destination %s', async (url, count) => {
		const hints: NodeExecutionHint[] = [];
		const link = { id: 'link_1', url, utm_source: 'spring mail' };
		service.proxy.respond = () => ({ status: 200, body: [link] });
		const updateFields = { utm_source: 'spring mail' };
		await service.run({ ...OPERATION, linkIds: 'link_1', updateFields }, { hints });
		service.proxy.respond = () => undefined;
		expect(hints.map(({ message }) => message)).toEqual(
			Array(count).fill(expect.stringMatching(/without adding them.*use Link: Update/)),
		);
	});

	it.each([
		[['a', 'b'], 'b'],
		[['a', 'b', 'a'], 'a'],
	])('applies the changes %j of a link in their order', async (comments, last) => {
		const [id, other] = await newLinks(service, numberedLinks(2));
		service.sandbox.faults.set([{ kind: 'slow', stall: 60, times: 1 }]);
		const items = [...comments.map((each) => ({ ids: id, comments: each })), { ids: other }];
		const changes = items.map((item) => ({ ...item, title: 'T' }));
		const output = await service.output(PER_ITEM, { items: changes });
		expect(output.map((link) => link.comments)).toEqual([...comments, null]);
		expect(await service.output({ ...GET, linkId: id })).toMatchObject([{ comments: last }]);
		service.sandbox.faults.set([]);
	});

	it('updates more than 100 links in batches of 100 and keeps their order', async () => {
		const ids = await newLinks(service, numberedLinks(250));
		const linkIds = ids.toReversed();
		const output = await service.output({ ...OPERATION, linkIds, updateFields: { title: 'All' } });
		expect(output.map(({ id }) => id)).toEqual(linkIds);
		const sizes = calls().map((body) => (body.linkIds as string[]).length);
		expect(sizes.sort()).toEqual([100, 100, 50]);
	});

	it('batches the links of many items together', async () => {
		const ids = await newLinks(service, numberedLinks(150));
		const items = ids.map((id) => ({ ids: id, comments: 'same' }));
		const output = await service.run(PER_ITEM, { items });
		expect(output.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
			ids.map((id, item) => [id, { item }]),
		);
		expect(calls()).toHaveLength(2);
	});

	it('returns a link for each item that lists it', async () => {
		const [first, second] = await newLinks(service, numberedLinks(2));
		const items = [{ ids: [first, second, first] }, { ids: first }, { ids: [second, 'link_none'] }];
		const output = await service.run(
			{ ...PER_ITEM, updateFields: { comments: 'shared' } },
			{ items, continueOnFail: true },
		);
		expect(output.map(({ json, pairedItem }) => [json.id ?? json.error, pairedItem])).toEqual([
			[first, { item: 0 }],
			[second, { item: 0 }],
			[first, { item: 1 }],
			[second, { item: 2 }],
			['Link link_none not found.', { item: 2 }],
		]);
		expect(calls()).toHaveLength(1);
	});
});

it('triggers no webhooks for links changed by Update Many', async () => {
	const receiver = await Receiver.start();
	const [id] = await newLinks(service, numberedLinks(1));
	await register(service.sandbox, `${receiver.url}/`, ['link.created', 'link.updated']);
	await service.run({ ...OPERATION, linkIds: id, updateFields: { comments: 'x' } });
	await service.run({ resource: 'link', operation: 'create', url: 'https://example.com/told' });
	await settled(service.sandbox);
	expect(receiver.deliveries.map(({ envelope }) => envelope.event)).toEqual(['link.created']);
	await receiver.close();
});
