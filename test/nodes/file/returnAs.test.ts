import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { BinaryStore, bytesOf, textOf } from '../../support/node/binaryStore';
import { useService } from '../../support/node/nodeService';
import { AS_IT_IS } from '../../support/node/sameRows';
import { CLICKS, linesOf, written } from '../../support/node/writtenFile';

// Many tests read the same list.
const service = useService({
	sampleData: { seed: 8, events: 3_000 },
	cacheReads: true,
	limits: 'off',
});
let store: BinaryStore;

beforeAll(async () => {
	store = await BinaryStore.start('filesystem');
});
beforeEach(async () => await service.proxy.resetWhenQuiet());
afterAll(async () => await store.close());

/** The names that a file can have which was written since an instant: midnight may have been in between. */
function namesOn(name: string, begin: number): string[] {
	return [begin, Date.now()].map((instant) =>
		name.replace(
			'DATE',
			String(DateTime.fromMillis(instant, { zone: 'Europe/Berlin' }).toISODate()),
		),
	);
}

describe('the item with a file', () => {
	it('says what is in it', async () => {
		const begin = Date.now();
		const items = await service.output({ ...CLICKS, simple: true });
		const { json, binary, pairedItem } = await written(service, CLICKS);
		const fileName = String(json.fileName);
		expect(namesOn('clicks-DATE.csv', begin)).toContain(fileName);
		expect(json).toEqual({
			fileName,
			rows: items.length,
			bytes: (await bytesOf({ json, binary })).length,
			first: items[0].timestamp,
			last: items.at(-1)?.timestamp,
			durationMs: expect.any(Number),
		});
		expect(binary?.data).toMatchObject({ fileName, mimeType: 'text/csv', fileExtension: 'csv' });
		expect(pairedItem).toEqual({ item: 0 });
	});

	it.each([
		['csv', false, 'links-DATE.csv', 'text/csv'],
		['csv', true, 'links-DATE.csv.gz', 'application/gzip'],
		['json', false, 'links-DATE.json', 'application/json'],
		['jsonLines', true, 'links-DATE.jsonl.gz', 'application/gzip'],
	])('names a file of %s, compressed %s, %s', async (fileFormat, compress, name, mimeType) => {
		const list = { resource: 'link', operation: 'getAll', limit: 3 };
		const begin = Date.now();
		const { json, binary } = await written(service, { ...list, fileFormat }, { compress });
		expect(namesOn(name, begin)).toContain(binary?.data.fileName);
		expect(binary?.data).toMatchObject({ mimeType });
		expect(json.first).toMatch(/^link_/);
	});

	it('has the name and the field that were chosen', async () => {
		const parameters = { ...CLICKS, binaryPropertyName: 'report' };
		const { binary } = await written(service, parameters, { fileName: 'clicks.csv' });
		expect(binary?.report.fileName).toBe('clicks.csv');
	});

	it('is one for each input item, with the failure of another in its place', async () => {
		const output = await service.run(
			{ ...CLICKS, returnAll: false, limit: '={{ $json.limit }}', returnAs: 'file' },
			{ items: [{ limit: 2 }, { limit: 0 }, { limit: 3 }], continueOnFail: true },
		);
		expect(output.map(({ json, pairedItem }) => [json.rows ?? json.error, pairedItem])).toEqual([
			[2, { item: 0 }],
			["'Limit' must be a whole number of at least 1", { item: 1 }],
			[3, { item: 2 }],
		]);
		expect(linesOf(await textOf(output[2]))).toHaveLength(4);
	});

	it('is the same when an AI agent fills in the fields', async () => {
		const [item] = await service.run(
			{
				...CLICKS,
				returnAs: "={{ $fromAI('as') }}",
				fileFormat: "={{ $fromAI('format') }}",
				fileOptions: { columns: "={{ $fromAI('columns') }}", compress: "={{ $fromAI('gzip') }}" },
			},
			{ items: [{ as: 'file', format: 'jsonLines', columns: 'id, country', gzip: 'true' }] },
		);
		const [first] = (await textOf(item)).split('\n');
		expect(Object.keys(JSON.parse(first) as object)).toEqual(['id', 'country']);
	});
});

