import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { atDepth } from '../../support/depth';
import { addLinks } from '../../support/sandbox/links';
import { useService } from '../../support/node/nodeService';
import type { RecordedRequest } from '../../support/sandbox/recordingProxy';

const TENANT = 'paged';
const LIST = {
	resource: 'link',
	operation: 'getAll',
	returnAll: true,
	filters: { tenantId: TENANT },
};
const COUNT = 850;

const service = useService({ limits: 'off' });
/** Newest first, as they are listed. */
let links: string[];
/** Those that were moved out of the list, and perhaps back. */
let left: string[];

beforeEach(async () => {
	await service.proxy.quiet();
	startAnew();
});

function startAnew(): void {
	service.proxy.reset();
	service.sandbox.requests.clear();
	service.sandbox.limits = 'off';
	service.sandbox.db.run('DELETE FROM links WHERE tenant_id = ?', TENANT);
	left = [];
	links = addLinks(service.sandbox, COUNT, TENANT);
}

async function listed(parameters: object = {}): Promise<string[]> {
	const items = await service.output({ ...LIST, ...parameters });
	return items.map(({ id }) => String(id));
}

/** Deletes one, unless it is gone already. */
function deleteLink(id: string | undefined): void {
	service.sandbox.db.run('DELETE FROM links WHERE id = ?', id ?? '');
}

/** Moves a link out of the list or back into it. */
function moveLink(id: string | undefined, tenantId: string | null): void {
	if (id === undefined) return;
	service.sandbox.db.run('UPDATE links SET tenant_id = ? WHERE id = ?', tenantId, id);
	left.push(id);
}

function stored(): Set<string> {
	const sql = 'SELECT id FROM links WHERE tenant_id = ?';
	return new Set(service.sandbox.db.all<{ id: string }>(sql, TENANT).map(({ id }) => id));
}

/** What was there all the time came in order; nothing came twice, and what is new may have come or not. */
function expectAllThatStayed(found: string[]): void {
	const there = stored();
	const stayed = links.filter((id) => there.has(id) && !left.includes(id));
	const expected = new Set(stayed);
	expect(found.filter((id) => expected.has(id))).toEqual(stayed);
	expect(new Set(found).size).toBe(found.length);
}

function pagesByNumber(): RecordedRequest[] {
	return service.proxy.requests.filter(({ query }) => query.page !== undefined);
}

describe('fetching links in parallel', () => {
	it.each([0, 1, 99, 100, 101, 200, 201, 300, 850])('returns all %i links', async (count) => {
		for (const id of links.splice(count)) deleteLink(id);
		expect(await listed()).toEqual(links);
		// The last one shows that nothing is missing.
		expect(pagesByNumber().length > 1).toBe(count > 199);
	});

	it.each([1, 100, 150, 200, 201, 450, 800])('stops at a limit of %i', async (limit) => {
		expect(await listed({ returnAll: false, limit })).toEqual(links.slice(0, limit));
		const last = Math.ceil(limit / Math.min(limit, 100));
		for (const { query } of pagesByNumber()) {
			expect((Number(query.page) - 1) * Number(query.pageSize)).toBeLessThan(limit);
		}
		// And the count of the list, and one for what the pages repeat of each other.
		expect(service.proxy.requests.length).toBeLessThanOrEqual(last + 2);
	});

	type What = 'insert' | 'cursor' | 'read' | 'unread' | 'leave' | 'join';
	type Change = { at: number; what: What; which: number };
	const changes = fc.array(
		fc.record({
			at: fc.integer({ min: 1, max: 14 }),
			what: fc.constantFrom<What>('insert', 'cursor', 'read', 'unread', 'leave', 'join'),
			which: fc.integer({ min: 0, max: COUNT }),
		}),
		{ minLength: 1, maxLength: 8 },
	);

	function carryOut({ what, which }: Change, { query }: RecordedRequest): void {
		const page = Number(query.page ?? 3);
		switch (what) {
			case 'insert':
				addLinks(service.sandbox, 1 + (which % 3), TENANT);
				break;
			case 'cursor':
				deleteLink(query.startingAfter ?? links[(page - 1) * 100 - 1]);
				break;
			case 'read':
				deleteLink(links[which % 200]);
				break;
			case 'unread':
				deleteLink(links[200 + (which % 650)]);
				break;
			case 'leave':
				moveLink(links[which % COUNT], null);
				break;
			case 'join':
				if (left.length > 0) moveLink(left[which % left.length], TENANT);
				break;
		}
	}

	// The model test changes the list between any two requests; these runs show that the service behaves like it.
	it('returns each unchanged link once and in order, whatever changes in the meantime', async () => {
		await fc.assert(
			fc.asyncProperty(changes, async (planned) => {
				startAnew();
				service.proxy.onRequest = (request) => {
					const count = service.proxy.requests.length;
					for (const change of planned) if (change.at === count) carryOut(change, request);
				};
				expectAllThatStayed(await listed());
			}),
			{ numRuns: atDepth(5, 40), seed: 20_260_131 },
		);
	});

	it.each(['insert', 'cursor', 'unread'] as const)(
		'tolerates a change before every second request: %s',
		async (what) => {
			service.proxy.onRequest = (request) => {
				const { length } = service.proxy.requests;
				if (length % 2 === 0) carryOut({ at: length, what, which: length * 37 }, request);
			};
			expectAllThatStayed(await listed());
		},
	);
});

