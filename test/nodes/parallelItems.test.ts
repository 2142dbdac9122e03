import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useService } from '../support/node/nodeService';
import { until } from '../support/until';
import { row } from '../support/sandbox/rows';
import type { RecordedRequest } from '../support/sandbox/recordingProxy';

const CREATE = { resource: 'link', operation: 'create', url: '={{ $json.url }}' };

const service = useService();

beforeEach(() => {
	service.sandbox.requests.clear();
	service.sandbox.faults.set([]);
	service.proxy.respond = () => undefined;
});

let count = 0;

function urls(length: number): { url: string }[] {
	return Array.from({ length }, () => ({ url: `https://example.com/parallel/${count++}` }));
}

function urlOf({ body }: RecordedRequest): unknown {
	return (body as IDataObject).url;
}

function sent(): unknown[] {
	return service.proxy.requests.map(urlOf);
}

/** Refuses one link and stalls the others, so that as many requests as allowed are open. */
function refuse(url: string, stall = 100): void {
	service.sandbox.faults.set([{ kind: 'slow', stall }]);
	service.proxy.respond = (request) =>
		urlOf(request) === url
			? { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } }
			: undefined;
}

describe('Items in Parallel', () => {
	it.each([undefined, 2, 50])(
		'keeps the order and pairedItem (Items in Parallel: %p)',
		async (parallelItems) => {
			const items = urls(23);
			// The earlier a request, the later its response.
			service.sandbox.faults.set(
				[60, 40, 20].map((stall) => ({ kind: 'slow', stall, times: 3, share: 0.5 }) as const),
			);
			const requestOptions = parallelItems === undefined ? {} : { parallelItems };
			const output = await service.run({ ...CREATE, requestOptions }, { items });
			expect(output.map(({ json, pairedItem }) => [json.url, pairedItem])).toEqual(
				items.map(({ url }, item) => [url, { item }]),
			);
		},
	);

	it.each([
		[undefined, 5, 15],
		[3, 3, 9],
		[50, 50, 60],
	])(
		'limits the number of parallel requests (Items in Parallel: %p)',
		async (parallelItems, most, items) => {
			let underWay = 0;
			let highest = 0;
			const finished = new Set<RecordedRequest>();
			service.proxy.onRequest = () => {
				for (const request of service.proxy.requests) {
					if (request.status !== undefined) finished.add(request);
				}
				underWay = service.proxy.requests.length - finished.size;
				highest = Math.max(highest, underWay);
			};
			service.sandbox.faults.set([{ kind: 'slow', stall: 100 }]);
			const requestOptions = parallelItems === undefined ? {} : { parallelItems };
			await service.run({ ...CREATE, requestOptions }, { items: urls(items) });
			expect(highest).toBeLessThanOrEqual(most);
			expect(highest).toBeGreaterThan(1);
		},
	);

	it('sends one request after another when set to 1', async () => {
		const items = urls(8);
		let finished = true;
		service.proxy.onRequest = () => {
			const before = service.proxy.requests.slice(0, -1);
			finished &&= before.every(({ status }) => status === 200);
		};
		service.sandbox.faults.set([{ kind: 'slow', stall: 30, share: 0.5 }]);
		await service.run({ ...CREATE, requestOptions: { parallelItems: 1 } }, { items });
		expect(sent()).toEqual(items.map(({ url }) => url));
		expect(finished).toBe(true);
	});

	it('continues after a failure when the node continues on failure', async () => {
		const items = urls(12);
		refuse(items[2].url);
		const output = await service.run(CREATE, { items, continueOnFail: true });
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		expect(output[2].json).toEqual({ error: 'No.' });
		expect(output.filter(({ json }) => 'id' in json)).toHaveLength(11);
	});

	it.each([
		[1, 3],
		[undefined, 7],
	])(
		'starts no further requests after a failure (Items in Parallel: %p)',
		async (parallelItems, most) => {
			const items = urls(20);
			// All that run at the same time are still open when the refusal arrives.
			refuse(items[2].url, parallelItems === 1 ? 0 : 300);
			const requestOptions = parallelItems === undefined ? {} : { parallelItems };
			const error = await service.failure({ ...CREATE, requestOptions }, { items });
			expect(error.message).toBe('No.');
			expect(error.context.itemIndex).toBe(2);
			expect(sent().length).toBeLessThanOrEqual(most);
			// What was started is finished and reported.
			const created = service.sandbox.requests.all();
			expect(created.every(({ carriedOut }) => carriedOut)).toBe(true);
			expect(created).toHaveLength(sent().length - 1);
		},
	);

	it('throws the error of the first failed item', async () => {
		const items = urls(5);
		service.proxy.respond = (request) => {
			const index = items.findIndex(({ url }) => url === urlOf(request));
			const message = `Item ${index}.`;
			return index === 1 || index === 3 ? { status: 400, body: { error: { message } } } : undefined;
		};
		const error = await service.failure(CREATE, { items });
		expect(error.message).toBe('Item 1.');
		expect(error.context.itemIndex).toBe(1);
	});

	it.each<[IDataObject, string]>([
		[{ parallelItems: 0 }, "'Items in Parallel' must be a whole number between 1 and 50"],
		[{ parallelItems: 51 }, "'Items in Parallel' must be a whole number between 1 and 50"],
		[{ parallelItems: 1.5 }, "'Items in Parallel' must be a whole number between 1 and 50"],
		[
			{ parallelItems: '={{ "many" }}' },
			"'Items in Parallel' must be a whole number between 1 and 50",
		],
		[{ longestWait: -1 }, "'Max Wait (Seconds)' must be a number between 0 and 86400"],
		[{ longestWait: '={{ "" }}' }, "'Max Wait (Seconds)' must be a number between 0 and 86400"],
		[{ timeout: 0 }, "'Timeout (Seconds)' must be a number between 1 and 86400"],
		[{ timeout: '={{ "soon" }}' }, "'Timeout (Seconds)' must be a number between 1 and 86400"],
	])('rejects %j with the label before sending a request', async (requestOptions, message) => {
		expect(
			await service.refusal(
				{ ...CREATE, requestOptions: requestOptions as Record<string, string | number> },
				{ items: urls(3) },
			),
		).toBe(message);
	});

	it.each([
		['create', { url: '={{ $json.url }}' }],
		['createMany', { source: 'items', url: '={{ $json.url }}' }],
		['updateMany', { linkIds: '={{ $json.url }}', updateFields: { comments: 'new' } }],
	])('are the error of each item if the node continues: %s', async (operation, fields) => {
		const parameters = { resource: 'link', operation, ...fields };
		const requestOptions = { parallelItems: 0 };
		const call = { items: urls(3), continueOnFail: true };
		const output = await service.run({ ...parameters, requestOptions }, call);
		const error = "'Items in Parallel' must be a whole number between 1 and 50";
		expect(output).toEqual([0, 1, 2].map((item) => ({ json: { error }, pairedItem: { item } })));
		expect(service.proxy.requests).toEqual([]);
	});

	it('says which items were done, and how to go on without doing them twice', async () => {
		const items = urls(20);
		refuse(items[7].url);
		const error = await service.failure(CREATE, { items });
		const [, done, ranges] = /(\d+) of 20 items were done: ([\d, to]+)\./.exec(
			String(error.description),
		)!;
		const { n } = row<{ n: number }>(
			service.sandbox,
			'SELECT count(*) AS n FROM links WHERE url IN (SELECT value FROM json_each(?))',
			JSON.stringify(items.map(({ url }) => url)),
		);
		expect(Number(done)).toBe(n);
		expect(ranges).toMatch(/^0 to 6(, 8( to \d+)?)?$/);
		expect(error.description).toContain("pass on only the others, or use 'Create or Update'.");
	});

	it('adds nothing to the error of a request that only reads', async () => {
		const links = { resource: 'link', operation: 'get', linkId: '={{ $json.id }}' };
		const [{ id }] = await service.output({ resource: 'link', operation: 'getAll', limit: 1 });
		const items = [{ id }, { id: 'link_none' }];
		const { description } = await service.failure(links, { items });
		expect(description).not.toContain('done');
	});
});