describe('columns', () => {
	const ORDER = ['click.city', 'timestamp', 'link.tags', 'id', 'nowhere'];

	it.each([true, false])(
		'are those that were chosen, in their order (Simplify: %s)',
		async (simple) => {
			const hints: NodeExecutionHint[] = [];
			const parameters = { ...CLICKS, simple, returnAs: 'file' };
			const [item] = await service.run(
				{ ...parameters, fileOptions: { columns: [...ORDER, 'id'].join(', ') } },
				{ hints },
			);
			const [header, ...lines] = linesOf(await textOf(item));
			expect(header).toEqual(ORDER);
			const raw = await service.output({ ...CLICKS, simple: false });
			const ids = await service.output({ ...CLICKS, simple: true });
			expect(lines.map(([city, , tags, id]) => [city, tags, id])).toEqual(
				raw.map(({ click, link }, index) => [
					(click as IDataObject).city,
					JSON.stringify((link as IDataObject).tags),
					simple ? ids[index].id : '',
				]),
			);
			expect(hints.map(({ message }) => message)).toEqual([
				`No row has these fields of 'Columns': ${simple ? 'nowhere' : 'id, nowhere'}`,
			]);
		},
	);

	it('can be a list from an expression, also in JSON Lines', async () => {
		const item = await written(
			service,
			{ ...CLICKS, fileFormat: 'jsonLines', limit: 1, returnAll: false },
			{ columns: '={{ ["shortLink", "click.country"] }}' },
		);
		expect(Object.keys(JSON.parse(await textOf(item)) as object)).toEqual([
			'shortLink',
			'click.country',
		]);
	});

	it('of all fields have one for fields that first appear after a thousand rows', async () => {
		const hints: NodeExecutionHint[] = [];
		service.proxy.respond = ({ query }) => {
			const first = (Number(query.page) - 1) * 50;
			const body = Array.from({ length: first < 1200 ? 50 : 7 }, (_, n) => ({
				id: `fold_${first + n}`,
				...(first + n === 1100 && { late: { a: 1 }, note: 'x' }),
			}));
			return { status: 200, body };
		};
		const [item] = await service.run(
			{ resource: 'folder', operation: 'getAll', returnAll: true, returnAs: 'file' },
			{ hints },
		);
		const [header, ...lines] = linesOf(await textOf(item));
		expect(header).toEqual(['id', 'otherFields']);
		expect(lines).toHaveLength(1207);
		expect(lines[1100]).toEqual(['fold_1100', '{"late.a":1,"note":"x"}']);
		expect(lines.filter(([, others]) => others !== '')).toHaveLength(1);
		expect(hints[0].message).toContain('late.a, note');
	});
});

describe('a CSV file', () => {
	const folders = { resource: 'folder', operation: 'getAll' };
	const withName = (name: unknown) =>
		service.proxy.respondNext({ status: 200, body: [{ id: 'fold_1', name, type: -5 }] });

	it('escapes formulas of others for spreadsheet programs, unless that is turned off', async () => {
		const hints: NodeExecutionHint[] = [];
		withName('=HYPERLINK("https://evil.example")');
		const [file] = await service.run({ ...folders, returnAs: 'file' }, { hints });
		expect(hints[0].message).toMatch(/^1 cell has an apostrophe/);
		expect(linesOf(await textOf(file))[1]).toEqual([
			'fold_1',
			`'=HYPERLINK("https://evil.example")`,
			'-5',
		]);
		withName('=1+1');
		expect(linesOf(await textOf(await written(service, folders, AS_IT_IS)))[1][1]).toBe('=1+1');
	});

	it('begins with a byte order mark if that is turned on', async () => {
		withName('Straße');
		const bytes = await bytesOf(await written(service, folders, { byteOrderMark: true }));
		expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
		expect(parse(bytes, { bom: true })).toEqual([
			['id', 'name', 'type'],
			['fold_1', 'Straße', '-5'],
		]);
		withName('Straße');
		expect((await bytesOf(await written(service, folders)))[0]).toBe('i'.charCodeAt(0));
	});

	it('has options that other formats refuse', async () => {
		const error = await service.failure({
			...folders,
			returnAs: 'file',
			fileFormat: '={{ "json" }}',
			fileOptions: { byteOrderMark: true },
		});
		expect(error.message).toBe(
			"'Byte Order Mark' does not apply when 'File Format' is JSON. Remove it.",
		);
	});
});

it.each(['../../../../tmp/evil.csv', '..\\..\\evil.csv', '/tmp/evil.csv', '..'])(
	'A file name from others does not decide where the file is stored: %j',
	async (fileName) => {
		await store.close();
		store = await BinaryStore.start('filesystem');
		service.proxy.respondNext({ status: 200, body: [{ id: 'fold_1' }] });
		const item = await written(service, { resource: 'folder', operation: 'getAll' }, { fileName });
		const [path, ...others] = await store.files();
		expect(others).toEqual([]);
		expect(path).toMatch(/[/\\][\w-]+$/);
		expect(linesOf(await textOf(item))).toEqual([['id'], ['fold_1']]);
	},
);