describe('links that are older than their IDs, as imported ones are', () => {
	/** Lists as the public service does: by creation, but after a cursor by ID. @param order by creation, newest first */
	function listAs(order: string[]): void {
		const byId = order.toSorted().reverse();
		service.proxy.respond = ({ path, query: { startingAfter, page = '1', pageSize } }) => {
			if (path !== '/links') return undefined;
			const list = startingAfter ? byId.filter((id) => id < startingAfter) : order;
			const start = (Number(page) - 1) * Number(pageSize);
			const body = list.slice(start, start + Number(pageSize)).map((id) => ({ id }));
			return { status: 200, body };
		};
	}

	it.each([
		[130, 0, 130],
		[150, 20, 100],
		[200, 0, 1],
		[850, 0, 850],
		[850, 50, 700],
		[850, 400, 1],
	])('are returned: %i links, after the newest %i, %i of them', async (count, from, of) => {
		for (const id of links.splice(count)) deleteLink(id);
		// The first one that was imported has the lowest ID, and is the newest of them.
		const imported = links.slice(from, from + of).reverse();
		listAs([...links.slice(0, from), ...links.slice(from + of), ...imported]);
		expect((await listed()).toSorted()).toEqual(links.toSorted());
		expect(await listed({ returnAll: false, limit: 120 })).toHaveLength(120);
	});

	it('are not looked for if the service does not tell whether there are any', async () => {
		for (const id of links.splice(150)) deleteLink(id);
		service.proxy.respond = ({ query }) =>
			query.page === undefined
				? undefined
				: { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } };
		expect(await listed()).toEqual(links);
	});

	it('are not looked for where the service has no page numbers', async () => {
		for (const id of links.splice(150)) deleteLink(id);
		service.proxy.respond = ({ query }) =>
			query.page === undefined
				? undefined
				: { status: 200, body: links.slice(0, 100).map((id) => ({ id })) };
		expect(await listed()).toEqual(links);
	});
});

describe('falling back to the cursor alone', () => {
	const byNumber = (body: unknown, status = 200) => {
		service.proxy.respond = ({ query }) =>
			query.page === undefined ? undefined : { status, body };
	};

	it.each([400, 422])(
		'returns all links if the service rejects page numbers with %i',
		async (status) => {
			byNumber(
				{ error: { code: 'unprocessable_entity', message: 'page is no parameter.' } },
				status,
			);
			expect(await listed()).toEqual(links);
		},
	);

	it('returns all links if numbered pages are sorted differently', async () => {
		byNumber([...links].reverse().map((id) => ({ id })));
		expect(await listed()).toEqual(links);
	});

	it('returns all links if numbered pages are out of order or incomplete', async () => {
		service.proxy.respond = ({ query }) => {
			if (query.page === undefined) return undefined;
			const start = (Number(query.page) - 1) * 100;
			const body = links.slice(start, start + 101).map((id) => ({ id }));
			if (body.length > 51) [body[50], body[51]] = [body[51], body[50]];
			return { status: 200, body: body.slice(0, 100) };
		};
		expect(await listed()).toEqual(links);
	});

	it('sends only the required requests if the rate limit leaves no room for more', async () => {
		service.sandbox.limits = { general: 60 };
		const { apiKey } = service.credential();
		const items = await service.output(LIST, {
			credential: { apiKey, baseUrl: service.sandbox.url },
		});
		expect(items.map(({ id }) => id)).toEqual(links);
		const queries = service.sandbox.requests.all().map(({ query }) => query);
		// The last one shows that nothing is missing.
		expect(queries).toHaveLength(10);
		for (const query of queries.slice(0, -1)) expect(query).not.toMatch(/\bpage=/);
	});

	it('fails with the error of a numbered page', async () => {
		service.proxy.respond = ({ query }) =>
			query.page === '6'
				? { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } }
				: undefined;
		const error = await service.failure(LIST);
		expect(error.message).toBe('No.');
	});
});
