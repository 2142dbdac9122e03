import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useService } from '../support/node/nodeService';
import { newExecution, retryOf } from '../support/node/runNode';

const CREATE = { resource: 'link', operation: 'create', url: '={{ $json.url }}' };

const service = useService();

let count = 0;

const urls = (length: number) =>
	Array.from({ length }, () => ({ url: `https://example.com/tries/${count++}` }));

/** Refuses requests about a text the first times. */
function refuse(text: string, times = 1, status = 500): void {
	let left = times;
	service.proxy.respond = ({ method, body }) => {
		if (method === 'GET' || !JSON.stringify(body ?? null).includes(text) || left-- <= 0)
			return undefined;
		return { status, body: { error: { message: 'No.' } } };
	};
}

const MANY: INodeParameters = {
	resource: 'link',
	operation: 'createMany',
	source: 'items',
	url: '={{ $json.url }}',
};

async function readLink(id: unknown): Promise<IDataObject> {
	const operation = { resource: 'link', operation: 'get', simple: false };
	return (await service.output({ ...operation, linkId: String(id) }))[0];
}

describe('Retry On Fail', () => {
	it('does each item once, and tries only the failed one again', async () => {
		const items = urls(9);
		refuse(`${items[4].url}"`);
		const output = await service.output(CREATE, { items, tries: 3 });
		expect(output.map(({ url }) => url)).toEqual(items.map(({ url }) => url));
		expect(service.carriedOut(items.map(({ url }) => url))).toEqual(items.map(() => 1));
	});

	it('does each item once if the first one fails and the node continues', async () => {
		const items = urls(5);
		refuse(`${items[0].url}"`, 9);
		const output = await service.output(CREATE, { items, tries: 3, continueOnFail: true });
		expect(output.map(({ url, error }) => url ?? error)).toEqual([
			'No. The request may have succeeded, so it was not retried. Check the service before you run this step again.',
			...items.slice(1).map(({ url }) => url),
		]);
		expect(service.carriedOut(items.map(({ url }) => url))).toEqual([0, 1, 1, 1, 1]);
	});

	it.each([
		['an object', CREATE, 'not an object'],
		['one with the link', MANY, 'does not mention the link'],
	])('does not repeat a change whose response is not %s', async (_, parameters, problem) => {
		service.proxy.respond = () => ({ status: 200, body: [] });
		const error = await service.failure(parameters, { items: urls(1), tries: 3 });
		expect(error.message).toContain(problem);
		expect(service.proxy.requests).toHaveLength(1);
	});

	it('fails with what the tries have done', async () => {
		const items = urls(6);
		refuse(`${items[5].url}"`, 9);
		const error = await service.failure(CREATE, { items, tries: 3 });
		expect(error.message).toBe('No.');
		expect(error.description).toContain('5 of 6 items were done: 0 to 4.');
		expect(service.carriedOut(items.map(({ url }) => url))).toEqual([1, 1, 1, 1, 1, 0]);
	});

	it.each([undefined, 1])(
		'leaves an object as the last item says (Items in Parallel: %p)',
		async (parallelItems) => {
			const [{ url }] = urls(1);
			const [{ id }] = await service.output({ ...CREATE, url });
			service.proxy.requests.length = 0;
			refuse('old');
			const parameters = {
				...{ resource: 'link', operation: 'update', simple: false, linkId: String(id) },
				updateFields: { comments: '={{ $json.comments }}' },
				...(parallelItems && { requestOptions: { parallelItems } }),
			};
			const items = [{ comments: 'old' }, { comments: 'new' }];
			const output = await service.output(parameters, { items, tries: 3, continueOnFail: true });
			expect(output.map(({ comments }) => comments)).toEqual(['old', 'new']);
			expect((await readLink(id)).comments).toBe('new');
		},
	);

	it('does not repeat an update after one that the service refuses', async () => {
		const [{ url }] = urls(1);
		const [{ id }] = await service.output({ ...CREATE, url });
		refuse('refused', 9, 409);
		const parameters = {
			...{ resource: 'link', operation: 'update', linkId: String(id) },
			updateFields: { comments: '={{ $json.comments }}' },
		};
		const items = [{ comments: 'refused' }, { comments: 'done' }];
		const [{ error }] = await service.output(parameters, { items, tries: 3, continueOnFail: true });
		expect(error).toBe('No.');
		expect(service.carriedOut(['done'])).toEqual([1]);
	});

	it('leaves links as the last item of Update Many says', async () => {
		const [{ url }] = urls(1);
		const [{ id }] = await service.output({ ...CREATE, url });
		refuse('old');
		const parameters = {
			...{ resource: 'link', operation: 'updateMany', linkIds: String(id) },
			updateFields: { comments: '={{ $json.comments }}' },
		};
		const items = [{ comments: 'old' }, { comments: 'new' }];
		await service.run(parameters, { items, tries: 3, continueOnFail: true });
		expect((await readLink(id)).comments).toBe('new');
	});

	it('does not repeat what may have been done', async () => {
		const items = urls(3);
		const [, { url: lost }] = items;
		service.proxy.isLost = ({ body }) => (body as IDataObject).url === lost;
		const error = await service.failure(CREATE, { items, tries: 3 });
		expect(error.description).toContain('The request may have succeeded, so it was not retried.');
		expect(error.description).toContain('2 of 3 items were done: 0, 2.');
		expect(service.proxy.requests).toHaveLength(3);
	});

	it('does not repeat links that may have been created', async () => {
		const items = urls(150);
		let left = 1;
		service.proxy.isLost = () => left-- > 0;
		const output = await service.output(MANY, { items, tries: 3, continueOnFail: true });
		expect(output.filter(({ url }) => url !== undefined)).toHaveLength(50);
		expect(service.proxy.requests).toHaveLength(2);
	});

	it('does not repeat a failed call of a tool', async () => {
		refuse('/once"', 9);
		const parameters = { resource: 'link', operation: 'create', url: 'https://example.com/once' };
		const [{ error }] = await service.output(parameters, { tries: 3, asTool: true });
		expect(error).toContain('No.');
		expect(service.proxy.requests).toHaveLength(1);
	});

	it('does not repeat a failed call of a tool for many links', async () => {
		refuse('/once"', 9);
		const links = '[{ "url": "https://example.com/once" }]';
		const parameters = { resource: 'link', operation: 'createMany', source: 'json', links };
		const [{ error }] = await service.output(parameters, { tries: 3, asTool: true });
		expect(error).toContain('No.');
		expect(service.proxy.requests).toHaveLength(1);
	});

	it('creates the links of each batch once', async () => {
		const items = urls(250);
		refuse(`${items[120].url}"`);
		const output = await service.output(MANY, { items, tries: 2 });
		expect(output.map(({ url }) => url)).toEqual(items.map(({ url }) => url));
		expect(service.carriedOut(items.map(({ url }) => url))).toEqual(items.map(() => 1));
	});

	it('updates the commissions of each batch once', async () => {
		const commissions = await service.output({
			resource: 'commission',
			operation: 'getAll',
			limit: 4,
			filters: { status: 'pending' },
		});
		const [first, second, third, fourth] = commissions.map(({ id }) => String(id));
		const items: IDataObject[] = [
			{ id: [first, second], status: 'canceled' },
			{ id: [third, fourth], status: 'duplicate' },
		];
		refuse(third);
		const parameters = {
			resource: 'commission',
			operation: 'updateMany',
			commissionIds: '={{ $json.id }}',
			status: '={{ $json.status }}',
		};
		const output = await service.output(parameters, { items, tries: 2 });
		expect(output.map(({ id, status }) => [id, status])).toEqual([
			[first, 'canceled'],
			[second, 'canceled'],
			[third, 'duplicate'],
			[fourth, 'duplicate'],
		]);
		expect(service.carriedOut([first, third])).toEqual([1, 1]);
	});

	it('forgets what was done when the node runs again', async () => {
		const items = urls(2);
		await service.run(CREATE, { items, tries: 2 });
		await service.run(CREATE, { items, tries: 2 });
		expect(service.carriedOut(items.map(({ url }) => url))).toEqual([2, 2]);
	});
});

