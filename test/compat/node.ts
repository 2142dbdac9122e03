import { expect, it } from '@jest/globals';
import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';
import type { CredentialReference } from '../../tools/n8n/client';
import { items, nodeError, outputItems } from '../../tools/n8n/execution';
import { addLinks } from '../support/sandbox/links';
import { callByAgent } from '../support/n8n/agentTools';
import { NODE, NODE_TYPE, type N8nStack } from '../support/n8n/n8nStack';
import { locator } from '../support/node/locator';

const WORKSPACE = 'business';
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The package, its API key credential, and one operation of each style. */
export function nodeChecks(stack: () => N8nStack): void {
	const apiKey = async (data?: IDataObject) => await stack().apiKeyCredential(WORKSPACE, data);

	async function run(
		parameters: IDataObject,
		more: { input?: IDataObject[]; settings?: IDataObject; credential?: CredentialReference } = {},
	) {
		const execution = await stack().run(parameters, { credential: await apiKey(), ...more });
		expect(nodeError(execution)).toBeUndefined();
		expect(execution.status).toBe('success');
		return execution;
	}

	it('loads both nodes, the AI agent tool, and both credentials', async () => {
		const { client } = stack().n8n;
		const read = async <T>(path: string) => (await (await client.fetch('GET', path)).json()) as T;
		const nodes = await read<INodeTypeDescription[]>('/types/nodes.json');
		const own = nodes.filter(({ name }) => name.startsWith(NODE_TYPE));
		expect(own.map(({ name }) => name).sort()).toEqual([
			NODE_TYPE,
			`${NODE_TYPE}Tool`,
			`${NODE_TYPE}Trigger`,
		]);
		const credentials = await read<Array<{ name: string }>>('/types/credentials.json');
		expect(credentials.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['linkAttributionApi', 'linkAttributionOAuth2Api']),
		);
	});

	it('is a tool that works with nothing set, and whose errors say what to do', async () => {
		const calls = [
			{ tool: 'link.count', given: {} },
			{ tool: 'link.get', given: { linkId: 'unknown' } },
		];
		const [count, error] = await callByAgent(stack(), 2, calls, await apiKey());
		expect([JSON.parse(count) as unknown].flat()).toEqual([{ count: expect.any(Number) }]);
		expect(error).toMatch(/Link not found\. Look it up/);
	});

	it('accepts a valid API key and rejects a wrong one in the credential test', async () => {
		const { client } = stack().n8n;
		const test = async (data?: IDataObject) => await client.testCredential((await apiKey(data)).id);
		expect(await test()).toMatchObject({ status: 'OK' });
		expect(await test({ apiKey: 'dub_wrong' })).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/key|authori[sz]/i),
		});
	});

	it('reports a wrong API key when an operation runs', async () => {
		const credential = await apiKey({ apiKey: 'dub_wrong' });
		const execution = await stack().run(
			{ resource: 'folder', operation: 'getAll' },
			{ credential },
		);
		expect(nodeError(execution)).toMatchObject({
			message: expect.stringContaining('not valid'),
			description: expect.stringContaining('Check the API key in the credential'),
		});
	});

	it('creates and gets a link', async () => {
		const url = 'https://www.example.com/landing';
		const created = await run({ resource: 'link', operation: 'create', url });
		const { id } = items(created, NODE)[0];
		const got = await run({
			resource: 'link',
			operation: 'get',
			linkId: locator('id', String(id)),
		});
		expect(items(got, NODE)).toMatchObject([{ id, url }]);
	});

	it('returns all pages of a list in order', async () => {
		const ids = addLinks(stack().sandbox, 450, 'pages');
		const execution = await run({
			resource: 'link',
			operation: 'getAll',
			returnAll: true,
			filters: { tenantId: 'pages' },
		});
		expect(items(execution, NODE).map(({ id }) => id)).toEqual(ids);
	});

	it('deletes the links of many items with one request each', async () => {
		const ids = addLinks(stack().sandbox, 120, 'deleted');
		stack().proxy.reset();
		const execution = await run(
			{ resource: 'link', operation: 'delete', linkId: locator('id', '={{ $json.id }}') },
			{ input: ids.map((id) => ({ id })) },
		);
		expect(outputItems(execution, NODE)).toMatchObject(
			ids.map((id, item) => ({ json: { id, deleted: true }, pairedItem: { item } })),
		);
		const deletions = stack().proxy.requests.filter(({ method }) => method === 'DELETE');
		expect(deletions.map(({ path }) => path).sort()).toEqual(
			ids.map((id) => `/links/${id}`).sort(),
		);
	});

	it('returns a QR code as a PNG image', async () => {
		const url = 'https://www.example.com/landing';
		const execution = await run({ resource: 'qrCode', operation: 'get', url });
		const [{ binary }] = outputItems(execution, NODE);
		expect(binary?.data).toMatchObject({ mimeType: 'image/png' });
		const { id, data } = binary?.data ?? {};
		const bytes = id === undefined ? Buffer.from(data ?? '', 'base64') : await stored(id);
		expect([...bytes.subarray(0, 8)]).toEqual(PNG_SIGNATURE);
	});

	async function stored(id: string): Promise<Buffer> {
		const query = new URLSearchParams({ id, action: 'view' }).toString();
		const file = await stack().n8n.client.fetch('GET', `/rest/binary-data?${query}`);
		return Buffer.from(await file.arrayBuffer());
	}

	it('continues on error and keeps the error paired with its item', async () => {
		const input = ['https://www.example.com/a', 'no address', 'https://www.example.com/c'];
		const create = { resource: 'link', operation: 'create', url: '={{ $json.url }}' };
		const execution = await run(create, {
			input: input.map((url) => ({ url })),
			settings: { onError: 'continueRegularOutput' },
		});
		const out = outputItems(execution, NODE);
		expect(out.map(({ pairedItem }) => pairedItem)).toEqual(input.map((_, item) => ({ item })));
		expect(out.map(({ json }) => json.url)).toEqual([input[0], undefined, input[2]]);
		expect(out[1].json.error).toContain('Destination URL');
	});
}
