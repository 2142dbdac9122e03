import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference } from '../../tools/n8n/client';
import { items, nodeError, outputItems } from '../../tools/n8n/execution';
import { menuOperations } from '../support/node/menu';
import { chain, workflowNode } from '../support/n8n/chain';
import { N8nStack, NODE, NODE_TYPE, type Authentication } from '../support/n8n/n8nStack';
import { contractRows } from '../nodes/contract';
import { requestOf, type ContractRow } from '../nodes/contract/types';

/** The plan that allows every operation. */
const WORKSPACE = 'enterprise';

let stack: N8nStack;

beforeAll(async () => {
	stack = await N8nStack.start();
});

afterAll(async () => await stack?.stop());

/** The row of each operation with the most parameters that are not files. */
function fullestRows(): ContractRow[] {
	return menuOperations.map(({ resource, operation }) => {
		const [fullest] = contractRows
			.filter((row) => row.resource === resource && row.operation === operation && !row.binary)
			.sort((a, b) => JSON.stringify(b.parameters).length - JSON.stringify(a.parameters).length);
		return fullest;
	});
}

describe.each<[string, Authentication]>([
	['an API key', 'apiKey'],
	['OAuth2', 'oAuth2'],
])('with %s', (_, authentication) => {
	let credential: CredentialReference;

	beforeAll(async () => {
		if (authentication === 'apiKey') {
			credential = await stack.apiKeyCredential(WORKSPACE);
		} else {
			credential = await stack.oauthCredential(stack.app(WORKSPACE, true));
			await stack.connect(credential);
		}
	});
	afterAll(() => stack.proxy.reset());

	// With OAuth2, one of each resource: requests differ only in their token.
	const rows = fullestRows().filter(
		({ resource, parameters }, index, all) =>
			(parameters.authentication ?? authentication) === authentication &&
			(authentication === 'apiKey' || all.findIndex((row) => row.resource === resource) === index),
	);

	it.each(rows.map((row) => [row.resource, row.operation, row] as const))(
		'%s · %s sends what the service documents',
		async (resource, operation, row) => {
			const { parameters, response, headers, secondResponse } = row;
			stack.proxy.reset();
			for (const body of [response, secondResponse]) {
				if (body) stack.proxy.respondNext({ status: 200, headers, body });
			}
			const execution = await stack.run(
				{ resource, operation, ...parameters },
				{ credential, authentication },
			);
			expect(nodeError(execution)).toBeUndefined();
			const [sent] = stack.proxy.requests;
			expect(requestOf(sent)).toEqual(requestOf(row));
			expect(sent.headers.authorization).toMatch(/^Bearer dub_/);
		},
	);
});