describe('Retry in the list of executions', () => {
	it('does only what the failed execution has not done', async () => {
		const items = urls(6);
		const execution = newExecution();
		refuse(`${items[3].url}"`);
		const error = await service.failure(CREATE, { items, execution });
		expect(error.description).toContain('Retry the execution to continue.');
		const output = await service.output(CREATE, { items, ...retryOf(execution) });
		expect(output.map(({ url }) => url)).toEqual(items.map(({ url }) => url));
		expect(service.carriedOut(items.map(({ url }) => url))).toEqual(items.map(() => 1));
	});

	it('does only what several failed executions have not done', async () => {
		const items = urls(5);
		const first = newExecution();
		refuse(`${items[4].url}"`, 2);
		await service.failure(CREATE, { items, execution: first });
		const second = retryOf(first);
		await service.failure(CREATE, { items, ...second });
		expect(await service.output(CREATE, { items, ...retryOf(second.execution) })).toHaveLength(5);
		expect(service.carriedOut(items.map(({ url }) => url))).toEqual(items.map(() => 1));
	});

	it('creates the links of each batch once', async () => {
		const items = urls(250);
		const execution = newExecution();
		refuse(`${items[120].url}"`);
		await service.failure(MANY, { items, execution });
		const output = await service.output(MANY, { items, ...retryOf(execution) });
		expect(output.map(({ url }) => url)).toEqual(items.map(({ url }) => url));
		expect(service.carriedOut(items.map(({ url }) => url))).toEqual(items.map(() => 1));
	});

	it('does again what may have been done, as the person has been told to check it', async () => {
		const [{ url }] = urls(1);
		const execution = newExecution();
		let left = 1;
		service.proxy.isLost = () => left-- > 0;
		const parameters = { ...CREATE, url };
		const error = await service.failure(parameters, { execution, tries: 2 });
		expect(error.description).toContain('Check the service before you run this step again.');
		const [link] = await service.output(parameters, { ...retryOf(execution) });
		expect(link.url).toBe(url);
	});

	it.each<[string, (items: IDataObject[]) => [INodeParameters, IDataObject[]]]>([
		['the node', (items) => [{ ...CREATE, additionalFields: { comments: 'new' } }, items]],
		['the input', (items) => [CREATE, [items[1], items[0]]]],
	])('starts over if %s was changed', async (_, change) => {
		const items = urls(2);
		const execution = newExecution();
		refuse(`${items[1].url}"`);
		await service.failure(CREATE, { items, execution });
		const [parameters, input] = change(items);
		await service.run(parameters, { items: input, ...retryOf(execution) });
		expect(service.carriedOut(items.map(({ url }) => url))).toEqual([2, 1]);
	});

	it('keeps nothing of an execution that succeeded at last', async () => {
		const items = urls(3);
		const execution = newExecution();
		refuse(`${items[1].url}"`);
		await service.run(CREATE, { items, execution, tries: 3 });
		expect(JSON.stringify(execution)).not.toContain(items[0].url);
	});
});
