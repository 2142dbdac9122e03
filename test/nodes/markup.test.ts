import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters, NodeExecutionHint } from 'n8n-workflow';
import { HostileService, sendJson, thrownBy } from '../support/node/hostileService';
import { runNode } from '../support/node/runNode';
import { TriggerNode } from '../support/node/runTrigger';

/** n8n's editor allows these elements and attributes in hints and in the descriptions of errors. */
const MARKUP =
	'<a href="https://evil.example">Sign in again</a><p style="background:url(https://evil.example/x.png)">';

/** A browser takes it for a tag. */
const TAG = /<[a-z/!?]/i;

let service: HostileService;

beforeAll(async () => {
	service = await HostileService.start();
});
afterAll(() => service.close());

const FOLDERS = { resource: 'folder', operation: 'getAll', returnAll: true };

async function shown(parameters: INodeParameters, items?: IDataObject[]): Promise<string> {
	const run = { parameters, items, credential: service.credential() };
	const { message, description, context, ...error } = await thrownBy(
		async () => await runNode(run),
	);
	return JSON.stringify([message, description, context, error]);
}

describe('markup in a text of others is shown as text', () => {
	it.each<[string, IDataObject]>([
		['the code', { code: MARKUP, message: 'No.' }],
		['the message', { code: 'forbidden', message: MARKUP }],
		['a message about a field', { message: `custom: name: ${MARKUP}` }],
		['the link', { message: 'No.', doc_url: `https://x/${MARKUP.replaceAll(' ', '/')}` }],
	])('in %s of an error', async (_, error) => {
		for (const status of [401, 403, 409, 422]) {
			service.always({ error }, status);
			const text = await shown(FOLDERS);
			expect(text).not.toMatch(TAG);
			expect(text).toContain('‹a');
		}
		service.always({ error }, 403);
		const parameters = { delivery: 'webhook', events: ['link.clicked'] };
		const trigger = await TriggerNode.start({ parameters, credential: service.credential() });
		const { message, description } = await thrownBy(async () => await trigger.activate());
		await trigger.close();
		expect(`${message} ${description}`).not.toMatch(TAG);
	});

	it('in an input item', async () => {
		const parameters = { resource: 'link', operation: 'get', linkId: '={{ $json.id }}' };
		expect(await shown(parameters, [{ id: `https://${MARKUP}` }])).not.toMatch(TAG);
	});

	it('in the fields of items, of which a hint tells', async () => {
		const rows = Array.from({ length: 1001 }, (_, n) => (n === 1000 ? { [MARKUP]: 1 } : { id: n }));
		service.handle = (_, response, { searchParams }) =>
			sendJson(response, searchParams.get('page') === '1' ? rows : []);
		const hints: NodeExecutionHint[] = [];
		const parameters = { resource: 'tag', operation: 'getAll', returnAll: true, simple: false };
		const returnAs = { returnAs: 'file', fileFormat: 'csv', binaryPropertyName: 'data' };
		const credential = service.credential();
		await runNode({ parameters: { ...parameters, ...returnAs }, credential, hints });
		const columns = { fileOptions: { columns: `id, ${MARKUP}x` } };
		await runNode({ parameters: { ...parameters, ...returnAs, ...columns }, credential, hints });
		expect(hints).toHaveLength(2);
		for (const { message } of hints) {
			expect(message).toContain('‹a href');
			expect(message).not.toMatch(TAG);
		}
	});

	it('but a comparison stays as it is', async () => {
		const filters = { query: 'seats < 10' };
		const events = { resource: 'event', operation: 'getAll', event: 'leads', filters };
		expect(await shown(events)).toContain("metadata['seats']<'10'");
	});
});
