import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BinaryStore, textOf } from '../../support/node/binaryStore';
import { menuOperations } from '../../support/node/menu';
import { useService } from '../../support/node/nodeService';
import { FORMATS, SameRows } from '../../support/node/sameRows';
import { CLICKS, EVENT_LIST, written } from '../../support/node/writtenFile';
import { addLinks } from '../../support/sandbox/links';
import { bounty } from '../../support/sandbox/submissions';

// Many tests read the same list.
const service = useService({
	sampleData: { seed: 8, events: 3_000 },
	cacheReads: true,
	limits: 'off',
});
let store: BinaryStore;
let sameRows: SameRows;

beforeAll(async () => {
	// A customer without a name has another one in each response.
	service.sandbox.db.run("UPDATE customers SET name = 'Ada' WHERE name IS NULL");
	store = await BinaryStore.start('filesystem');
	sameRows = new SameRows(service);
});
beforeEach(async () => await service.proxy.resetWhenQuiet());
afterAll(async () => await store.close());

describe('a file has the same rows as the items of the same query', () => {
	const lists = menuOperations.filter(({ operation }) => operation === 'getAll');
	it.each(lists.map(({ resource, title }) => [title, resource] as const))(
		'%s',
		async (_, resource) => {
			const parameters = {
				resource,
				operation: 'getAll',
				returnAll: true,
				...(resource === 'bountySubmission' && {
					bountyId: bounty(service, 'reward_amount = 5000'),
				}),
			};
			for (const format of FORMATS) await sameRows.expect(parameters, format);
		},
	);

	it('links read ahead by number', async () => {
		addLinks(service.sandbox, 650, 'in a file');
		const filters = { tenantId: 'in a file' };
		const parameters = { resource: 'link', operation: 'getAll', returnAll: true, filters };
		for (const simple of [true, false]) {
			const items = await sameRows.expect({ ...parameters, simple }, 'csv');
			expect(items).toHaveLength(650);
		}
	});

	it.each(['count', 'timeseries', 'countries', 'top_links'])('analytics by %s', async (groupBy) => {
		const parameters = { resource: 'analytics', operation: 'get', interval: '1y', groupBy };
		for (const format of FORMATS) await sameRows.expect(parameters, format);
	});
});

describe('a file of events has the same rows as the items of the same query', () => {
	const kinds = ['clicks', 'leads', 'sales'].flatMap((event) =>
		FORMATS.flatMap((format) =>
			[true, false].map(
				(simple) => [event, format, simple ? 'simplified' : 'raw', simple] as const,
			),
		),
	);
	it.each(kinds)('%s as %s, %s', async (event, format, _, simple) => {
		const items = await sameRows.expect({ ...EVENT_LIST, event, simple }, format);
		expect(items.length).toBeGreaterThan(100);
	});

	it.each(FORMATS)('with gzip as %s', async (format) => {
		await sameRows.expect(CLICKS, format, { compress: true });
	});

	it.each(FORMATS)('up to the Limit as %s', async (format) => {
		const items = await sameRows.expect({ ...CLICKS, returnAll: false, limit: 1234 }, format);
		expect(items).toHaveLength(1234);
	});

	it('also without rows', async () => {
		const nothing = { ...CLICKS, filters: { country: 'TV' } };
		for (const format of FORMATS) expect(await sameRows.expect(nothing, format)).toEqual([]);
		expect(await textOf(await written(service, { ...nothing, fileFormat: 'json' }))).toBe('[]\n');
		const { json } = await written(service, nothing, { columns: 'id' });
		expect(json).toMatchObject({ rows: 0, first: null, last: null });
	});
});