describe('Items that change the same object', () => {
	const byId = (value: string) => ({ __rl: true, mode: 'id', value });
	const SAME: Array<[string, string, INodeParameters]> = [
		['link', 'update', { linkId: byId('link_1'), updateFields: { comments: '={{ $json.n }}' } }],
		['link', 'create', { url: '=https://example.com/{{ $json.n }}', key: 'same' }],
		['folder', 'create', { name: 'same', additionalFields: { description: '={{ $json.n }}' } }],
		[
			'tag',
			'create',
			{ name: 'same', additionalFields: { color: '={{ ["blue", "red", "pink"][$itemIndex] }}' } },
		],
		['link', 'upsert', { url: 'https://example.com/same', key: '={{ $json.n }}' }],
		['customer', 'update', { customerId: byId('cus_1'), updateFields: { name: '={{ $json.n }}' } }],
		['folder', 'update', { folderId: byId('fold_1'), updateFields: { name: '={{ $json.n }}' } }],
		['tag', 'update', { tagId: byId('tag_1'), updateFields: { name: '={{ $json.n }}' } }],
		[
			'domain',
			'update',
			{ domain: byId('none.example.com'), updateFields: { placeholder: '={{ $json.n }}' } },
		],
		[
			'commission',
			'update',
			{ commissionId: byId('cm_1'), updateFields: { earnings: '={{ $itemIndex + 1 }}' } },
		],
		[
			'partner',
			'create',
			{ email: 'same@example.com', additionalFields: { name: '={{ $json.n }}' } },
		],
		[
			'partner',
			'upsertLink',
			{
				partner: byId('pn_x'),
				url: 'https://example.com/same',
				additionalFields: { key: '={{ $json.n }}' },
			},
		],
		[
			'bountySubmission',
			'approve',
			{
				bountyId: 'bnty_x',
				submissionId: byId('bnty_sub_x'),
				additionalFields: { rewardAmount: '={{ $itemIndex + 1 }}' },
			},
		],
		[
			'bountySubmission',
			'reject',
			{
				bountyId: 'bnty_x',
				submissionId: byId('bnty_sub_x'),
				additionalFields: { rejectionNote: '={{ $json.n }}' },
			},
		],
		['partner', 'ban', { partner: byId('pn_x'), reason: 'spam' }],
		['partner', 'deactivate', { partner: byId('pn_x') }],
		[
			'partnerApplication',
			'approve',
			{ partnerId: byId('pn_x'), additionalFields: { groupId: '={{ $json.n }}' } },
		],
		[
			'partnerApplication',
			'reject',
			{ partnerId: byId('pn_x'), additionalFields: { rejectionNote: '={{ $json.n }}' } },
		],
		[
			'discountCode',
			'create',
			{
				partnerId: byId('pn_x'),
				linkId: byId('link_x'),
				additionalFields: { code: '={{ $json.n }}' },
			},
		],
		[
			'commission',
			'create',
			{
				type: 'sale',
				partnerId: byId('pn_x'),
				saleAmount: '={{ $itemIndex + 1 }}',
				customerJson: '{ "externalId": "same", "country": "US" }',
			},
		],
		[
			'embedToken',
			'create',
			{ email: 'same@example.com', partnerDetailsJson: '={{ { "name": $json.n } }}' },
		],
		['domain', 'create', { slug: '={{ $json.n }}.example.com' }],
		['domain', 'register', { domain: 'same.link' }],
		['conversion', 'trackLead', { eventName: '={{ $json.n }}', customerExternalId: 'same' }],
		['conversion', 'trackSale', { amount: '={{ $itemIndex + 1 }}', customerExternalId: 'same' }],
	];

	it.each(SAME)('are processed one after the other: %s %s', async (resource, operation, rest) => {
		service.sandbox.faults.set([{ kind: 'slow', stall: 40, times: 1 }]);
		let areApart = true;
		service.proxy.onRequest = () => {
			const before = service.proxy.requests.slice(0, -1);
			areApart &&= before.every(({ status }) => status !== undefined);
		};
		const items = ['first', 'second', 'third'].map((n) => ({ n }));
		await service.run({ resource, operation, ...rest }, { items, continueOnFail: true });
		const bodies = service.proxy.requests.map(({ body }) => JSON.stringify(body));
		expect(bodies).toHaveLength(items.length);
		const marks = bodies.flatMap(
			(body) => /first|second|third|[123](?=\D*$)/.exec(body)?.[0] ?? [],
		);
		// The requests of a ban or a registration cannot be told apart.
		expect([items.map(({ n }) => n), ['1', '2', '3'], []]).toContainEqual(marks);
		expect(areApart).toBe(true);
	});

	const UPDATE = {
		resource: 'link',
		operation: 'update',
		linkId: '={{ $json.id }}',
		updateFields: { comments: '={{ $json.comments }}' },
	};

	const commentsOf = (id: string) =>
		row<{ comments: string }>(service.sandbox, 'SELECT comments FROM links WHERE id = ?', id)
			.comments;

	async function newLink(): Promise<string> {
		const [{ id }] = await service.output({ ...CREATE, url: urls(1)[0].url });
		service.proxy.requests.length = 0;
		return String(id);
	}

	it('leave it as the last one says, also if the first is retried', async () => {
		const id = await newLink();
		service.sandbox.faults.set([{ kind: 'rateLimited', times: 1 }]);
		const items = [
			{ id, comments: 'old' },
			{ id, comments: 'new' },
		];
		await service.run(UPDATE, { items });
		expect(commentsOf(id)).toBe('new');
	});

	it('are not sent after one that failed, while those of others are', async () => {
		const [id, other] = [await newLink(), await newLink()];
		service.proxy.respond = ({ body }) =>
			(body as IDataObject).comments === 'first'
				? { status: 400, body: { error: { message: 'No.' } } }
				: undefined;
		const items = [
			{ id, comments: 'first' },
			{ id, comments: 'second' },
			{ id: other, comments: 'other' },
		];
		const { message, description } = await service.failure(UPDATE, { items });
		expect(message).toBe('No.');
		expect(description).toContain('1 of 3 items were done: 2.');
		expect(commentsOf(id)).toBeNull();
		expect(commentsOf(other)).toBe('other');
	});

	it('do not delay those that change others', async () => {
		const [id, ...others] = [await newLink(), await newLink(), await newLink()];
		const held = service.proxy.holdNext(({ path }) => path.endsWith(id));
		// More than are processed at the same time.
		const same = Array.from({ length: 8 }, () => id);
		const items = [...same, ...others].map((each, n) => ({ id: each, comments: `${n}` }));
		const running = service.run(UPDATE, { items });
		await until(() => others.every((each) => commentsOf(each) !== null), 'the others');
		held.release();
		await running;
		expect(commentsOf(id)).toBe('7');
	});

	it('come in the order of the input when set to 1', async () => {
		const [id, other] = [await newLink(), await newLink()];
		const items = [id, other, id].map((each, n) => ({ id: each, comments: `${n}` }));
		await service.run({ ...UPDATE, requestOptions: { parallelItems: 1 } }, { items });
		const sentComments = service.proxy.requests.map(({ body }) => (body as IDataObject).comments);
		expect(sentComments).toEqual(['0', '1', '2']);
	});

	it('fail alone if their expression cannot be evaluated', async () => {
		const id = await newLink();
		const linkId = '={{ $json.id.trim() }}';
		const items = [{ comments: 'none' }, { id, comments: 'one' }];
		const output = await service.output({ ...UPDATE, linkId }, { items, continueOnFail: true });
		expect(output[0].error).toBeDefined();
		expect(output[1].id).toBe(id);
	});
});
