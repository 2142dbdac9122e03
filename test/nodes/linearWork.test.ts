import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { atDepth } from '../support/depth';
import { threadTime } from '../support/load/turns';
import { HostileService, sendJson } from '../support/node/hostileService';
import { runNode } from '../support/node/runNode';

/** Characters that a text of others repeats, and that an expression or a loop could read again for each of them. */
const WORST = [' ', '/', '"', '\\', '[', '{', '\0', '.', '=', '<', 'a', 'Aa', 'Bearer ', 'dub_'];

const LENGTHS = [2 ** 16, ...atDepth([], [2 ** 18])];

/**
 * Milliseconds of processor time. Linear work takes a tenth of it; work that grows with the square of the length exceeds
 * it with the first length, before it would block the test for minutes.
 */
const budget = (length: number) => 400 + length / 500;

let service: HostileService;

beforeAll(async () => {
	service = await HostileService.start();
});
afterAll(() => service.close());

/** Milliseconds of the first of three attempts that keeps to the budget, or of the fastest: memory may be cleaned up in one. */
async function leastTime(work: () => Promise<unknown>, budget: number): Promise<number> {
	let least = Infinity;
	for (let attempt = 0; attempt < 3 && least > budget; attempt++) {
		const before = threadTime();
		await work();
		least = Math.min(least, threadTime() - before);
	}
	return least;
}

/** The characters for which the work exceeds its budget. */
async function excessive(work: (text: string) => Promise<unknown>): Promise<string[]> {
	const found: string[] = [];
	for (const unit of WORST) {
		for (const length of LENGTHS) {
			// What follows makes an expression try again that looks for the end.
			const text = `x${unit.repeat(length / unit.length)}x`;
			const took = await leastTime(async () => await work(text), budget(length));
			if (took <= budget(length)) continue;
			found.push(`${JSON.stringify(unit)} × ${length}: ${Math.round(took)} ms`);
			break;
		}
	}
	return found;
}

async function run(parameters: INodeParameters, items?: IDataObject[]): Promise<unknown> {
	try {
		return await runNode({ parameters, items, credential: service.credential() });
	} catch (error) {
		return error;
	}
}

const FOLDERS = { resource: 'folder', operation: 'getAll', returnAll: true };
const GET = { resource: 'folder', operation: 'get', folderId: 'fold_1' };

describe('a long text of one character takes work in proportion to its length', () => {
	it.each<[string, (text: string) => unknown]>([
		['the message', (message) => ({ error: { code: 'forbidden', message } })],
		['a message about a field', (text) => ({ error: { message: `custom: ${text}: ${text}` } })],
		['the code', (code) => ({ error: { code, message: 'No.' } })],
		['the link', (text) => ({ error: { message: 'No.', doc_url: `https://${text}` } })],
		['the body', (text) => text],
	])('in %s of an error', async (_, body) => {
		const work = async (text: string) => {
			service.handle = (_request, response) => {
				const content = body(text);
				if (typeof content === 'object') sendJson(response, content, 422);
				else response.writeHead(422).end(content);
			};
			await run(GET);
		};
		expect(await excessive(work)).toEqual([]);
	});

	it.each(['items', 'csv'])('in values and names of a list, as %s', async (form) => {
		const returnAs = form === 'items' ? 'items' : 'file';
		const work = async (text: string) => {
			service.always([
				{ id: 'a', name: text, [text]: { [text]: 1 } },
				{ id: 'b', [text]: Object.fromEntries(Array.from({ length: 100 }, (__, i) => [i, i])) },
			]);
			await run({ ...FOLDERS, returnAs, fileFormat: form, binaryPropertyName: 'data' });
		};
		expect(await excessive(work)).toEqual([]);
	});

	it('in the response to Create Many', async () => {
		const work = async (text: string) => {
			service.always([
				{ link: { url: text, key: text, [text]: text }, error: text, code: text },
				{ id: 'link_1', url: text, key: text },
			]);
			await run({ resource: 'link', operation: 'createMany', url: '={{ $json.url }}' }, [
				{ url: 'https://example.com/a' },
				{ url: 'https://example.com/b' },
			]);
		};
		expect(await excessive(work)).toEqual([]);
	});

	it('in the response to Get Many events', async () => {
		const parameters = { resource: 'event', operation: 'getAll', event: 'leads', limit: 1 };
		const work = async (text: string) => {
			const link = { id: text, shortLink: `https://${text}` };
			service.always([
				{
					event: 'lead',
					eventName: text,
					timestamp: text,
					click: { id: text },
					link,
					metadata: text,
				},
			]);
			await run(parameters);
		};
		expect(await excessive(work)).toEqual([]);
	});

	it.each<[string, (text: string) => INodeParameters]>([
		['a link', (linkId) => ({ resource: 'link', operation: 'get', linkId })],
		[
			'a short link',
			(text) => ({ resource: 'link', operation: 'get', linkId: `https://a.co/${text}` }),
		],
		[
			'metadata',
			(query) => ({ resource: 'event', operation: 'getAll', event: 'leads', filters: { query } }),
		],
		['the URL of a QR code', (url) => ({ resource: 'qrCode', operation: 'get', url })],
		[
			'the URL of a QR code with Count Scans',
			(url) => ({ resource: 'qrCode', operation: 'get', url, options: { countScans: true } }),
		],
		[
			'settings of a domain',
			(text) => ({
				resource: 'domain',
				operation: 'create',
				slug: 'go.example.com',
				additionalFields: { placeholder: text, expiredUrl: text },
			}),
		],
		[
			'an email address',
			(text) => ({ resource: 'partner', operation: 'create', email: `${text}@example.com` }),
		],
		[
			'columns',
			(columns) => ({ ...FOLDERS, returnAs: 'file', fileFormat: 'csv', fileOptions: { columns } }),
		],
	])('in %s from an expression', async (_, parameters) => {
		service.always([{ id: 'a', x: { '': { '': 1 } } }]);
		const work = async (text: string) => {
			await run(parameters('={{ $json.text }}'), [{ text }]);
			const short = text.slice(0, 10_000);
			await run(parameters('={{ $json.text }}'), [{ text: short }]);
		};
		expect(await excessive(work)).toEqual([]);
	});
});
