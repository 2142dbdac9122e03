import { beforeEach, describe, expect, it } from '@jest/globals';
import { DESTINATION, linkCount, numberedLinks, ONE_BY_ONE } from '../../support/sandbox/bulkLinks';
import { useService } from '../../support/node/nodeService';
import { workspaceId } from '../../support/sandbox/rows';

const FROM_JSON = { resource: 'link', operation: 'createMany', source: 'json' };
const FROM_ITEMS = {
	resource: 'link',
	operation: 'createMany',
	source: 'items',
	url: '={{ $json.url }}',
	key: '={{ $json.key }}',
};

const service = useService({ limits: 'off' });

beforeEach(() => {
	service.sandbox.requests.clear();
	service.sandbox.faults.set([]);
	service.sandbox.db.run('DELETE FROM workspace_limits');
});

/** How many calls came to the service. */
function callCount(): number {
	return service.sandbox.requests.all().length;
}

/** Lets the workspace have this many more links. */
function limitLinks(more: number): void {
	service.sandbox.db.insert('workspace_limits', {
		workspace_id: workspaceId(service.sandbox, 'business'),
		resource: 'links',
		max: linkCount(service) + more,
	});
}

describe('Link · Create Many when a whole batch is rejected', () => {
	/** The first and the third call are fine. */
	const items = numberedLinks(250, (n) =>
		n === 120 || n === 180 ? { key: 'twice-in-a-call' } : {},
	);

	it('fails only the items of that batch', async () => {
		const many = numberedLinks(250);
		const error = { code: 'bad_request', message: 'No.' };
		service.proxy.respond = ({ body }) =>
			JSON.stringify(body).includes(`"${many[120].url}"`)
				? { status: 400, body: { error } }
				: undefined;
		const output = await service.output(FROM_ITEMS, { items: many, continueOnFail: true });
		expect(service.proxy.requests).toHaveLength(3);
		expect(output.map(({ url, error }) => url ?? error)).toEqual(
			many.map(({ url }, n) => (n >= 100 && n < 200 ? error.message : url)),
		);
	});

	it('refuses only the later ones of links with the same slug', async () => {
		const keys = ['twice', 'once', '/twice/', undefined, 'twice'];
		const items = numberedLinks(5, (n) => ({ key: keys[n] }));
		const before = linkCount(service);
		const output = await service.output(FROM_ITEMS, { items, continueOnFail: true });
		const refused = expect.stringMatching(/slug|key/i);
		expect(output.map(({ url, error }) => url ?? error)).toEqual([
			items[0].url,
			items[1].url,
			refused,
			items[3].url,
			refused,
		]);
		expect(linkCount(service)).toBe(before + 3);
	});

	it('stops and reports how many links the other batches created', async () => {
		const error = await service.failure({ ...FROM_ITEMS, ...ONE_BY_ONE }, { items });
		expect(error.message).toContain('more than once.');
		expect(error.description).toContain('Across all items: 100 links created.');
		expect(error.context.itemIndex).toBe(100);
		expect(callCount()).toBe(2);
	});

	it('reports that the workspace has reached its link limit', async () => {
		limitLinks(130);
		const many = numberedLinks(150);
		const output = await service.output(
			{ ...FROM_ITEMS, ...ONE_BY_ONE },
			{ items: many, continueOnFail: true },
		);
		expect(output.filter(({ error }) => error === undefined)).toHaveLength(100);
		expect(output[100].error).toMatch(/links at most\.$/);
	});

	it('creates the valid links of a batch and names the invalid parameter of the others', async () => {
		const links = numberedLinks(6).map((link, n) =>
			n === 1 || n === 4 ? { url: 'no url' } : link,
		);
		const before = linkCount(service);
		const output = await service.output({ ...FROM_JSON, links }, { continueOnFail: true });
		const error = "'Destination URL' was not accepted: Invalid URL";
		expect(output.map((link) => link.error ?? link.url)).toEqual(
			links.map(({ url }, n) => (n === 1 || n === 4 ? error : url)),
		);
		expect(linkCount(service)).toBe(before + 4);
	});

	it('creates no link of a batch with an invalid link when the node stops on failure', async () => {
		const before = linkCount(service);
		const links = [{ url: DESTINATION }, { url: 'no url' }];
		const error = await service.failure({ ...FROM_JSON, links });
		expect(error.message).toContain("'Destination URL' was not accepted");
		expect([callCount(), linkCount(service)]).toEqual([1, before]);
	});
});

