import { expect, it } from '@jest/globals';
import { useService } from '../support/node/nodeService';
import { contractRows, firstRows } from './contract';
import type { ContractRow } from './contract/types';

const service = useService();

/** They send what several items ask for together, or several requests for an item, and have tests of their own. */
const OTHERS = ['commission.updateMany', 'event.getAll', 'link.createMany', 'link.updateMany'];

/** A row of each operation: the first without a file, with a single request. */
const rows = firstRows(
	contractRows
		.filter(({ binary, secondResponse }) => !binary && !secondResponse)
		.filter(({ parameters }) => !parameters.authentication)
		.filter(({ resource, operation }) => !OTHERS.includes(`${resource}.${operation}`)),
);

/** Two rows of a list, so that both belong to their item. */
const LISTED = [{ id: 'id_1' }, { id: 'id_2' }];

const responseOf = ({ response }: ContractRow) =>
	Array.isArray(response) && response.length === 0 ? LISTED : response;

const run = async (row: ContractRow, continueOnFail: boolean) => {
	const { resource, operation, parameters, headers, method, path } = row;
	const refusal = { error: { code: 'conflict', message: 'Refused.' } };
	let sent = 0;
	service.proxy.respond = (request) => {
		if (request.method !== method || request.path !== path) return undefined;
		return ++sent === 2
			? { status: 409, body: refusal }
			: { status: 200, headers, body: responseOf(row) };
	};
	return await service.run(
		{ resource, operation, ...parameters, requestOptions: { parallelItems: 1 } },
		{ items: [{}, {}, {}], continueOnFail, workspace: 'enterprise' },
	);
};

it.each(rows.map((row) => [row.resource, row.operation, row] as const))(
	'%s · %s runs for each item, and continues after one that fails',
	async (_resource, _operation, row) => {
		const output = await run(row, true);
		const itemsOf = (index: number) =>
			output.filter(({ pairedItem }) => (pairedItem as { item: number }).item === index);
		expect(itemsOf(1)).toEqual([{ json: { error: 'Refused.' }, pairedItem: { item: 1 } }]);
		expect(itemsOf(0).map(({ json }) => json)).toEqual(itemsOf(2).map(({ json }) => json));
		if (responseOf(row) === LISTED) expect(itemsOf(0)).toHaveLength(LISTED.length);
		expect(itemsOf(0).every(({ json }) => json.error === undefined)).toBe(true);
		service.proxy.reset();
		await expect(run(row, false)).rejects.toMatchObject({
			message: 'Refused.',
			context: { itemIndex: 1 },
		});
	},
);
