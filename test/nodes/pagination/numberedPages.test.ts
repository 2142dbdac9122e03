import { beforeEach, describe, expect, it } from '@jest/globals';
import { useService } from '../../support/node/nodeService';

const LIST = { resource: 'partner', operation: 'getAll', returnAll: true };
const IDS = Array.from({ length: 250 }, (_, n) => `pn_${String(n).padStart(4, '0')}`);

const service = useService({ limits: 'off' });

/** Page sizes with which partners that are equal change places. */
let unstable: number[];

beforeEach(() => {
	unstable = [100];
	// The later part of each page has what the page before it began with.
	service.proxy.respond = ({ query }) => {
		const [page, size] = [Number(query.page), Number(query.pageSize)];
		const start = (page - 1) * size;
		const ids = IDS.slice(start, start + size);
		if (unstable.includes(size) && page > 1) ids.splice(0, 10, ...IDS.slice(0, 10));
		return { status: 200, body: ids.map((id) => ({ id })) };
	};
});

const listed = async (parameters: object = {}) =>
	(await service.output({ ...LIST, ...parameters })).map(({ id }) => String(id));

describe('a list whose equal items change places between two pages', () => {
	it.each([[[100]], [[100, 99]]])('is complete, each item once (sizes %j)', async (sizes) => {
		unstable = sizes;
		expect((await listed()).toSorted()).toEqual(IDS);
	});

	it('is read three times at most', async () => {
		unstable = [100, 99, 98];
		const found = await listed();
		expect(new Set(found).size).toBe(found.length);
		const sizes = new Set(service.proxy.requests.map(({ query }) => query.pageSize));
		expect([...sizes]).toEqual(['100', '99', '98']);
	});

	it('is complete up to a limit', async () => {
		expect(await listed({ returnAll: false, limit: 240 })).toHaveLength(240);
	});

	it('is written to a file as well', async () => {
		const file = { returnAs: 'file', fileFormat: 'jsonLines' };
		expect(await service.output({ ...LIST, ...file })).toMatchObject([{ rows: IDS.length }]);
	});
});

it('A list without changes is read once', async () => {
	unstable = [];
	expect(await listed()).toEqual(IDS);
	expect(new Set(service.proxy.requests.map(({ query }) => query.pageSize))).toEqual(
		new Set(['100']),
	);
});
