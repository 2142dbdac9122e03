import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useService } from '../support/node/nodeService';

const service = useService({ limits: 'off' });

/** More than four pages of the smallest size. */
const COUNT = 230;

const rows: IDataObject[] = Array.from({ length: COUNT }, (_, n) => ({
	id: `id_${String(n).padStart(3, '0')}`,
}));

/** Lists by their largest page; those with a cursor follow it if they are sorted as by default. */
const LISTS: Array<[resource: string, pageSize: number, parameters?: INodeParameters]> = [
	['bountySubmission', 100, { bountyId: 'bnty_1' }],
	['discountCode', 100],
	['domain', 50],
	['folder', 50],
	['partner', 100],
	['partnerApplication', 100],
	['payout', 100],
	['tag', 100],
	['commission', 100, { options: { sortBy: 'amount' } }],
	['customer', 100, { options: { sortBy: 'saleAmount' } }],
];

const CURSOR_LISTS: typeof LISTS = [
	['commission', 100],
	['commission', 100, { options: { sortOrder: 'asc' } }],
	['customer', 100],
	['customer', 100, { options: { sortOrder: 'asc' } }],
	['link', 100, { allFolders: false }],
];

/** Answers from the rows as the service does. */
function listRows(): void {
	service.proxy.respond = ({ path, query }) => {
		if (path.endsWith('/count')) return { status: 200, body: COUNT as never };
		const size = Number(query.pageSize);
		const after = rows.findIndex(({ id }) => id === query.startingAfter) + 1;
		const from = query.page === undefined ? after : (Number(query.page) - 1) * size;
		return { status: 200, body: rows.slice(from, from + size) };
	};
}

const queries = () => service.proxy.requests.map(({ query }) => query);

async function listed([resource, , parameters]: (typeof LISTS)[number], rest: INodeParameters) {
	const operation = { resource, operation: 'getAll', ...parameters };
	const items = await service.output({ ...operation, simple: false, ...rest });
	return items.map(({ id }) => id);
}

const ids = (count: number) => rows.slice(0, count).map(({ id }) => id);

const named = (lists: typeof LISTS) =>
	lists.map((list) => [list[0], JSON.stringify(list[2] ?? {}), list] as const);

beforeEach(async () => {
	await service.proxy.resetWhenQuiet();
	listRows();
});

describe.each(named(LISTS))('%s · Get Many %s', (_resource, _parameters, list) => {
	const [, pageSize] = list;

	it('reads every page with Return All', async () => {
		expect(await listed(list, { returnAll: true })).toEqual(ids(COUNT));
		expect(new Set(queries().map((query) => query.pageSize))).toEqual(new Set([String(pageSize)]));
		expect(queries().some(({ startingAfter }) => startingAfter !== undefined)).toBe(false);
	});

	it.each([1, pageSize, pageSize + 10, 2 * pageSize])(
		'reads only the pages that a limit of %d requires',
		async (limit) => {
			expect(await listed(list, { limit })).toEqual(ids(limit));
			const expected = Array.from({ length: Math.ceil(limit / pageSize) }, (_, page) => ({
				page: String(page + 1),
				pageSize: String(Math.min(limit, pageSize)),
			}));
			expect(queries().map(({ page, pageSize: size }) => ({ page, pageSize: size }))).toEqual(
				expected,
			);
		},
	);

	it('ends before the limit if the list does', async () => {
		expect(await listed(list, { limit: 1000 })).toEqual(ids(COUNT));
	});
});

describe.each(named(CURSOR_LISTS))('%s · Get Many %s', (_resource, _parameters, list) => {
	it('reads every page with Return All', async () => {
		expect(await listed(list, { returnAll: true })).toEqual(ids(COUNT));
		expect(queries()[0]).toMatchObject({ pageSize: '100' });
		expect(queries()[1]).toMatchObject({ pageSize: '100', startingAfter: 'id_099' });
	});

	it.each([
		[1, 1],
		[100, 1],
		[150, 2],
		[200, 2],
	])('reads only the pages that a limit of %d requires', async (limit, pages) => {
		expect(await listed(list, { limit })).toEqual(ids(limit));
		expect(queries()).toHaveLength(pages);
	});
});