describe('what goes wrong', () => {
	it('with a file that grows too large names the option, and leaves no file', async () => {
		const name = '=HYPERLINK("x");'.repeat(3000);
		const folders = Array.from({ length: 40 }, (_, n) => ({ id: `fold_${n}`, name }));
		service.proxy.respond = () => ({ status: 200, body: folders });
		const parameters = { resource: 'folder', operation: 'getAll', returnAs: 'file' };
		for (const fileFormat of ['csv', 'json', 'jsonLines']) {
			await store.close();
			store = await BinaryStore.start('filesystem');
			const file = { ...parameters, fileFormat };
			const error = await service.failure({ ...file, fileOptions: { maxFileSize: 1 } });
			expect(error.message).toBe('The file is larger than 1 MB');
			expect(error.description).toContain("Increase 'Max File Size (MB)' in File Options");
			expect(await store.files()).toEqual([]);
			const fileOptions = { maxFileSize: 1, compress: true };
			expect((await written(service, file, fileOptions)).json.rows).toBe(40);
			expect((await written(service, file, { maxFileSize: 3 })).json.rows).toBe(40);
		}
	});

	it.each(['default', 'filesystem'] as const)(
		'in the middle leaves no file, and says how many rows had come (%s)',
		async (mode) => {
			await store.close();
			store = await BinaryStore.start(mode);
			service.proxy.respond = ({ query }) =>
				query.page === '3'
					? { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } }
					: undefined;
			for (const compress of [false, true]) {
				const error = await service.failure({
					...CLICKS,
					returnAs: 'file',
					fileOptions: { compress },
				});
				expect(error.message).toBe('No.');
				expect(error.description).toMatch(
					/ 1,\d{3} rows were read before that\. There is no file\. /,
				);
				expect(await store.files()).toEqual([]);
			}
		},
	);

	it.each(['default', 'filesystem'] as const)(
		'a cancelled execution leaves no file (%s)',
		async (mode) => {
			await store.close();
			store = await BinaryStore.start(mode);
			const controller = new AbortController();
			service.proxy.onRequest = ({ query }) => {
				if (query.page === '3') controller.abort();
			};
			const error = await service.failure(
				{ ...CLICKS, returnAs: 'file', fileOptions: { compress: true } },
				{ abortSignal: controller.signal, continueOnFail: true },
			);
			expect(error.message).toBe('The execution was cancelled');
			expect(await store.files()).toEqual([]);
			await service.proxy.quiet();
			const sent = service.proxy.requests.length;
			await service.proxy.quiet();
			expect(service.proxy.requests).toHaveLength(sent);
		},
	);

	it('the item of a failed file has the error alone', async () => {
		await store.close();
		store = await BinaryStore.start('filesystem');
		service.proxy.respondNext({
			status: 404,
			body: { error: { code: 'not_found', message: 'x' } },
		});
		const [item] = await service.run({ ...CLICKS, returnAs: 'file' }, { continueOnFail: true });
		expect(item.binary).toBeUndefined();
		expect(item.json.error).toEqual(expect.any(String));
	});
});

it.each([
	['clicks.csv', 'clicks.csv.gz'],
	['clicks.csv.gz', 'clicks.csv.gz'],
])('a compressed file named %s is %s', async (fileName, expected) => {
	const { json } = await written(service, CLICKS, { compress: true, fileName });
	expect(json.fileName).toBe(expected);
});

describe('in memory', () => {
	it('the file is in the item', async () => {
		await store.close();
		store = await BinaryStore.start('default');
		const file = await written(service, CLICKS, { compress: true });
		expect(file.binary?.data.id).toBeUndefined();
		expect(linesOf(await textOf(file))).toHaveLength(Number(file.json.rows) + 1);
		expect(await store.files()).toEqual([]);
	});
});

describe('many items', () => {
	// A page of events has a thousand.
	const manyEvents = (count: number) => {
		service.proxy.respond = ({ query }) => {
			const first = (Number(query.page) - 1) * 1000;
			const length = Math.max(0, Math.min(1000, count - first));
			const timestamp = '2026-01-01T00:00:00.000Z';
			const one = (_: unknown, n: number) => ({
				event: 'click',
				timestamp,
				click: { id: `click_${first + n}`, timestamp },
			});
			return { status: 200, body: Array.from({ length }, one) };
		};
	};

	it.each([
		[50_000, 0],
		[50_001, 1],
	])('%i of them have %i hints at the file', async (count, expected) => {
		manyEvents(count);
		const hints: NodeExecutionHint[] = [];
		expect(await service.run({ ...CLICKS, simple: false }, { hints })).toHaveLength(count);
		expect(hints).toHaveLength(expected);
		for (const { message } of hints) {
			expect(message).toMatch(/^50,001 items take .* set 'Return As' to File\.$/);
		}
	});
});
