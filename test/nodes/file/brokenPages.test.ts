import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { BinaryStore, textOf } from '../../support/node/binaryStore';
import { HostileService, sendJson, thrownBy } from '../../support/node/hostileService';
import { runNode } from '../../support/node/runNode';
import { CLICKS } from '../../support/node/writtenFile';

const TIMESTAMP = '2026-01-01T00:00:00.000Z';
const FIRST_PAGE = Array.from({ length: 1_000 }, (_, i) => eventOf(i));
const SECOND_PAGE = [eventOf(1_000), eventOf(1_001)];

let service: HostileService;
let store: BinaryStore;

beforeAll(async () => {
	store = await BinaryStore.start('filesystem');
});
afterAll(() => store.close());
beforeEach(async () => {
	service = await HostileService.start();
});
afterEach(() => service.close());

function eventOf(number: number) {
	return {
		event: 'click',
		timestamp: TIMESTAMP,
		click: { id: `click_${number}`, timestamp: TIMESTAMP },
		link: { id: 'link_1', tags: [{ id: 'tag_1' }, { id: 'tag_2' }] },
	};
}

/** Sends the first page of events, then what a test sends for the second one, then no more. */
function withSecondPage(send: (attempt: number) => string): void {
	let attempt = 0;
	service.handle = (_, response, { searchParams }) => {
		const page = Number(searchParams.get('page'));
		if (page !== 2) return sendJson(response, page === 1 ? FIRST_PAGE : []);
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(send(++attempt));
	};
}

async function run(parameters: INodeParameters = {}) {
	const [item] = await runNode({
		credential: service.credential(),
		parameters: {
			...CLICKS,
			simple: false,
			returnAs: 'file',
			fileFormat: 'jsonLines',
			...parameters,
		},
	});
	return item;
}

async function rowsOf(item: Awaited<ReturnType<typeof run>>): Promise<unknown[]> {
	const lines = (await textOf(item)).trimEnd().split('\n');
	return lines.map((line) => JSON.parse(line) as unknown);
}

describe('a page of events for a file', () => {
	it('that is cut off after a nested list is requested again, and the file is complete', async () => {
		const json = JSON.stringify(SECOND_PAGE);
		const cut = json.slice(0, json.indexOf(']') + 1);
		withSecondPage((attempt) => (attempt === 1 ? cut : json));
		const item = await run();
		expect(await rowsOf(item)).toEqual([...FIRST_PAGE, ...SECOND_PAGE]);
		expect(service.requests.filter((request) => request.includes('page=2'))).toHaveLength(2);
	});

	it('may be indented', async () => {
		withSecondPage(() => `\uFEFF${JSON.stringify(SECOND_PAGE, undefined, 2)}\n`);
		expect(await rowsOf(await run())).toEqual([...FIRST_PAGE, ...SECOND_PAGE]);
	});

	it.each(['[{"click":}]', `[${JSON.stringify(SECOND_PAGE[0])},1]`, '[1,2]', '{"data":[]}'])(
		'that is %s fails and leaves no file',
		async (json) => {
			withSecondPage(() => json);
			const { message, description } = await thrownBy(run);
			expect(message).toMatch(/^The response to GET \/events is not a list/);
			expect(description).toContain('1,000 rows were read before that. There is no file.');
		},
	);

	it('that has too many objects for the memory is rejected', async () => {
		withSecondPage(() => `[${'{},'.repeat(3_000_000)}{}]`);
		const { message } = await thrownBy(run);
		expect(message).toBe('The response takes more than 128 MB of memory');
	});

	it('does not bring the key of the credential into the file', async () => {
		const { apiKey } = service.credential();
		withSecondPage(() => JSON.stringify([{ ...eventOf(1_000), note: `key ${String(apiKey)}` }]));
		const text = await textOf(await run());
		expect(text).toContain('"note":"key ***"');
		expect(text).not.toContain(apiKey);
	});
});