describe('items', () => {
	let credential: CredentialReference;

	beforeAll(async () => {
		credential = await stack.apiKeyCredential(WORKSPACE);
	});

	const createLink = {
		resource: 'link',
		operation: 'create',
		url: '={{ $json.url }}',
		key: '={{ $json.slug }}',
	};
	const input = [
		{ url: 'https://www.example.com/a', slug: 'expression-a' },
		{ url: 'not an address', slug: 'expression-b' },
		{ url: 'https://www.example.com/c', slug: 'expression-c' },
	];

	const keyOf = ({ body }: { body?: unknown }) => (body as IDataObject | undefined)?.key;

	it('reads a file of the input item from where n8n stores files', async () => {
		const node = (operation: string, parameters: IDataObject) => ({
			...workflowNode(operation, NODE_TYPE, 1, parameters),
			credentials: { linkAttributionApi: credential },
		});
		const slug = 'logo.example.com';
		const { id } = await stack.n8n.client.createWorkflow({
			name: 'Logo',
			...chain([
				node('QR code', { resource: 'qrCode', operation: 'get', url: 'https://example.com' }),
				node(NODE, {
					...{ resource: 'domain', operation: 'create', slug, simple: false },
					additionalFields: { logoBinaryPropertyName: 'data' },
				}),
			]),
		});
		const execution = await stack.n8n.client.runAndWait(id, { trigger: 'Start' });
		expect(nodeError(execution)).toBeUndefined();
		expect(items(execution, NODE)).toEqual([
			expect.objectContaining({
				slug,
				logo: expect.stringMatching(/^data:image\/png;base64,iVBORw0KGgo/),
			}),
		]);
	});

	it('evaluates expressions for each item and pairs output items with input items', async () => {
		const domains = ['AF', 'EU', 'SA'];
		const execution = await stack.run(
			{
				resource: 'event',
				operation: 'getAll',
				interval: 'all',
				limit: 2,
				simple: false,
				filters: { continent: '={{ [$json.continent] }}' },
			},
			{ credential, input: domains.map((continent) => ({ continent })) },
		);
		expect(nodeError(execution)).toBeUndefined();
		const out = outputItems(execution, NODE);
		expect(out.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 1, 2, 2].map((item) => ({ item })),
		);
		expect(out.map(({ json }) => (json.click as IDataObject).continent)).toEqual([
			'AF',
			'AF',
			'EU',
			'EU',
			'SA',
			'SA',
		]);
	});

	it('stops at the first item that fails and names it', async () => {
		const execution = await stack.run(createLink, { credential, input });
		expect(execution.status).toBe('error');
		expect(nodeError(execution)).toMatchObject({
			message: expect.stringContaining("'Destination URL'"),
			description: expect.stringContaining('unprocessable_entity'),
			context: { itemIndex: 1 },
		});
	});

	it('continues after an error if configured', async () => {
		const execution = await stack.run(createLink, {
			credential,
			input: input.map((item) => ({ ...item, slug: `${item.slug}-2` })),
			settings: { onError: 'continueRegularOutput' },
		});
		expect(execution.status).toBe('success');
		const out = outputItems(execution, NODE);
		expect(out.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(out[0].json).toMatchObject({ key: 'expression-a-2' });
		expect(out[1].json.error).toContain('Destination URL');
		expect(out[2].json).toMatchObject({ key: 'expression-c-2' });
	});

	it.each(['stopWorkflow', 'continueRegularOutput'])(
		'does each item once when n8n tries again (On Error: %s)',
		async (onError) => {
			const slugs = ['a', 'b', 'c'].map((slug) => `${onError}-${slug}`);
			let failures = 2;
			stack.proxy.reset();
			stack.proxy.respond = (request) =>
				keyOf(request) === slugs[0] && failures-- > 0
					? { status: 500, body: { error: { message: 'Not now.' } } }
					: undefined;
			const execution = await stack.run(createLink, {
				credential,
				input: slugs.map((slug) => ({ url: 'https://www.example.com', slug })),
				settings: { onError, retryOnFail: true, maxTries: 5, waitBetweenTries: 50 },
			});
			expect(execution.status).toBe('success');
			expect(items(execution, NODE).map(({ key }) => key)).toEqual(slugs);
			expect(stack.proxy.requests.map(keyOf).sort()).toEqual([slugs[0], slugs[0], ...slugs]);
			stack.proxy.reset();
		},
	);

	it('does each item once when a person retries the execution', async () => {
		const slugs = ['a', 'b', 'c'].map((slug) => `retried-${slug}`);
		stack.proxy.reset();
		stack.proxy.respond = (request) =>
			keyOf(request) === slugs[1]
				? { status: 500, body: { error: { message: 'Not now.' } } }
				: undefined;
		const failed = await stack.run(createLink, {
			credential,
			input: slugs.map((slug) => ({ url: 'https://www.example.com', slug })),
		});
		expect(failed.status).toBe('error');
		stack.proxy.respond = () => undefined;
		const retried = await stack.n8n.client.retry(failed.id);
		expect(retried.status).toBe('success');
		expect(items(retried, NODE).map(({ key }) => key)).toEqual(slugs);
		expect(stack.proxy.requests.map(keyOf).sort()).toEqual([
			slugs[0],
			slugs[1],
			slugs[1],
			slugs[2],
		]);
		stack.proxy.reset();
	});

	it('sends failed items to the error output', async () => {
		const execution = await stack.run(createLink, {
			credential,
			input: input.map((item) => ({ ...item, slug: `${item.slug}-3` })),
			settings: { onError: 'continueErrorOutput' },
		});
		expect(execution.status).toBe('success');
		expect(items(execution, NODE).map(({ key }) => key)).toEqual([
			'expression-a-3',
			'expression-c-3',
		]);
		const failed = outputItems(execution, NODE, 1);
		expect(failed).toHaveLength(1);
		expect(failed[0].json).toMatchObject({ error: expect.stringContaining('Destination URL') });
		expect(failed[0].pairedItem).toEqual({ item: 1 });
	});
});