describe('Link · Create Many when the response is lost', () => {
	const items = numberedLinks(150);
	const lose = (kind: 'reset' | 'html' | 'empty') =>
		service.sandbox.faults.set([{ kind, path: '/links/bulk', after: 'carriedOut', times: 1 }]);

	it.each([
		[
			'reset',
			'The request may have succeeded, so it was not retried.',
			/^The service did not respond: /,
		],
		['html', 'The request may have succeeded, so it was not retried.', /web page/],
		['empty', 'The request succeeded, but its response was lost.', /complete JSON/],
	] as const)(
		'does not retry the batch after a fault of the kind %s',
		async (kind, advice, message) => {
			lose(kind);
			const before = linkCount(service);
			const error = await service.failure({ ...FROM_ITEMS, ...ONE_BY_ONE }, { items });
			expect(error.message).toMatch(message);
			expect(error.description).toContain(advice);
			expect(linkCount(service)).toBe(before + 100);
			expect(callCount()).toBe(1);
		},
	);

	it('continues with the other batches when the node continues on failure', async () => {
		lose('reset');
		const before = linkCount(service);
		const output = await service.output(
			{ ...FROM_ITEMS, ...ONE_BY_ONE },
			{ items, continueOnFail: true },
		);
		expect(output.map(({ url, error }) => url ?? error)).toEqual(
			items.map(({ url }, n) =>
				n < 100 ? expect.stringMatching(/^The service did not respond: /) : url,
			),
		);
		expect(linkCount(service)).toBe(before + 150);
		expect(service.sandbox.requests.all().map(({ carriedOut }) => carriedOut)).toEqual([
			true,
			true,
		]);
	});

	it('reports the error for each link of an item', async () => {
		lose('reset');
		const output = await service.output(
			{ ...FROM_JSON, links: numberedLinks(2) },
			{ continueOnFail: true },
		);
		const failure = { error: expect.stringMatching(/^The service did not respond: /) };
		expect(output).toEqual([failure, failure]);
	});

	it('retries a rate-limited batch without creating duplicates', async () => {
		service.sandbox.faults.set([{ kind: 'rateLimited', wait: 0, times: 1 }]);
		const before = linkCount(service);
		const output = await service.output({ ...FROM_ITEMS, ...ONE_BY_ONE }, { items });
		expect(output.map(({ url }) => url)).toEqual(items.map(({ url }) => url));
		expect(linkCount(service)).toBe(before + 150);
		expect(callCount()).toBe(3);
	});
});

describe('Link · Create Many with an invalid value for Simplify', () => {
	it('creates nothing for that item', async () => {
		const [good, bad] = numberedLinks(2);
		const before = linkCount(service);
		const output = await service.output(
			{ ...FROM_ITEMS, simple: '={{ $json.simple }}' },
			{
				items: [
					{ ...good, simple: 'false' },
					{ ...bad, simple: 'maybe' },
				],
				continueOnFail: true,
			},
		);
		expect(output).toEqual([
			expect.objectContaining({ archived: false }),
			{ error: "'Simplify' must be true or false" },
		]);
		expect(linkCount(service)).toBe(before + 1);
	});
});

describe('Link · Create Many with an unexpected response', () => {
	const create = (links: ReturnType<typeof numberedLinks>, body: object[]) => {
		service.proxy.respondNext({ status: 200, body });
		return service.output({ ...FROM_JSON, links }, { continueOnFail: true });
	};

	it('keeps the order if the service changes a slug', async () => {
		const links = [{ url: DESTINATION, key: 'a slug' }, { url: DESTINATION }];
		const output = await create(links, [{ key: 'a-slug' }, { key: 'random7' }]);
		expect(output.map(({ key }) => key)).toEqual(['a-slug', 'random7']);
	});

	it('says that a link may be missing because of its external ID', async () => {
		const links = [{ url: DESTINATION, externalId: 'taken' }, { url: DESTINATION }];
		const output = await create(links, [{ url: DESTINATION, externalId: null }]);
		expect(output).toMatchObject([
			{
				error:
					"The response does not mention the link. It may have been created or changed, or another one may have its 'External ID'",
			},
			{ url: DESTINATION },
		]);
	});

	it('reports links that the response does not mention', async () => {
		const keys = ['a', 'b', 'c'];
		const output = await create(
			keys.map((key) => ({ url: DESTINATION, key })),
			[{ key: 'c' }, { link: { key: 'a' }, error: 'The key is used.', code: 'conflict' }],
		);
		expect(output.map(({ key, error }) => key ?? error)).toEqual([
			'The key is used.',
			'The response does not mention the link. It may have been created or changed',
			'c',
		]);
	});
});
