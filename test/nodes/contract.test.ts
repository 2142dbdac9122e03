import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type NodeService } from '../support/nodeService';
import { contracts } from './contract';

const rows = Object.values(contracts).flatMap((contract) => contract.rows);

let service: NodeService;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.proxy.reset());
afterAll(() => service.close());

describe('what is sent', () => {
	it.each(rows.map((row) => [row.resource, row.operation, row.title, row] as const))(
		'%s · %s: %s',
		async (resource, operation, _title, row) => {
			service.proxy.answerNext({ status: 200, body: row.answer });
			await service.run({ resource, operation, ...row.parameters });
			const { method, path, query, body } = service.proxy.requests[0];
			expect({ method, path, query, body }).toEqual({
				method: row.method,
				path: row.path,
				query: row.query ?? {},
				body: row.body,
			});
		},
	);

	it.each(Object.entries(contracts))('is told of every operation of %s', (resource, contract) => {
		expect(new Set(contract.rows.map((row) => row.operation))).toEqual(
			new Set(Object.keys(contract.parameters)),
		);
		expect(contract.rows.every((row) => row.resource === resource)).toBe(true);
	});
});
