import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LinkRow } from '../../../sandbox/link/columns';
import { useService } from '../../support/node/nodeService';
import { newLinks, numberedLinks, ONE_BY_ONE } from '../../support/sandbox/bulkLinks';
import { row } from '../../support/sandbox/rows';

const OPERATION = { resource: 'link', operation: 'updateMany' };
const PER_ITEM = {
	...OPERATION,
	linkIds: '={{ $json.ids }}',
	simple: false,
	updateFields: { comments: '={{ $json.comments }}', title: '={{ $json.title }}' },
};
const UNKNOWN = 'Link link_none not found.';

const service = useService({ limits: 'off' });

beforeEach(() => {
	service.sandbox.faults.set([]);
	service.sandbox.requests.clear();
});

/** How many calls came to the service. */
function callCount(): number {
	return service.sandbox.requests.all().length;
}

function stored(id: string): LinkRow {
	return row<LinkRow>(service.sandbox, 'SELECT * FROM links WHERE id = ?', id);
}

describe('Link · Update Many after a failure', () => {
	it('reports unknown IDs on their items', async () => {
		const [id, other] = await newLinks(service, numberedLinks(2));
		const items = [
			{ ids: 'link_none', comments: 'x' },
			{ ids: id, comments: 'x' },
			{ ids: '', comments: 'x' },
			{ ids: other },
			{ ids: ['link_none', other], comments: 'x' },
		];
		const output = await service.run(PER_ITEM, { items, continueOnFail: true });
		expect(output.map(({ json, pairedItem }) => [json.id ?? json.error, pairedItem])).toEqual([
			[UNKNOWN, { item: 0 }],
			[id, { item: 1 }],
			["'Link IDs' is empty. Enter a value.", { item: 2 }],
			["'Update Fields' is empty. Add at least one field to change.", { item: 3 }],
			[UNKNOWN, { item: 4 }],
			[other, { item: 4 }],
		]);
	});

	it.each([{}, [null]])('rejects the response %p', async (body) => {
		service.proxy.respondNext({ status: 200, body });
		const items = [{ ids: 'link_1', comments: 'x' }];
		const [{ json }] = await service.run(PER_ITEM, { items, continueOnFail: true });
		expect(json.error).toMatch(/^The response to PATCH \/links\/bulk is not /);
	});

	it.each([
		[{ id: 'none' }, 'Link not found'],
		[{ externalId: 'none' }, 'Link not found'],
		['none', 'Link not found'],
		[null, 'The response does not mention the link. It may have been created or changed'],
	])('recognizes an unknown external ID that the response returns as %p', async (link, error) => {
		const refused = { error: 'Link not found', code: 'not_found', link };
		service.proxy.respondNext({ status: 200, body: [refused] });
		const items = [{ ids: 'ext_none', comments: 'x' }];
		const output = await service.output(PER_ITEM, { items, continueOnFail: true });
		expect(output).toEqual([{ error }]);
	});

	it('stops at an unknown ID and reports how many links were updated', async () => {
		const [first, second] = await newLinks(service, numberedLinks(2));
		const items = [first, 'link_none', second].map((id) => ({ ids: id, comments: 'kept' }));
		const error = await service.failure(PER_ITEM, { items });
		expect(error.message).toBe(UNKNOWN);
		expect(error.description).toBe(
			'Check the ID and whether it belongs to the workspace of the credential. Across all items: 2 links updated. (not_found, HTTP 404)',
		);
		expect(error.context.itemIndex).toBe(1);
		expect(stored(second).comments).toBe('kept');
	});

	it('sends no further batches after a failure that stops the node', async () => {
		const [id] = await newLinks(service, numberedLinks(1));
		const items = [
			{ ids: 'link_none', comments: 'first' },
			{ ids: id, comments: 'second' },
		];
		const error = await service.failure({ ...PER_ITEM, ...ONE_BY_ONE }, { items });
		expect(error.description).toBe(
			'Check the ID and whether it belongs to the workspace of the credential. Across all items: 0 links updated. (not_found, HTTP 404)',
		);
		expect(callCount()).toBe(1);
		expect(stored(id).comments).toBeNull();
	});

	it('fails only the items of a batch that is rejected as a whole', async () => {
		const [first, second] = await newLinks(service, numberedLinks(2));
		const output = await service.output(
			{ ...PER_ITEM, updateFields: { image: '={{ $json.image }}' } },
			{
				items: [
					{ ids: first, image: 'no image' },
					{ ids: second, image: 'https://example.com/image.png' },
				],
				continueOnFail: true,
			},
		);
		expect(output).toEqual([
			{ error: expect.stringMatching(/^'Preview: Image' was not accepted: /) },
			expect.objectContaining({ id: second, image: 'https://example.com/image.png' }),
		]);
	});

	it('does not retry a batch whose response was lost', async () => {
		const [id] = await newLinks(service, numberedLinks(1));
		service.sandbox.faults.set([{ kind: 'reset', after: 'carriedOut' }]);
		const error = await service.failure({
			...OPERATION,
			linkIds: id,
			updateFields: { comments: 'done' },
		});
		expect(error.message).toMatch(/^The service did not respond: /);
		expect(error.description).toContain('The request may have succeeded, so it was not retried.');
		expect(stored(id).comments).toBe('done');
		expect(callCount()).toBe(1);
	});

	const fields = { comments: 'x' };
	it.each([
		[' , ', fields, "'Link IDs' is empty. Enter a value."],
		['={{ [] }}', fields, "'Link IDs' is empty. Enter a value."],
		['link_1', {}, "'Update Fields' is empty. Add at least one field to change."],
		['link_1', { title: ' ' }, "'Update Fields' is empty. Add at least one field to change."],
	])('rejects %j with %j before sending a request', async (linkIds, updateFields, message) => {
		const error = await service.failure({ ...OPERATION, linkIds, updateFields });
		expect(error.message).toBe(message);
		expect(callCount()).toBe(0);
	});
});
