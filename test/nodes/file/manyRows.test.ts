import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { atDepth } from '../../support/depth';
import { BinaryStore, textOf } from '../../support/node/binaryStore';
import { HostileService } from '../../support/node/hostileService';
import { runNode } from '../../support/node/runNode';

const PAGES = atDepth(20, 100);
const EVENTS_PER_PAGE = 1_000;
const EVENTS = PAGES * EVENTS_PER_PAGE;

/** What a file has to quote or to encode. */
const REFERERS = [
	'example.com',
	'(direct)',
	'a, b',
	'say "hi"',
	'two\r\nlines',
	'Straße 🚀',
	'',
	null,
];

let service: HostileService;
let store: BinaryStore;
let items: IDataObject[];

beforeAll(async () => {
	service = await HostileService.start();
	const pages = Array.from({ length: PAGES }, (_, page) =>
		JSON.stringify(
			Array.from({ length: EVENTS_PER_PAGE }, (__, n) => eventOf(page * EVENTS_PER_PAGE + n)),
		),
	);
	service.handle = (_, response, { searchParams }) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(pages[Number(searchParams.get('page')) - 1] ?? '[]');
	};
	store = await BinaryStore.start('filesystem');
	items = (await list({ returnAs: 'items' })).map(({ json }) => json);
});
afterAll(async () => {
	await store.close();
	await service.close();
});

function eventOf(number: number): IDataObject {
	const timestamp = new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString();
	return {
		event: 'click',
		timestamp,
		click: {
			id: `click_${number}`,
			timestamp,
			country: 'DE',
			device: 'Desktop',
			browser: 'Chrome',
			referer: REFERERS[number % REFERERS.length],
			trigger: 'link',
		},
		link: { id: `link_${number % 7}`, shortLink: `https://d.sh/${number % 7}` },
	};
}

async function list(parameters: INodeParameters): Promise<INodeExecutionData[]> {
	return await runNode({
		credential: service.credential(),
		parameters: {
			resource: 'event',
			operation: 'getAll',
			event: 'clicks',
			interval: 'all',
			returnAll: true,
			...parameters,
		},
	});
}

const readers: Record<string, (text: string) => unknown[]> = {
	csv: (text) => {
		const [header, ...lines] = parse(text, { record_delimiter: '\r\n' });
		return lines.map((line) => Object.fromEntries(line.map((cell, i) => [header[i], cell])));
	},
	json: (text) => JSON.parse(text) as unknown[],
	jsonLines: (text) =>
		text
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line) as unknown),
};

/** An event as CSV has it: without a difference between a missing value and an empty text. */
function asCells(item: IDataObject): Record<string, string> {
	return Object.fromEntries(
		Object.entries(item).map(([name, value]) => [name, String((value ?? '') as string)]),
	);
}

it.each([
	['csv', true],
	['json', false],
	['jsonLines', false],
])(
	`a file of ${EVENTS} events has each item in its order as %s (gzip: %s)`,
	async (format, compress) => {
		expect(items).toHaveLength(EVENTS);
		const [file] = await list({
			returnAs: 'file',
			fileFormat: format,
			fileOptions: { compress, ...(format === 'csv' && { escapeFormulas: false }) },
		});
		expect(file.json).toMatchObject({
			rows: EVENTS,
			first: items[0].timestamp,
			last: items[EVENTS - 1].timestamp,
		});
		const rows = readers[format](await textOf(file));
		expect(rows).toHaveLength(EVENTS);
		// Prints a single row instead of all.
		const wrong = items.findIndex(
			(item, n) => !isDeepStrictEqual(rows[n], format === 'csv' ? asCells(item) : item),
		);
		expect(rows[wrong]).toEqual(items[wrong]);
	},
);
